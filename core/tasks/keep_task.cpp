#include "tasks/keep_task.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "math/convex_area.hpp"
#include "tasks/curvature.hpp"
#include "tasks/task_parts.hpp"
#include "tasks/tree_curvature.hpp"

namespace poise {

namespace {

class BalanceTask final : public Inequality {
 public:
  BalanceTask(const Eigen::Matrix3Xd& normals, const Eigen::Matrix3Xd& points, double margin)
      : area_(normals, points, margin) {}
  int rows() const override { return area_.rows(); }
  int lenient_row() const override { return area_.lenient_row(); }
  int goal_size() const override { return 0; }
  void set_goal(const VecX&) override {}
  void evaluate_room(const TaskView& view, Out low, Out high, OutT Jt) const override {
    measure_room(view, low, high);
    Eigen::Matrix3Xd J(3, view.figure.dof());
    center_jacobian(view.figure, view.kinematics, view.masses, J);
    Jt = J.transpose() * area_.directions(view.masses.center);
  }
  void measure_room(const TaskView& view, Out low, Out high) const override {
    area_.measure(view.masses.center, low, high);
  }
  void add_curvature(const TaskView& view, const VecX& pull, MatX& H) const override {
    add_center_curvature(view, area_.directions(view.masses.center) * pull, H);
  }
  bool add_tree_curvature(const TaskView& view, const VecX& pull, TreeMatrix& H) const override {
    add_center_curvature(view, area_.directions(view.masses.center) * pull, H);
    return true;
  }

 private:
  ConvexArea area_;
};

// The angle θ between an axis d of the site and the wanted direction u grows when d turns away from u. With k the unit
// axis of the shortest turn from d to u, dθ = −k · (ω − ω_u), where u turns by ω_u = −u × ṗ/ρ if it points at a point.
class ConeTask final : public Inequality {
 public:
  ConeTask(int site, const Vec3& axis, const Vec3& goal, bool at_point, double angle)
      : site_(site), axis_(axis.normalized()), goal_(goal), at_point_(at_point), angle_(angle) {}
  int rows() const override { return 1; }
  int goal_size() const override { return 3; }
  void set_goal(const VecX& goal) override { goal_ = goal; }
  void evaluate_room(const TaskView& view, Out low, Out high, OutT Jt) const override {
    const Seen s = seen(view);
    const Vec3 arm = s.p - view.kinematics.reference;
    const Vec3 k = s.theta > 1e-9 ? Vec3(s.turn / s.theta) : Vec3(s.d.unitOrthogonal());
    low[0] = -1e300;
    high[0] = angle_ - s.theta;
    for_each_carrier(view.figure, segment_of(view.figure, site_), [&](int i) {
      Vec3 rate = view.kinematics.angular.col(i);
      if (at_point_) rate += s.u.cross(velocity(view, arm, i)) / s.distance;
      Jt(i, 0) = -k.dot(rate);
    });
  }
  void add_curvature(const TaskView& view, const VecX& pull, MatX& H) const override { add_to(view, pull[0], H); }
  bool add_tree_curvature(const TaskView& view, const VecX& pull, TreeMatrix& H) const override {
    add_to(view, pull[0], H);
    return true;
  }

 private:
  struct Seen {
    Vec3 p, d, u, turn;  // turn: from d to u
    double distance, theta;
  };
  Seen seen(const TaskView& view) const {
    const Placement frame = site_frame(view.figure, view.kinematics, site_);
    const Vec3 way = at_point_ ? Vec3(goal_ - frame.p) : goal_;
    Seen s;
    s.p = frame.p;
    s.d = frame.R * axis_;
    s.distance = at_point_ ? std::max(way.norm(), 1e-6) : std::numeric_limits<double>::infinity();
    s.u = way.norm() > 1e-9 ? Vec3(way.normalized()) : s.d;  // at the point itself every direction is right
    s.turn = log_rotation(direct_rotation(s.d, s.u));
    s.theta = s.turn.norm();
    return s;
  }
  // ∂²(½ θ²) = θ ∂²θ + ∂θ ∂θᵀ, and of the left side all is known.
  template <typename Matrix>
  void add_to(const TaskView& view, double pull, Matrix& H) const {
    const Seen s = seen(view);
    if (s.theta < kTip) return;
    const double share = -pull / s.theta;
    add_angle_curvature(view, segment_of(view.figure, site_), s.p, s.d, s.u, s.distance, share, H);
    VecX low(1), high(1);
    MatX Jt = MatX::Zero(view.figure.dof(), 1);
    evaluate_room(view, low, high, Jt);
    add_squares(Jt, -share, H);
  }

  static constexpr double kTip = 1e-5;  // rad; at the tip of the cone θ has no second derivative
  int site_;
  Vec3 axis_, goal_;
  bool at_point_;
  double angle_;
};

}  // namespace

std::unique_ptr<Task> balance_task(const Eigen::Matrix3Xd& normals, const Eigen::Matrix3Xd& points, double margin) {
  return std::make_unique<BalanceTask>(normals, points, margin);
}
std::unique_ptr<Task> cone_task(int site, const Vec3& axis, const Vec3& direction, double angle) {
  return std::make_unique<ConeTask>(site, axis, direction, false, angle);
}
std::unique_ptr<Task> aim_cone_task(int site, const Vec3& axis, const Vec3& point, double angle) {
  return std::make_unique<ConeTask>(site, axis, point, true, angle);
}

}  // namespace poise
