// The quick way to a step, for the everyday problem: rows that do not depend on each other, and few bounds in the way.
//
// The active set is guessed: the bounds of the last step, then whatever a level would violate. With the bounds of a
// guess as rows ahead of their levels, everything is one factorisation and one back-substitution. A guess counts only
// if the step keeps all bounds and if, for each bound held, the first level that has a Lagrange multiplier for it
// pushes against it (lexicographic multipliers: Dimitrov, Sherikov & Wieber 2015). Then it is the step that the general
// way finds; where no guess counts, that one has to. kernel.hpp says exactly when this one may answer.
//
//   v: the step, y = Qᵀ v: its coordinates, t and U: see last_objective.hpp
#pragma once

#include <vector>

#include "kernel/last_objective.hpp"
#include "kernel/step_request.hpp"

namespace poise {

class QuickMethod {
 public:
  // Tries to find the step; the active set is read as a guess, and written when one is found. False, with nothing
  // changed, when the general way is needed.
  bool step(const StepRequest& request);
  const VecX& found() const { return v_; }

  // As those of Kernel, about the last step found; a posture, no objective, may come last. False when the active set
  // would have to change, or when the step cut to `radius` would be outside the bounds.
  bool follow(const std::vector<LevelRows>& levels, const Bounds& bounds);
  bool within(double radius, const Bounds& bounds, VecX& cut) const;
  VecX again(const std::vector<LevelRows>& levels, std::size_t count, const VecX& slack) const;

  int rounds() const { return rounds_; }
  int freedom() const { return freedom_; }

 private:
  static constexpr int kMostDamped = 16;  // rows of a damped level

  bool fits(const StepRequest& request);
  bool find(const StepRequest& request);
  void report(const StepRequest& request);
  void write_levels(const std::vector<LevelRows>& levels);
  void write_bounds(const Bounds& bounds);
  double target(const Bounds& bounds, const RowGroup& group) const;
  void solve();
  void solve_damped(const RowGroup& group);
  // The active set.
  void guess(const Bounds& bounds, const std::vector<ActiveBound>& last);
  bool hold(int row, Side side, int level);
  bool hold_violated(const Bounds& bounds, int& violated);
  int violating_level(const Bounds& bounds, std::size_t row);
  bool release();
  void find_multipliers();
  void note_multipliers(int count, VecX& gradient, int level);

  int n_ = 0, rounds_ = 0, freedom_ = 0;
  std::size_t count_ = 0;  // levels of rows
  LaneOrder order_;
  LaneFactorisation factors_;
  LastObjective last_;
  ActiveSet active_;
  VecX targets_, missing_;  // per lane: what its row wants at all, and beyond the coordinates found so far
  VecX y_, v_;
  std::vector<VecX> reached_;  // v after the levels, as far as they were asked for
};

}  // namespace poise
