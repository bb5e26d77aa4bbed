// From tasks to the rows of their levels: shapes, errors, Jacobians and curvatures, in the variables of a step.
//
// Knows the problem and which of its tasks the rows were made for, but no pose: a view of one is given.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "kernel/kernel.hpp"
#include "solve/problem.hpp"
#include "solve/step_variables.hpp"

namespace poise {

class TaskLevels {
 public:
  explicit TaskLevels(std::shared_ptr<const Problem> problem);

  // Orders the variables of a step by the first level that each moves in this pose; whether they stand otherwise now.
  bool choose_variables(const TaskView& view);
  const StepVariables& variables() const { return variables_; }

  // Orientations of this level do not count for now; −1: all tasks count.
  void postpone_orientations(int level) { position_first_level_ = level; }

  // Gives rows the shapes that the enabled tasks need, and remembers these tasks.
  void shape(std::vector<LevelRows>& current, std::vector<LevelRows>& candidate);
  // Whether rows must be shaped again: other tasks count than those they were shaped for.
  bool needs_shaping() const;
  // Whether a level wants something else than when its revision was noted last.
  bool has_changed(std::size_t level) const;
  void note_revisions();
  void forget_revisions() { revisions_.clear(); }

  // Errors and Jacobians of a level; the view needs twists.
  void evaluate(std::size_t level, const TaskView& view, LevelRows& rows) const;
  // Errors alone.
  void measure(std::size_t level, const TaskView& view, LevelRows& rows) const;
  // The curvature of a level's own errors and of the task rows that hold it, by degrees of freedom: the Hessian of its
  // Lagrangian but for JᵀJ and limits.
  void add_curvature(std::size_t level, const Multipliers& multipliers, const std::vector<LevelRows>& rows,
                     const TaskView& view, MatX& curvature) const;
  // The same over the tree of joints; false, the matrix being undefined, when one of the tasks does not know it so.
  bool add_tree_curvature(std::size_t level, const Multipliers& multipliers, const std::vector<LevelRows>& rows,
                          const TaskView& view, TreeMatrix& curvature) const;

 private:
  template <typename Visit>
  bool for_each_pull(std::size_t level, const Multipliers& multipliers, const std::vector<LevelRows>& rows,
                     Visit&& visit) const;
  void shape(std::size_t level, LevelRows& rows) const;
  bool counts(std::size_t level, const Demand& demand) const;
  void keep_allowed_joints(std::size_t level, LevelRows& rows) const;

  std::shared_ptr<const Problem> problem_;
  StepVariables variables_;
  mutable MatX jacobian_;                                 // of a level, by degrees of freedom, on its way to rows
  std::vector<std::pair<const Task*, bool>> shaped_for_;  // the tasks, and whether each was enabled
  std::vector<int> revisions_;                            // of the demands, as noted; empty: none was
  int position_first_level_ = -1;
};

}  // namespace poise
