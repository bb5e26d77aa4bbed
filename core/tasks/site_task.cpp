#include "tasks/site_task.hpp"

#include <algorithm>
#include <utility>

#include "body/jacobian_rows.hpp"
#include "tasks/curvature.hpp"
#include "tasks/task_parts.hpp"
#include "tasks/tree_curvature.hpp"

namespace poise {

namespace {

class PositionTask final : public Task {
 public:
  PositionTask(int site, const Vec3& goal, Eigen::Matrix3Xd axes) : site_(site), goal_(goal), axes_(std::move(axes)) {}
  int rows() const override { return static_cast<int>(axes_.cols()); }
  int led_site() const override { return site_; }
  int goal_size() const override { return 3; }
  void set_goal(const VecX& goal) override { goal_ = goal; }
  void measure(const TaskView& view, Out error) const override {
    const Vec3 way = goal_ - site_point(view.figure, view.kinematics, site_);
    for (Eigen::Index i = 0; i < axes_.cols(); ++i) error[i] = axes_.col(i).dot(way);
  }
  void evaluate(const TaskView& view, Out error, OutT Jt) const override {
    measure(view, error);
    const Vec3 p = site_point(view.figure, view.kinematics, site_);
    add_rows(view.figure, view.kinematics, segment_of(view.figure, site_), forces_at(view.kinematics, p, axes_), Jt);
  }
  void add_curvature(const TaskView& view, const VecX& pull, MatX& H) const override {
    const Vec3 p = site_point(view.figure, view.kinematics, site_);
    add_point_curvature(view, segment_of(view.figure, site_), p, axes_ * pull, H);
  }
  bool add_tree_curvature(const TaskView& view, const VecX& pull, TreeMatrix& H) const override {
    const Vec3 p = site_point(view.figure, view.kinematics, site_);
    add_point_curvature(view, segment_of(view.figure, site_), p, axes_ * pull, H);
    return true;
  }
  std::vector<Match> matches(const Figure& figure) const override {
    const Match::End goal{Match::kWorld, goal_};
    return {{Match::Kind::kPoint, point_of(figure, site_, Vec3::Zero()), goal, Mat3(axes_ * axes_.transpose()), 1.0}};
  }

 private:
  int site_;
  Vec3 goal_;
  Eigen::Matrix3Xd axes_;
};

class OrientationTask final : public Task {
 public:
  OrientationTask(int site, const Mat3& goal) : site_(site), goal_(goal) {}
  int rows() const override { return 3; }
  int led_site() const override { return site_; }
  bool turns() const override { return true; }
  int goal_size() const override { return 9; }
  void set_goal(const VecX& goal) override {
    goal_ = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(goal.data());
  }
  void measure(const TaskView& view, Out error) const override {
    error = turn_between(site_turn(view.figure, view.kinematics, site_), goal_);
  }
  void evaluate(const TaskView& view, Out error, OutT Jt) const override {
    measure(view, error);
    add_turn_rows(view.figure, view.kinematics, segment_of(view.figure, site_), 1.0, Jt);
  }
  void add_curvature(const TaskView& view, const VecX& pull, MatX& H) const override { add_to(view, pull, H); }
  bool add_tree_curvature(const TaskView& view, const VecX& pull, TreeMatrix& H) const override {
    add_to(view, pull, H);
    return true;
  }
  std::vector<Match> matches(const Figure& figure) const override {
    std::vector<Match> found;
    add_turn_matches(figure, site_, -1, goal_, found);
    return found;
  }

 private:
  template <typename Matrix>
  void add_to(const TaskView& view, const Vec3& pull, Matrix& H) const {
    add_turn_curvature(view, segment_of(view.figure, site_), pull, H);
    VecX e(3);
    MatX Jt = MatX::Zero(view.figure.dof(), 3);
    evaluate(view, e, Jt);
    add_turn_width(e, Jt, share_of(pull, e), H);
  }

