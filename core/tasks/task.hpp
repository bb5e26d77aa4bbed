// Tasks: something wanted of a pose, as an error and a Jacobian (Baerlocher 4.5). These two make a task; all other
// functions have defaults and are there for speed, curvature or goals that move.
//
// This folder is for what may be wanted of a pose. It may know limits, body and math; criteria and statics build on how
// a task sees a pose, the solver serves tasks, the bindings make them.
//
// A task has m rows: `error` e, and Jᵀ (n × m) such that J v = e is what it wants of a step v. Metres or radians.
#pragma once

#include <memory>
#include <vector>

#include "body/mass.hpp"
#include "math/tree_matrix.hpp"
#include "tasks/match.hpp"

namespace poise {

// A pose as tasks see it.
struct TaskView {
  const Figure& figure;
  const VecX& q;
  const Kinematics& kinematics;
  const MassState& masses;
  int step = 0;  // steps the solver has taken to get here
};

class Task {
 public:
  virtual ~Task() = default;
  virtual int rows() const = 0;
  // Jt arrives zeroed.
  virtual void evaluate(const TaskView& view, Eigen::Ref<VecX> error, Eigen::Ref<MatX> Jt) const = 0;
  // The errors alone.
  virtual void measure(const TaskView& view, Eigen::Ref<VecX> error) const;
  // Adds −Σ wᵢ ∇²xᵢ to H (n × n, symmetric), x being what J is the derivative of: the curvature that linear models
  // ignore. Found by finite differences unless a task knows better.
  virtual void add_curvature(const TaskView& view, const VecX& pull, MatX& H) const;
  // The same to a matrix over the tree of joints, by degrees of freedom; false, with nothing added, when the curvature
  // does not have that form or nobody has written it so.
  virtual bool add_tree_curvature(const TaskView& view, const VecX& pull, TreeMatrix& H) const;
  // Whether its rows are inequalities low ≤ J v ≤ high; `error` is then what they lack, 0 inside.
  virtual bool is_inequality() const { return false; }
  virtual void evaluate_room(const TaskView& view, Eigen::Ref<VecX> low, Eigen::Ref<VecX> high,
                             Eigen::Ref<MatX> Jt) const;
  // A row that the level itself may break when that makes the rest lack less; while it holds, no level below may.
  // −1: none.
  virtual int lenient_row() const { return -1; }
  // The room alone.
  virtual void measure_room(const TaskView& view, Eigen::Ref<VecX> low, Eigen::Ref<VecX> high) const;
  // The site that it leads, as an equality; −1: it is about something else.
  virtual int led_site() const { return -1; }
  // Whether its errors are angles of sites in space.
  virtual bool turns() const { return false; }
  // Whether a row is an angle; the others are lengths, which grow with the figure.
  virtual bool is_angle(int row) const;
  // The same demand as plain geometry, the sum of the squares being that of the errors where they are small; none when
  // it cannot be said so.
  virtual std::vector<Match> matches(const Figure& figure) const;
  // Not null: it wants single degrees of freedom. J is the diagonal matrix of these n numbers, and `evaluate_freedoms`
  // gives all n errors.
  virtual const VecX* diagonal() const { return nullptr; }
  virtual void evaluate_freedoms(const TaskView& view, VecX& error) const;
  // Whether it is preferred rather than reached, as criteria are: served as well as can be from where the rest has led.
  virtual bool is_preferred() const { return false; }
  // Whether it stands for things that nobody goes through: what its rows lack is how deep a body is in them (m).
  virtual bool bars_the_way() const { return false; }
  // Whether its rows may change although nobody has changed its goal: those of a Python function may.
  virtual bool changes_by_itself() const { return false; }

  // A new goal as plain numbers; how many, `goal_size` says.
  virtual int goal_size() const = 0;
  virtual void set_goal(const VecX& goal) = 0;
};

}  // namespace poise
