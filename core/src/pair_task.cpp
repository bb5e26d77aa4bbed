#include "poise/pair_task.hpp"

#include <utility>

#include "curvature.hpp"
#include "task_parts.hpp"

namespace poise {

namespace {

class TogetherTask final : public Task {
 public:
  TogetherTask(int a, int b, bool position, bool orientation)
      : a_(a), b_(b), position_(position), orientation_(orientation) {}
  int rows() const override { return (position_ ? 3 : 0) + (orientation_ ? 3 : 0); }
  int goal_size() const override { return 0; }
  void set_goal(const VecX&) override {}
  void evaluate(const TaskView& view, Out error, OutT Jt) const override {
    const Placement a = site_frame(view.figure, view.kinematics, a_), b = site_frame(view.figure, view.kinematics, b_);
    if (position_) error.head<3>() = b.p - a.p;
    if (orientation_) error.tail<3>() = turn_between(a.R, b.R);
    add(view, a_, a.p, 1.0, Jt);
    add(view, b_, b.p, -1.0, Jt);
  }
  void add_curvature(const TaskView& view, const VecX& pull, MatX& H) const override {
    const int a = segment_of(view.figure, a_), b = segment_of(view.figure, b_);
    if (position_) {
      const Vec3 f = pull.head<3>();
      add_point_curvature(view, a, site_frame(view.figure, view.kinematics, a_).p, f, H);
      add_point_curvature(view, b, site_frame(view.figure, view.kinematics, b_).p, -f, H);
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
  void add(const TaskView& view, int site, const Vec3& p, double sign, OutT Jt) const {
    const Vec3 arm = p - view.kinematics.reference;
    for_each_carrier(view.figure, segment_of(view.figure, site), [&](int k) {
      if (position_) Jt.row(k).head<3>() += sign * velocity(view, arm, k).transpose();
      if (orientation_) Jt.row(k).tail<3>() += sign * view.kinematics.angular.col(k).transpose();
    });
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
  void evaluate(const TaskView& view, Out error, OutT Jt) const override {
    const Placement from = site_frame(view.figure, view.kinematics, from_);
    const Vec3 p = site_frame(view.figure, view.kinematics, site_).p, arm = p - view.kinematics.reference;
    const Eigen::Matrix3Xd axes = from.R * axes_;
    error = axes_.transpose() * (goal_ - from.R.transpose() * (p - from.p));
    for_each_carrier(view.figure, segment_of(view.figure, site_),
                     [&](int k) { Jt.row(k) += velocity(view, arm, k).transpose() * axes; });
    for_each_carrier(view.figure, segment_of(view.figure, from_),
                     [&](int k) { Jt.row(k) -= velocity(view, arm, k).transpose() * axes; });
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
  void evaluate(const TaskView& view, Out error, OutT Jt) const override {
    const Mat3 R_world_from = site_frame(view.figure, view.kinematics, from_).R;
    error = turn_between(site_frame(view.figure, view.kinematics, site_).R, R_world_from * goal_);
    for_each_carrier(view.figure, segment_of(view.figure, site_),
                     [&](int k) { Jt.row(k) += view.kinematics.angular.col(k).transpose(); });
    for_each_carrier(view.figure, segment_of(view.figure, from_),
                     [&](int k) { Jt.row(k) -= view.kinematics.angular.col(k).transpose(); });
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
