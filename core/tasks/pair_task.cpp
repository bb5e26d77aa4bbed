#include "tasks/pair_task.hpp"

#include <utility>

#include "body/jacobian_rows.hpp"
#include "tasks/curvature.hpp"
#include "tasks/task_parts.hpp"
#include "tasks/tree_curvature.hpp"

namespace poise {

namespace {

class TogetherTask final : public Task {
 public:
  TogetherTask(int a, int b, bool position, bool orientation)
      : a_(a), b_(b), position_(position), orientation_(orientation) {}
  int rows() const override { return (position_ ? 3 : 0) + (orientation_ ? 3 : 0); }
  int goal_size() const override { return 0; }
  void set_goal(const VecX&) override {}
  bool is_angle(int row) const override { return !position_ || row >= 3; }
  std::vector<Match> matches(const Figure& figure) const override {
    std::vector<Match> found;
    if (position_) {
      const Match::End a = point_of(figure, a_, Vec3::Zero()), b = point_of(figure, b_, Vec3::Zero());
      found.push_back({Match::Kind::kPoint, a, b, Mat3::Identity(), 1.0});
    }
    if (orientation_) add_turn_matches(figure, a_, b_, Mat3::Identity(), found);
    return found;
  }
  void measure(const TaskView& view, Out error) const override {
    if (position_) error.head<3>() = place_of(view, b_) - place_of(view, a_);
    if (orientation_)
      error.tail<3>() =
          turn_between(site_turn(view.figure, view.kinematics, a_), site_turn(view.figure, view.kinematics, b_));
  }
  void evaluate(const TaskView& view, Out error, OutT Jt) const override {
    measure(view, error);
    add(view, a_, 1.0, Jt);
    add(view, b_, -1.0, Jt);
  }
  bool add_tree_curvature(const TaskView& view, const VecX& pull, TreeMatrix& H) const override {
    if (orientation_) return false;
    const Vec3 f = pull.head<3>();
    add_point_curvature(view, segment_of(view.figure, a_), place_of(view, a_), f, H);
    add_point_curvature(view, segment_of(view.figure, b_), place_of(view, b_), -f, H);
    return true;
  }
  void add_curvature(const TaskView& view, const VecX& pull, MatX& H) const override {
    const int a = segment_of(view.figure, a_), b = segment_of(view.figure, b_);
    if (position_) {
      const Vec3 f = pull.head<3>();
      add_point_curvature(view, a, place_of(view, a_), f, H);
      add_point_curvature(view, b, place_of(view, b_), -f, H);
    }
    if (orientation_) {
      const Vec3 f = pull.tail<3>();
      add_turn_curvature(view, a, f, H);
      add_turn_curvature(view, b, -f, H);
      // Turns compose: log(exp(ρ_b) exp(−ρ_a)) = ρ_b − ρ_a − ½ ρ_b × ρ_a.
      for_each_carrier(view.figure, b, [&](int k) {
        for_each_carrier(view.figure, a, [&](int l) {
          const double h =
              -0.5 * f.dot(Vec3(view.kinematics.angular.col(k)).cross(Vec3(view.kinematics.angular.col(l))));
          H(k, l) += h;
          H(l, k) += h;
        });
      });
    }
  }

 private:
  static Vec3 place_of(const TaskView& view, int site) { return site_point(view.figure, view.kinematics, site); }
  void add(const TaskView& view, int site, double sign, OutT Jt) const {
    const int segment = segment_of(view.figure, site);
    if (position_) {
      const Wrenches forces = forces_at(view.kinematics, place_of(view, site), sign * Mat3::Identity());
      add_rows(view.figure, view.kinematics, segment, forces, Jt.leftCols<3>());
    }
    if (orientation_) add_turn_rows(view.figure, view.kinematics, segment, sign, Jt.rightCols<3>());
  }

  int a_, b_;
  bool position_, orientation_;
};

// x = R_fᵀ (p − p_f) has the rate R_fᵀ (ṗ − velocity of the point of frame f that is at p).
class SeenPositionTask final : public Task {
 public:
  SeenPositionTask(int site, int from, const Vec3& goal, Eigen::Matrix3Xd axes)
      : site_(site), from_(from), goal_(goal), axes_(std::move(axes)) {}
  int rows() const override { return static_cast<int>(axes_.cols()); }
  int goal_size() const override { return 3; }
  void set_goal(const VecX& goal) override { goal_ = goal; }
  std::vector<Match> matches(const Figure& figure) const override {
    const Eigen::Matrix3Xd axes = figure.sites()[static_cast<std::size_t>(from_)].placement.R * axes_;
    return {{Match::Kind::kPoint, point_of(figure, site_, Vec3::Zero()), point_of(figure, from_, goal_),
             Mat3(axes * axes.transpose()), 1.0}};
  }
  void measure(const TaskView& view, Out error) const override {
    const Placement from = site_frame(view.figure, view.kinematics, from_);
    const Vec3 seen = from.R.transpose() * (site_point(view.figure, view.kinematics, site_) - from.p);
    error = axes_.transpose() * (goal_ - seen);
  }
  void evaluate(const TaskView& view, Out error, OutT Jt) const override {
    measure(view, error);
    const Vec3 p = site_point(view.figure, view.kinematics, site_);
    Wrenches forces = forces_at(view.kinematics, p, site_turn(view.figure, view.kinematics, from_) * axes_);
    add_rows(view.figure, view.kinematics, segment_of(view.figure, site_), forces, Jt);
    forces = -forces;
    add_rows(view.figure, view.kinematics, segment_of(view.figure, from_), forces, Jt);
  }

 private:
  int site_, from_;
  Vec3 goal_;
  Eigen::Matrix3Xd axes_;
};

class SeenOrientationTask final : public Task {
 public:
  SeenOrientationTask(int site, int from, const Mat3& goal) : site_(site), from_(from), goal_(goal) {}
  int rows() const override { return 3; }
  int goal_size() const override { return 9; }
  void set_goal(const VecX& goal) override {
    goal_ = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(goal.data());
  }
  bool is_angle(int) const override { return true; }
  std::vector<Match> matches(const Figure& figure) const override {
    std::vector<Match> found;
    add_turn_matches(figure, site_, from_, goal_, found);
    return found;
  }
  void measure(const TaskView& view, Out error) const override {
    const Mat3 R_world_from = site_turn(view.figure, view.kinematics, from_);
    error = turn_between(site_turn(view.figure, view.kinematics, site_), R_world_from * goal_);
  }
  void evaluate(const TaskView& view, Out error, OutT Jt) const override {
    measure(view, error);
    add_turn_rows(view.figure, view.kinematics, segment_of(view.figure, site_), 1.0, Jt);
    add_turn_rows(view.figure, view.kinematics, segment_of(view.figure, from_), -1.0, Jt);
  }

 private:
  int site_, from_;
  Mat3 goal_;
};

}  // namespace

std::unique_ptr<Task> together_task(int a, int b, bool position, bool orientation) {
  return std::make_unique<TogetherTask>(a, b, position, orientation);
}
std::unique_ptr<Task> seen_position_task(int site, int from, const Vec3& goal, const Eigen::Matrix3Xd& axes) {
  return std::make_unique<SeenPositionTask>(site, from, goal, axes);
}
std::unique_ptr<Task> seen_orientation_task(int site, int from, const Mat3& goal) {
  return std::make_unique<SeenOrientationTask>(site, from, goal);
}

}  // namespace poise
