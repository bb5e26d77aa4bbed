// The solver: a pose that honours levels of tasks strictly, inside all limits, and settles.
//
// One step: evaluate the tasks, solve the hierarchy inside the limits, cut the step to the trust region, take it, clamp
// exactly, and bring the levels above the deciding one back by Newton corrections before anyone sees the pose. The step
// counts only if the first level whose residual it changes got better; else the deciding level is damped more and the
// region shrinks. The damping of a level is λ² = μ |e|², after Sugihara's robust Levenberg–Marquardt: none where
// nothing is left to do, so convergence is quadratic; μ falls while the linear model predicts well and rises while it
// does not (Nielsen). A level that the linear model has failed is given its curvature as well: a goal out of reach can
// only be approached by it.
#pragma once

#include <memory>
#include <vector>

#include "poise/criterion.hpp"
#include "poise/limit_rows.hpp"
#include "poise/pose.hpp"
#include "poise/task.hpp"

namespace poise {

struct Demand {
  std::shared_ptr<Task> task;
  double weight = 1.0;
  VecX joints;  // share of every degree of freedom in helping (0 … 1); empty: all of all
  bool enabled = true;
};

enum class Method : int { kPriority, kCascaded };

struct Problem {
  std::shared_ptr<const Figure> figure;
  std::vector<std::vector<int>> levels;  // indices of demands
  std::vector<Demand> demands;
  std::vector<Preference> criteria;
  Method method = Method::kPriority;
  VecX pull;      // stay near these coordinates in the freedom left; empty: no wish
  VecX mobility;  // how willingly every degree of freedom moves (> 0); empty: all alike
};

class Solver {
 public:
  Solver(std::shared_ptr<const Problem> problem, const VecX& start);

  // Start again from other coordinates (clamped), as a stranger to what was learnt.
  void restart(const VecX& start);
  // Goals or switches of the problem have changed: look again from here, keeping the active set.
  void refresh();
  // Go on where another solver of a figure with the same joints is: its pose and, if the limits are alike, its active
  // set.
  void resume(const Solver& other);

  // One accepted step. Returns the largest motion of a degree of freedom; 0 when no step improves anything.
  double step();

  const VecX& coordinates() const { return q_; }
  Pose pose() const;  // as it is now; what was run for it is not run again
  const VecX& level_residuals() const { return residuals_; }
  // Unweighted error rows of every task at the present pose.
  std::vector<VecX> task_errors() const;
  std::vector<LimitRow> held() const;
  int steps() const { return steps_; }
  bool settled() const { return settled_; }

 private:
  struct Trial {
    VecX v;
    double size;  // largest entry before the region cut it
    bool cut;
    std::size_t deciding;       // first level that is predicted to gain; all of them when only the pull moves
    double predicted;           // its predicted residual
    bool within_reach = false;  // the whole step would finish it: a shortened one shall, too
  };

  void look(const VecX& q);
  void evaluate(std::vector<LevelRows>& levels) const;
  void evaluate_level(std::size_t level, LevelRows& rows) const;
  double attempt(std::size_t count, bool pulled);
  void bend(std::size_t level);
  Trial propose(std::size_t count, bool pulled);
  VecX corrected(VecX q, const Trial& trial);
  std::size_t first_changed(const VecX& after) const;
  bool idle(std::size_t judge, const VecX& after, const VecX& q, double motion);
  void learn(const Trial& trial, std::size_t judge, const VecX& after);
  void shape_levels();
  double cascaded_step();

  std::shared_ptr<const Problem> problem_;
  VecX q_, looked_, residuals_;
  Kinematics kinematics_;
  MassState masses_;
  std::vector<LevelRows> here_, there_;
  LimitRows limits_;
  std::vector<Held> held_;
  Hierarchy hierarchy_;
  std::vector<double> mu_;
  std::vector<char> struggling_;  // levels whose gains were not as foretold
  double radius_ = 1.0;
  double growth_ = 2.0;  // of the damping at the next failure (Nielsen)
  int steps_ = 0, idle_steps_ = 0;
  bool settled_ = false;
};

}  // namespace poise
