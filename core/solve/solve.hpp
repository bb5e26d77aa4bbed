// The solver: a pose that honours levels of tasks strictly, inside all limits, and settles.
//
// One step: evaluate the tasks, solve the hierarchy inside the limits, cut the step to the trust region, take it, clamp
// exactly, and bring the levels above the deciding one back by corrections before anyone sees the pose. The step
// counts only if the first level whose residual it changes got better; else the region shrinks, and a level whose own
// model has failed is damped more. The damping of a level is λ² = μ |e|², after Sugihara's robust Levenberg–Marquardt:
// none where nothing is left to do, so convergence is quadratic; μ falls while the linear model predicts well and rises
// while it does not (Nielsen). A level that the linear model has failed is given its curvature as well: a goal out of
// reach can only be approached by it.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "body/pose.hpp"
#include "criteria/criterion.hpp"
#include "kernel/kernel.hpp"
#include "solve/limit_rows.hpp"
#include "tasks/task.hpp"

namespace poise {

struct Demand {
  std::shared_ptr<Task> task;
  double weight = 1.0;
  VecX joints;  // share of every degree of freedom in helping (0 … 1); empty: all of all
  bool enabled = true;
  int revision = 0;  // counts changes of the task or of its goal
};

enum class Method : int { kPriority, kCascaded };

struct Problem {
  std::shared_ptr<const Figure> figure;
  std::vector<std::vector<int>> levels;  // indices of demands
  std::vector<Demand> demands;
  std::vector<Preference> criteria;
  Method method = Method::kPriority;
  bool structural = false;  // the first level is part of the figure: exact in every pose
  VecX mobility;  // how willingly every degree of freedom moves (> 0): steps are short by Σ v²/mobility; empty: all
                  // alike
};

class Solver : private CurvatureSource {
 public:
  Solver(std::shared_ptr<const Problem> problem, const VecX& start);

  // Start again from other coordinates (clamped), as a stranger to what was learnt.
  void restart(const VecX& start);
  // Goals or switches of the problem have changed: look again from here, keeping the active set.
  void refresh();
  // Go on where another solver of a figure with the same joints is: its pose and, if the limits are alike, its active
  // set.
  void resume(const Solver& other);

  // When a level that wants places and turns comes to rest short of them, look once more from the start, places first.
  void look_twice() { looks_left_ = 2; }
  // Do so now, without waiting for that; false when there is nothing (more) to do.
  bool look_again();
  // Out of steps in the middle of a second look: to the better of both ways, as far as they got.
  void stop_looking();

  // One accepted step. Returns the largest motion of a degree of freedom; 0 when no step improves anything.
  double step();

  const VecX& coordinates() const { return q_; }
  Pose pose() const { return Pose(problem_->figure, q_); }
  const VecX& level_residuals() const { return score_.levels; }
  // Unweighted error rows of every task at the present pose.
  std::vector<VecX> task_errors() const;
  std::vector<LimitRow> held() const;
  int steps() const { return steps_; }
  bool settled() const { return settled_; }
  // Settled not because no step was worth taking, but because the last ones led nowhere.
  bool stalled() const { return stalled_; }

 private:
  // What a pose is judged by: the residual of every level, then what the criteria cost.
  struct Score {
    VecX levels;
    double cost = 0.0;
  };
  // A pose to come back to.
  struct Place {
    Score score;
    VecX q;
    std::vector<ActiveBound> held;
  };
  struct Trial {
    VecX v;
    double size = 0.0;  // largest entry before the region cut it
    bool cut = false;
    std::size_t deciding = 0;   // first level that is predicted to gain; all of them when only the pull moves
    double predicted = 0.0;     // its predicted residual
    bool within_reach = false;  // the whole step would finish it: a shortened one shall, too
    std::size_t count = 0;      // levels that must be as they were, or finished, after the step
    std::size_t exact = 0;      // of these, the ones above the bent ones at the end
    bool straight = true;       // none of these is bent
    double restored = 0.0;      // and how exactly
    double calm = 0.0;          // levels this near their goals are at them
    bool plain = true;          // their rows stand in the factorisation as they are: no helpers, no inequalities
    bool near = true;           // they are at their goals, or will be
    bool leaning = false;       // the deciding level is bent and counts on limits that hold it
    bool following = false;     // by the factorisation of the last step
  };
  enum class Verdict { kBetter, kWorse, kIdle };

  void choose_variables(const VecX& start);
  VecX moved(const VecX& q, const VecX& step) const;
  void update_limits(const VecX& q);
  void glance(const VecX& q);  // enough to measure
  void look(const VecX& q);
  TaskView view() const { return {*problem_->figure, looked_, kinematics_, masses_, steps_}; }
  bool counts(std::size_t level, const Demand& demand) const;
  bool is_news(std::size_t level) const;
  bool are_others() const;
  void shape_levels();
  void evaluate_level(std::size_t level, LevelRows& rows) const;
  void choose_helpers(std::size_t level, LevelRows& rows) const;
  void measure_level(std::size_t level, LevelRows& rows) const;
  Score score(const std::vector<LevelRows>& levels) const;
  void add_curvature(std::size_t level, const Multipliers& multipliers, MatX& curvature) override;

