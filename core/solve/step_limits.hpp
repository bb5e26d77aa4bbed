// What a step may do: the whole rule. As bounds, inside which the kernel finds steps and corrections, and exactly, in
// the pose that each of them leads to. Both are asked with all that they may look at, a `StepPlace`. Today this is what
// the limits of the figure allow: their rows (limit_rows.hpp), and clamping.
//
// One bound more is written in three functions of step_limits.cpp:
//
//   StepLimits    its rows, over degrees of freedom, behind those of the limits:
//                   rows_.bounds().add({dof}); and rows_.bounds().factor(entry) = 1.0
//                 A row has two sides, and may be over several degrees of freedom. As many for every pose and step, for
//                 the active set is carried from one to the next; the first of them is row `meaning().size()`.
//   bounds_at     how far it lets a step go from this place, lower ≤ 0 ≤ upper; open (kUnbounded) where it does not
//                 count just now. For rows that turn with the pose, the factors, in variables of a step: derivatives by
//                 degrees of freedom times `place.variables.scales()`. (`reorder` has made variables of the degrees of
//                 freedom that `bounds.dof(entry)` names.) How far a joint has turned since `place.pose`, `difference`
//                 of body/coordinates.hpp says.
//   moved         what must hold exactly is cut off what has been done since `place.pose`: the kernel keeps to a plane,
//                 and a step that is put together of several corrections keeps to it only together. Clamping may turn a
//                 joint farther again: cut and clamp until both hold; `place.pose` itself always does. A symmetric
//                 question asks once more for its middle, with no motion.
//
// Nobody else counts or names bounds; `meaning` tells of those that are limits, the first ones.
#pragma once

#include <limits>
#include <vector>

#include "solve/limit_rows.hpp"

namespace poise {

// Where a step or a correction of it is asked for.
struct StepPlace {
  const Figure& figure;
  const StepVariables& variables;
  const VecX& pose;  // where the step begins, the current pose
  const VecX& from;  // where this part of it begins: that pose or, of a correction, one on the way
  int steps;         // accepted since a run was started last: an attempt, a leap of a limb (`Run::restart`)
};

class StepLimits {
 public:
  StepLimits(const Figure& figure, const StepVariables& variables);

  // Bounds on a step from there, in its variables; valid until asked for another place. `reach`: of a step whose
  // largest entry is no more than that; rows that no such step breaks may be those of another place.
  const Bounds& bounds_at(const StepPlace& place, double reach = std::numeric_limits<double>::infinity());
  // The pose that a motion leads to, by degrees of freedom, from there.
  VecX moved(const StepPlace& place, const VecX& motion) const;

  // Of the limits among the bounds: what each is, and what curvature they add (limit_rows.hpp).
  const std::vector<LimitRow>& meaning() const { return rows_.meaning(); }
  const LimitRows& limits() const { return rows_; }

 private:
  LimitRows rows_;
  VecX at_;             // where limits were last made bounds
  double reach_ = 0.0;  // and for which steps
};

}  // namespace poise
