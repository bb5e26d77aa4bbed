// Tasks: something wanted of a pose, as an error and a Jacobian (Baerlocher 4.5). Nothing else.
//
// A task has m rows: `error` e, and Jᵀ (n × m) such that J v = e is what it wants of a step v. Metres or radians.
#pragma once

#include <memory>
#include <vector>

#include "poise/mass.hpp"

namespace poise {

// A pose as tasks see it.
struct TaskView {
  const Figure& figure;
  const VecX& q;
  const Kinematics& kinematics;
  const MassState& masses;
};

class Task {
 public:
  virtual ~Task() = default;
  virtual int rows() const = 0;
  // Jt arrives zeroed.
  virtual void evaluate(const TaskView& view, Eigen::Ref<VecX> error, Eigen::Ref<MatX> Jt) const = 0;
  // Adds −Σ wᵢ ∇²xᵢ to H (n × n, lower and upper), the curvature that linear tasks ignore; `pull` is w = weight ·
  // error. What a task leaves out only costs speed when a goal is out of reach.
  virtual void add_curvature(const TaskView& view, const VecX& pull, MatX& H) const;
  // Whether its rows are inequalities low ≤ J v ≤ high; `error` is then what they lack, 0 inside.
  virtual bool is_inequality() const { return false; }
  virtual void evaluate_room(const TaskView& view, Eigen::Ref<VecX> low, Eigen::Ref<VecX> high,
                             Eigen::Ref<MatX> Jt) const;
  // A new goal as plain numbers; how many, `goal_size` says.
  virtual int goal_size() const = 0;
  virtual void set_goal(const VecX& goal) = 0;
};

// A site at a point, measured along some world axes.
std::unique_ptr<Task> position_task(int site, const Vec3& goal, const Eigen::Matrix3Xd& axes);
// A site turned like a rotation (row by row as a goal).
std::unique_ptr<Task> orientation_task(int site, const Mat3& goal);
// An axis of a site along a world direction; turning about it is free.
std::unique_ptr<Task> direction_task(int site, const Vec3& axis, const Vec3& direction);
// An axis of a site toward a point ("look at", 4.5.2).
std::unique_ptr<Task> aim_task(int site, const Vec3& axis, const Vec3& point);
// Two sites at one place and/or turned alike (loops, 4.5.3).
std::unique_ptr<Task> together_task(int a, int b, bool position, bool orientation);
// The centre of mass at a point, measured along some world axes (4.5.4).
std::unique_ptr<Task> center_task(const Vec3& goal, const Eigen::Matrix3Xd& axes);
// The centre of mass on the inner side of some planes: normal · (G − point) ≥ margin, normals inward, as columns.
std::unique_ptr<Task> balance_task(const Eigen::Matrix3Xd& normals, const Eigen::Matrix3Xd& points, double margin);
// A site on the side of a plane that its normal points to.
std::unique_ptr<Task> side_task(int site, const Vec3& point, const Vec3& normal);
// A site no nearer to a point than `min` and no farther than `max`.
std::unique_ptr<Task> distance_task(int site, const Vec3& point, double min, double max);
// The joints as in a pose; degrees of freedom of weight zero do not matter.
std::unique_ptr<Task> posture_task(const VecX& coordinates, const VecX& weights);

}  // namespace poise