  void keep_near(const std::vector<LevelRows>& levels, double near, std::vector<ActiveBound>& held) const;
  void look_for_wish();
  Trial propose(std::size_t count, bool pulled);
  Trial within_region(std::size_t count);
  bool is_dear(const Trial& trial) const;
  Trial affordable(Trial trial, std::size_t count, int& rejected);
  bool decides(std::size_t level, Trial& trial) const;
  void find_deciding(Trial& trial) const;
  bool gains_much(const Trial& trial) const;
  VecX newton(const VecX& q, const Trial& trial, int round);
  double disturbance(const Trial& trial, std::size_t count);
  VecX slack(const VecX& q);
  VecX chord(const Kernel& step, const Trial& trial);
  VecX corrected(VecX q, const Trial& trial);

  double slight(std::size_t level) const;
  double unnoticed(const Trial& trial, std::size_t level) const;
  std::size_t first_changed(const Trial& trial, const VecX& after) const;
  double gain(std::size_t level, const Score& after) const;
  bool worthwhile(std::size_t judge, const Score& after, double motion) const;
  Verdict judged(const Trial& trial, std::size_t judge, const Score& after, double motion);
  void learn(const Trial& trial, std::size_t judge, const Score& after);
  void restrain(const Trial& trial, std::size_t judge);
  void halve_region(const Trial& trial);
  void accept(const VecX& q, const Score& after, double motion, std::size_t deciding);
  double attempt(std::size_t count, bool pulled);
  double advance();
  double follow();
  bool leads_on(const Trial& trial) const;
  void catch_up();
  double ask_again();
  void look_afresh();
  double cascaded_step();
  std::size_t first_short() const;
  bool is_torn(std::size_t level) const;
  bool is_seen() const;
  bool is_second_better() const;
  double behind_best() const;
  void keep_best(double motion);
  bool leads_nowhere() const;
  double go_back();

  std::shared_ptr<const Problem> problem_;
  StepVariables variables_;
  VecX start_, q_, looked_;
  Kinematics kinematics_;
  MassState masses_;
  bool twisted_ = false;  // whether the twists are those of looked_
  std::vector<LevelRows> here_, there_;
  mutable MatX given_;  // the Jacobian of a level by degrees of freedom, on its way to rows
  std::vector<std::pair<const Task*, bool>> shaped_;  // the tasks that they are for, and whether these are enabled
  std::vector<int> seen_;  // the revisions of the demands that here_ shows; empty: it shows none of them
  Score score_;
  Place best_;                // of solves that take long
  bool rough_ = false;        // the levels above the one that decided are at their goals but roughly
  bool steady_ = false;       // hierarchy_ is that of the last step for all levels, and good enough to correct it
  bool followable_ = false;   // and good enough for the next one
  bool behind_ = false;       // the Jacobians of here_ are those of an earlier pose
  double disturbance_ = 0.0;  // what corrections left, and how many there were
  int corrections_ = 0;
  LimitRows limits_;
  std::vector<ActiveBound> held_, held_there_;
  Kernel hierarchy_;                              // of the step
  VecX whole_;                                       // that it found, however long
  Kernel restoring_;                              // of corrections
  const std::vector<LevelRows>* bending_ = nullptr;  // the rows that bent levels belong to
  std::vector<double> mu_;                           // per level, and of the criteria
  std::vector<char> struggling_;                     // levels whose gains were not as predicted_residual
  Objective wish_;                                   // of the criteria, at wished_at_ in step wished_in_
  VecX wished_at_;
  int wished_in_ = 0;
  double radius_ = 1.0;
  double growth_ = 2.0;  // of the damping at the next failure (Nielsen)
  double last_motion_ = 0.0;
  double slight_ = 0.0;  // share of its residual that a bent level neither moves for nor guards from those below
  int steps_ = 0, idle_steps_ = 0;
  int steps_afresh_ = 0;  // since the solver looked afresh, but for rough ones
  int vain_ = 0;          // steps since best_, in halves
  bool settled_ = false, stalled_ = false;

  int looks_left_ = 0;       // 2: may look twice, 1: does so now
  std::size_t torn_ = 0;     // the level that the second look is about
  int places_first_ = -1;    // the level whose turns wait
  std::size_t decided_ = 0;  // the level that the last step was for
  Place first_end_;          // where the first look ended
  bool first_settled_ = false, first_stalled_ = false;
};

}  // namespace poise
