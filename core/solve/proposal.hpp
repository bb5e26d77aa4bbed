// A proposed step as a value, and what the levels above it may lose unnoticed.
#pragma once

#include <algorithm>

#include "solve/saved_pose.hpp"
#include "solve/tolerances.hpp"

namespace poise {

struct Proposal {
  VecX v;             // the step in the solver's variables (step_variables.hpp), inside the trust radius
  double size = 0.0;  // largest entry before the radius cut it
  bool cut = false;
  std::size_t deciding = 0;   // first level that is predicted to gain; the number of levels when only criteria move
  double predicted = 0.0;     // its predicted residual
  bool within_reach = false;  // the whole step would finish it: a shortened one shall, too
  std::size_t guarded = 0;    // levels that must be as they were, or finished, after the step
  std::size_t guarded_exactly = 0;  // of these, the ones above the second-order levels at the end
  bool linear = true;               // none of these is of second order
  double restored = 0.0;            // m, rad: how exactly guarded levels are restored
  double converged = 0.0;           // m, rad: levels this near their goals are at them (is_at_goal)
  bool regular = true;              // guarded rows stand in the factorisation as they are (is_regular)
  bool near_goals = true;           // guarded levels are at their goals, or will be
  bool second_order = false;        // the deciding level is of second order: its step counts on the bounds that hold it
  bool reused = false;              // by the factorisation of the last step

  bool is_at_goal(double residual) const { return residual < converged; }  // of a level, by the measure of this step
  bool is_loose(const Tolerances& t) const { return restored == t.precision.loosely_restored; }
};

// Whether the rows of a level stand in a factorisation as they are: all joints may help, no posture. Of inequalities
// those do that are broken or held, which is enough for a level at its goal.
inline bool is_regular(const LevelRows& level, bool at_goal) {
  return level.allowed_Jt.cols() == 0 && level.diagonal.size() == 0 && (at_goal || level.low.size() == 0);
}

// What a second-order level, at its residual, neither moves for nor guards from those below. `share`: of its residual.
inline double dead_band(const LevelRows& level, double residual, double share, const Tolerances& t) {
  return level.second_order ? share * std::max(t.trust.dead_band_residual, residual) : 0.0;
}

// What a step may change at a level above the deciding one.
inline double unnoticed(const Proposal& proposal, double dead_band, const Tolerances& t) {
  return t.acceptance.restored * proposal.restored + dead_band;
}

}  // namespace poise
