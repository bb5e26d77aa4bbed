// The quick way to a step, for the everyday problem: rows that do not depend on each other, and few bounds in the way.
//
// The active set is guessed: the bounds of the last step, then those that the dual method (dual_method.hpp) finds in
// the way of the first damped level that is in trouble, or of what comes last. With the bounds of a guess as rows ahead
// of their levels, everything is one factorisation and one back-substitution. A guess counts only if the step keeps all
// bounds and if, for each bound held, the first level that has a Lagrange multiplier for it pushes against it
// (lexicographic multipliers: Dimitrov, Sherikov & Wieber 2015). Then it is the step that the general way finds; where
// no guess counts, that one has to. kernel.hpp says exactly when this one may answer.
//
//   v: the step, y = Qᵀ v: its coordinates, t and U: see last_objective.hpp
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "kernel/curved_objective.hpp"
#include "kernel/dual_method.hpp"
#include "kernel/last_objective.hpp"
#include "kernel/reduced_objective.hpp"
#include "kernel/step_request.hpp"
#include "math/small_solve.hpp"

namespace poise {

class QuickMethod {
 public:
  // Tries to find the step; the active set is read as a guess, and written when one is found. False, with nothing
  // changed, when the general way is needed.
  bool step(const StepRequest& request);
  const VecX& found() const { return v_; }

  // As those of Kernel, about the last step found. False when the active set would have to change, or when the step cut
  // to `radius` would be outside the bounds.
  bool follow(const std::vector<LevelRows>& levels, const Bounds& bounds, const VecX& gradient);
  bool within(double radius, VecX& cut) const;
  VecX again(const std::vector<LevelRows>& levels, std::size_t count, const VecX& slack) const;

  // Whether the posture that came last, with its curvature, bends downwards nowhere that the rows leave free.
  bool is_convex() const { return reduced_.number() == static_cast<int>(count_) && reduced_.is_convex(); }

  int rounds() const { return rounds_; }
  int freedom() const { return freedom_; }

 private:
  static constexpr int kMostDamped = 16;  // rows of a damped level

  // The bound of a family that a step violates most.
  struct Worst {
    std::size_t row;
    Side side;
    int family;
    double excess;
  };

  bool fits(const StepRequest& request);
  bool fits(const LevelRows& level, std::size_t k) const;
  bool take_objective(const StepRequest& request);
  bool take_posture(const StepRequest& request);
  bool find(const StepRequest& request);
  bool write_guess(const StepRequest& request);
  bool factorise_last(const StepRequest& request);
  void leave_out_slight_damping();
  void report(const StepRequest& request);
  void write_levels(const std::vector<LevelRows>& levels);
  void write_bounds();
  void aim(const RowGroup& group, const std::vector<LevelRows>& levels, VecX& wanted) const;
  void aim_last_at(const std::vector<LevelRows>& levels, const VecX& gradient);
  double target(const RowGroup& group) const;
  bool solve();
  // Whether it must be the step of the general way even where a level is damped.
  bool is_strict() const { return curved_.exists() || reduced_.exists() || bounds_.has_inequalities(); }
  bool has_last() const { return last_number() >= 0; }
  int last_number() const { return std::max({last_.number(), curved_.number(), reduced_.number()}); }
  using DampedSystem = SmallSystem<kMostDamped>;
  DampedSystem damped_system(const RowGroup& group) const;
  void solve_damped(const RowGroup& group);
  VecX values() const;
  // The active set.
  void guess(const std::vector<ActiveBound>& last);
  bool hold(int row, Side side, int level);
  bool is_held_ahead_of(int level, int row) const;
  bool hold_violated(int& violated);
  bool hold_all(const std::vector<Worst>& found, int level);
  bool hold_by_dual_method(const VecX& v, int level, const RowGroup* damped);
  std::optional<ViolatedBound> most_violated(const VecX& v, int level) const;
  VecX response(const VecX& row, const RowGroup* damped) const;
  VecX damped_response(const RowGroup& group, const VecX& row) const;
  bool drop(const RowGroup& group);
  bool move_to_damped_levels();
  bool is_damped(int level) const;
  void find_violated(const VecX& v, int level, std::vector<Worst>& found) const;
  int violating_level(std::size_t row);
  bool is_split_as_begun() const;
  bool release();
  void find_multipliers();
  void add_damping(const RowGroup& level, VecX& gradient) const;
  Multipliers multipliers_by_owner(const VecX& slope, const std::vector<LevelRows>& levels) const;
  bool is_misled(const StepRequest& request);
  void note_multipliers(int count, const VecX& multipliers, int level);

  int n_ = 0, rounds_ = 0, freedom_ = 0;
  std::size_t count_ = 0;  // levels of rows
  LaneOrder order_;
  LaneFactorisation factors_;
  LastObjective last_;  // of what comes last, at most one of these three exists
  CurvedObjective curved_;
  ReducedObjective reduced_;
  QuickBounds bounds_;
  ActiveSet active_;
  DualMethod dual_;
  VecX targets_, missing_;  // per lane: what its row wants at all, and beyond the coordinates found so far
  VecX y_, v_;
  std::vector<VecX> reached_;  // v after the levels, as far as they were asked for
};

}  // namespace poise
