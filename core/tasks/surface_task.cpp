#include "tasks/surface_task.hpp"

#include "tasks/curvature.hpp"
#include "tasks/task_parts.hpp"

namespace poise {

namespace {

// What both tasks measure: a site against a surface that a segment carries.
struct Measured {
  int site, carrier;
  Surface surface;

  // The signed distance; Jt receives its derivative: the relative velocity of site and surface along the normal.
  double evaluate(const TaskView& view, OutT Jt) const {
    const Placement at = carrier < 0 ? Placement{} : view.kinematics.segments[static_cast<std::size_t>(carrier)];
    const Vec3 p = site_frame(view.figure, view.kinematics, site).p, arm = p - view.kinematics.reference;
    const Nearness near = nearness(surface, at.inverse().R * (p - at.p));
    const Vec3 outward = at.R * near.outward;
    for_each_carrier(view.figure, segment_of(view.figure, site),
                     [&](int k) { Jt(k, 0) += outward.dot(velocity(view, arm, k)); });
    for_each_carrier(view.figure, carrier, [&](int k) { Jt(k, 0) -= outward.dot(velocity(view, arm, k)); });
    return near.distance;
  }

  // H ← H − pull · ∂² of the distance from a surface that stands still: of the point along the normal, and of the
  // normal where the point moves.
  void add_curvature(const TaskView& view, double pull, MatX& H) const {
    const int segment = segment_of(view.figure, site);
    const Vec3 p = site_frame(view.figure, view.kinematics, site).p, arm = p - view.kinematics.reference;
    add_point_curvature(view, segment, p, pull * nearness(surface, p).outward, H);
    if (surface.kind == SurfaceKind::kPlane) return;
    Eigen::Matrix3Xd moved = Eigen::Matrix3Xd::Zero(3, view.figure.dof());
    for_each_carrier(view.figure, segment, [&](int k) { moved.col(k) = velocity(view, arm, k); });
    H -= pull * moved.transpose() * turning(surface, p) * moved;
  }

  void place(const VecX& goal) {
    surface.frame.p = goal.head<3>();
    surface.frame.R = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(goal.data() + 3);
    surface.size = goal.tail<3>();
  }
};

constexpr int kGoalSize = 15;

class OnSurfaceTask final : public Task {
 public:
  explicit OnSurfaceTask(const Measured& measured) : measured_(measured) {}
  int rows() const override { return 1; }
  int goal_size() const override { return kGoalSize; }
  void set_goal(const VecX& goal) override { measured_.place(goal); }
  void evaluate(const TaskView& view, Out error, OutT Jt) const override { error[0] = -measured_.evaluate(view, Jt); }
  void add_curvature(const TaskView& view, const VecX& pull, MatX& H) const override {
    if (measured_.carrier >= 0) return Task::add_curvature(view, pull, H);
    measured_.add_curvature(view, pull[0], H);
  }
  // A plane is a point of it, of which only the way along its normal counts; what is round is no match.
  std::vector<Match> matches(const Figure& figure) const override {
    if (measured_.surface.kind != SurfaceKind::kPlane) return {};
    const Placement& frame = measured_.surface.frame;
    const Vec3 normal = frame.R.col(2);
    const Match::End plane{measured_.carrier < 0 ? Match::kWorld : measured_.carrier, frame.p};
    return {
        {Match::Kind::kPoint, point_of(figure, measured_.site, Vec3::Zero()), plane, normal * normal.transpose(), 1.0}};
  }

 private:
  Measured measured_;
};

class OffSurfaceTask final : public Inequality {
 public:
  OffSurfaceTask(const Measured& measured, double min, double max) : measured_(measured), min_(min), max_(max) {}
  int rows() const override { return 1; }
  int goal_size() const override { return kGoalSize; }
  void set_goal(const VecX& goal) override { measured_.place(goal); }
  void evaluate_room(const TaskView& view, Out low, Out high, OutT Jt) const override {
    const double distance = measured_.evaluate(view, Jt);
    low[0] = min_ - distance;
    high[0] = max_ - distance;
  }
  void add_curvature(const TaskView& view, const VecX& pull, MatX& H) const override {
    if (measured_.carrier >= 0) return Task::add_curvature(view, pull, H);
    measured_.add_curvature(view, pull[0], H);
  }

 private:
  Measured measured_;
  double min_, max_;
};

}  // namespace

std::unique_ptr<Task> on_surface_task(int site, int carrier, const Surface& surface) {
  return std::make_unique<OnSurfaceTask>(Measured{site, carrier, surface});
}
std::unique_ptr<Task> off_surface_task(int site, int carrier, const Surface& surface, double min, double max) {
  return std::make_unique<OffSurfaceTask>(Measured{site, carrier, surface}, min, max);
}

}  // namespace poise
