#include "world/contact_tasks.hpp"

#include <algorithm>
#include <utility>

#include "tasks/curvature.hpp"
#include "tasks/task_parts.hpp"
#include "world/avoid_task.hpp"

namespace poise {

namespace {

class TouchTask final : public Task {
 public:
  TouchTask(std::vector<Spot> spots, std::shared_ptr<const World> world)
      : spots_(std::move(spots)), world_(std::move(world)) {}
  int rows() const override { return static_cast<int>(spots_.size()); }
  int goal_size() const override { return 0; }
  void set_goal(const VecX&) override {}

  void evaluate(const TaskView& view, Out error, OutT Jt) const override {
    for (std::size_t i = 0; i < spots_.size(); ++i) {
      const auto row = static_cast<Eigen::Index>(i);
      const Vec3 at = place(view, spots_[i]), arm = at - view.kinematics.reference;
      const Nearness near = touched(spots_[i]).nearness(at);
      error[row] = spots_[i].radius - near.distance;
      for_each_carrier(view.figure, spots_[i].segment,
                       [&](int k) { Jt(k, row) += near.outward.dot(velocity(view, arm, k)); });
    }
  }

  // Of the point along the way out, and of the way out where the point moves.
  void add_curvature(const TaskView& view, const VecX& pull, MatX& H) const override {
    for (std::size_t i = 0; i < spots_.size(); ++i) {
      const Obstacle& obstacle = touched(spots_[i]);
      const double force = pull[static_cast<Eigen::Index>(i)];
      if (force == 0.0) continue;
      const Vec3 at = place(view, spots_[i]), arm = at - view.kinematics.reference;
      add_point_curvature(view, spots_[i].segment, at, force * obstacle.nearness(at).outward, H);
      Eigen::Matrix3Xd moved = Eigen::Matrix3Xd::Zero(3, view.figure.dof());
      for_each_carrier(view.figure, spots_[i].segment, [&](int k) { moved.col(k) = velocity(view, arm, k); });
      H -= force * moved.transpose() * obstacle.turning(at) * moved;
    }
  }

 private:
  static Vec3 place(const TaskView& view, const Spot& spot) {
    const Placement& frame = view.kinematics.segments[static_cast<std::size_t>(spot.segment)];
    return frame.R * spot.at + frame.p;
  }

  const Obstacle& touched(const Spot& spot) const {
    return world_->obstacles()[static_cast<std::size_t>(spot.obstacle)];
  }

  std::vector<Spot> spots_;
  std::shared_ptr<const World> world_;
};

class CarriedPointTask final : public Task {
 public:
  CarriedPointTask(int segment, const Vec3& at, const Vec3& goal, Eigen::Matrix3Xd axes)
      : segment_(segment), at_(at), goal_(goal), axes_(std::move(axes)) {}
  int rows() const override { return static_cast<int>(axes_.cols()); }
  int goal_size() const override { return 3; }
  void set_goal(const VecX& goal) override { goal_ = goal; }

  void evaluate(const TaskView& view, Out error, OutT Jt) const override {
    const Vec3 p = place(view), arm = p - view.kinematics.reference;
    error = axes_.transpose() * (goal_ - p);
    for_each_carrier(view.figure, segment_,
                     [&](int k) { Jt.row(k) += (axes_.transpose() * velocity(view, arm, k)).transpose(); });
  }
  void add_curvature(const TaskView& view, const VecX& pull, MatX& H) const override {
    add_point_curvature(view, segment_, place(view), axes_ * pull, H);
  }

 private:
  Vec3 place(const TaskView& view) const {
    const Placement& frame = view.kinematics.segments[static_cast<std::size_t>(segment_)];
    return frame.R * at_ + frame.p;
  }

  int segment_;
  Vec3 at_, goal_;
  Eigen::Matrix3Xd axes_;
};

class SightTask final : public Inequality {
 public:
  SightTask(int site, const Vec3& point, std::shared_ptr<const World> world, double zone)
      : site_(site), point_(point), world_(std::move(world)), zone_(zone) {}
  int rows() const override { return static_cast<int>(std::min<std::size_t>(kMostRows, world_->obstacles().size())); }
  int goal_size() const override { return 3; }
  void set_goal(const VecX& goal) override { point_ = goal; }

  void evaluate_room(const TaskView& view, Out low, Out high, OutT Jt) const override {
    const std::vector<Row> found = look(view);
    write(found, low, high);
    const Vec3 arm = eye(view) - view.kinematics.reference;
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i].room >= zone_) continue;
      for_each_carrier(view.figure, segment_of(view.figure, site_), [&](int k) {
        Jt(k, static_cast<Eigen::Index>(i)) += found[i].along.dot(velocity(view, arm, k));
      });
    }
  }
  void measure_room(const TaskView& view, Out low, Out high) const override { write(look(view), low, high); }

 private:
  static constexpr std::size_t kMostRows = 32;
  static constexpr double kNoBound = 1e300;
  // The nearest obstacle of those that share a row, and how its room grows when the eye moves: the line turns about the
  // point, so that a place at t from the eye moves by 1 − t of what the eye does.
  struct Row {
    double room = kEndless;
    Vec3 along = Vec3::Zero();
  };

  Vec3 eye(const TaskView& view) const { return site_frame(view.figure, view.kinematics, site_).p; }

  std::vector<Row> look(const TaskView& view) const {
    const Round line{eye(view), point_, kSightRadius, 0.0};
    std::vector<Row> found(static_cast<std::size_t>(rows()));
    if ((line.b - line.a).norm() <= 2.0 * kSightRadius) return found;
    std::vector<int> near;
    const Extent around{line.a.cwiseMin(line.b), line.a.cwiseMax(line.b)};
    world_->near(around, zone_ + kSightRadius, 0.0, near);
    for (const int index : near) {
      const Obstacle& obstacle = world_->obstacles()[static_cast<std::size_t>(index)];
      if (obstacle.nearness(point_).distance < 0.0) continue;
      const Closest at = obstacle.solid->against(line.moved(obstacle.frame.inverse()));
      Row& row = found[static_cast<std::size_t>(index) % found.size()];
      if (at.distance < row.room) row = {at.distance, (1.0 - at.t) * (obstacle.frame.R * at.normal)};
    }
    return found;
  }

  void write(const std::vector<Row>& found, Out low, Out high) const {
    high.setConstant(kNoBound);
    for (std::size_t i = 0; i < found.size(); ++i)
      low[static_cast<Eigen::Index>(i)] = found[i].room >= zone_ ? -kNoBound : -approach(found[i].room, zone_);
  }

  int site_;
  Vec3 point_;
  std::shared_ptr<const World> world_;
  double zone_;
};

}  // namespace

std::unique_ptr<Task> touch_task(std::vector<Spot> spots, std::shared_ptr<const World> world) {
  return std::make_unique<TouchTask>(std::move(spots), std::move(world));
}
std::unique_ptr<Task> carried_point_task(int segment, const Vec3& at, const Vec3& goal, const Eigen::Matrix3Xd& axes) {
  return std::make_unique<CarriedPointTask>(segment, at, goal, axes);
}
std::unique_ptr<Task> sight_task(int site, const Vec3& point, std::shared_ptr<const World> world, double zone) {
  return std::make_unique<SightTask>(site, point, std::move(world), zone);
}

}  // namespace poise