  int site_;
  Mat3 goal_;
};

// Two rows across the wanted direction u: the turn that brings axis d to u, and how the angle between them changes when
// the site turns (ω) and, if u points from the site to a fixed point, when it moves (−u × ṗ/ρ turns u).
class AimTask final : public Task {
 public:
  AimTask(int site, const Vec3& axis, const Vec3& goal, bool at_point)
      : site_(site), axis_(axis.normalized()), goal_(goal), at_point_(at_point) {}
  int rows() const override { return 2; }
  int led_site() const override { return site_; }
  bool turns() const override { return true; }
  int goal_size() const override { return 3; }
  void set_goal(const VecX& goal) override { goal_ = goal; }
  void measure(const TaskView& view, Out error) const override {
    const Sight s = sight(view);
    error = s.across.transpose() * s.turn;
  }
  void evaluate(const TaskView& view, Out error, OutT Jt) const override {
    const Sight s = sight(view);
    error = s.across.transpose() * s.turn;
    Eigen::Matrix<double, 3, 2> forces = Eigen::Matrix<double, 3, 2>::Zero();  // a · (u × ṗ) = (a × u) · ṗ
    if (at_point_) {
      for (int i = 0; i < 2; ++i) forces.col(i) = s.across.col(i).cross(s.u) / s.distance;
    }
    Wrenches wrenches = forces_at(view.kinematics, s.p, forces);
    wrenches.bottomRows<3>() += s.across;
    add_rows(view.figure, view.kinematics, segment_of(view.figure, site_), wrenches, Jt);
  }
  void add_curvature(const TaskView& view, const VecX& pull, MatX& H) const override { add_to(view, pull, H); }
  bool add_tree_curvature(const TaskView& view, const VecX& pull, TreeMatrix& H) const override {
    add_to(view, pull, H);
    return true;
  }
  // Toward a point, where it should point changes with every move of the site: that is no match.
  std::vector<Match> matches(const Figure& figure) const override {
    if (at_point_) return {};
    const Match::End goal{Match::kWorld, goal_.normalized()};
    return {{Match::Kind::kDirection, direction_of(figure, site_, axis_), goal, Mat3::Identity(), 1.0}};
  }

 private:
  template <typename Matrix>
  void add_to(const TaskView& view, const VecX& pull, Matrix& H) const {
    const auto s = sight(view);
    const int segment = segment_of(view.figure, site_);
    VecX e(2);
    MatX Jt = MatX::Zero(view.figure.dof(), 2);
    evaluate(view, e, Jt);
    const double share = share_of(pull, e);
    if (share != 0.0) {
      add_angle_curvature(view, segment, s.p, s.d, s.u, s.distance, share, H);
      add_squares(Jt, -share, H);
    }
    // The error is the turn itself, so it grows where d × u does: opposite sign to a position's.
    const VecX rest = pull - share * e;
    if (rest.squaredNorm() > 1e-24 * pull.squaredNorm())
      add_aim_curvature(view, segment, s.p, s.d, s.u, s.distance, -(s.across * rest), H);
  }

  struct Sight {
    Vec3 p, d, u, turn;
    double distance;
    Eigen::Matrix<double, 3, 2> across;
  };
  Sight sight(const TaskView& view) const {
    const Placement frame = site_frame(view.figure, view.kinematics, site_);
    Sight s;
    s.p = frame.p;
    s.d = frame.R * axis_;
    const Vec3 way = at_point_ ? Vec3(goal_ - frame.p) : goal_;
    s.distance = at_point_ ? std::max(way.norm(), 1e-6) : std::numeric_limits<double>::infinity();
    s.u = way.norm() > 1e-9 ? Vec3(way.normalized()) : s.d;  // at the point itself every direction is right
    s.turn = log_rotation(direct_rotation(s.d, s.u));
    s.across.col(0) = s.u.unitOrthogonal();
    s.across.col(1) = s.u.cross(s.across.col(0));
    return s;
  }

  int site_;
  Vec3 axis_, goal_;
  bool at_point_;
};

}  // namespace

std::unique_ptr<Task> position_task(int site, const Vec3& goal, const Eigen::Matrix3Xd& axes) {
  return std::make_unique<PositionTask>(site, goal, axes);
}
std::unique_ptr<Task> orientation_task(int site, const Mat3& goal) {
  return std::make_unique<OrientationTask>(site, goal);
}
std::unique_ptr<Task> direction_task(int site, const Vec3& axis, const Vec3& direction) {
  return std::make_unique<AimTask>(site, axis, direction, false);
}
std::unique_ptr<Task> aim_task(int site, const Vec3& axis, const Vec3& point) {
  return std::make_unique<AimTask>(site, axis, point, true);
}

}  // namespace poise
