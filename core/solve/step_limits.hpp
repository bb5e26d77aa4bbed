// What a step may do: the whole rule of the solver's own methods. As bounds, inside which the kernel finds steps and
// corrections, and exactly, in the pose that each of them leads to. Both are asked with all that they may look at, a
// `StepPlace`. Today this is what the limits of the figure allow: their rows (limit_rows.hpp), and clamping. (The pulls
// of `transpose` and `ccd` clamp to limits by themselves: core/direct.)
//
// One bound more is written in three functions of step_limits.cpp:
//
//   StepLimits    its rows, over degrees of freedom, behind those of the limits, the first of them row
//                 `meaning().size()`. A row has two sides, and may be over several degrees of freedom. As many for
//                 every pose and step, for the active set is carried from one to the next:
//                   const BoundRow& row = rows_.bounds().add({joint.v});  rows_.bounds().factor(row.begin) = 1.0;
//                 Factors, too, are by degrees of freedom: `reorder` makes them those of variables, once.
//   bounds_at     how far it lets a step go from this place, rows_.bounds()[i].lower ≤ 0 ≤ upper, in rad or m of the
//                 degrees of freedom; ±kUnbounded where it does not count just now. For rows that turn with the pose,
//                 the factors, in variables of a step: derivatives by degrees of freedom times
//                 `place.variables.scales()`, both by the variable that `bounds.dof(entry)` names.
//   moved         what must hold exactly is cut off what has been done since `place.pose`: the kernel keeps to a plane,
//                 up to rounding on either side of it, and a step that is put together of several corrections keeps to
//                 it only together. Clamping may turn a joint farther again: cut and clamp until both hold, and after a
//                 few rounds in vain return `place.pose`, which always does; the step is refused then. A symmetric
//                 question asks once more for its middle, with no motion.
//
// Of a figure (body/figure.hpp) one needs `joints()`: of each its `name`, its `model` (Model::kHinge, kSlide, kElbow,
// kBall …; a person's knee is an elbow, flexion and twist), `q` and `v`, where its coordinates and degrees of freedom
// begin, `size_of(model).dof`, how many there are, and of hinges, slides and elbows `limit.ranges[i]` with `min` and
// `max`, ±1e300 where there is none. By how much each degree of freedom has moved from one pose to another says
// `difference(figure, one, other)` of body/coordinates.hpp. What a bound costs a solve, all of tests/solve tells in
// half a minute, the rules (make rules) do not. That it holds, `solve(…, criteria=(), history=True)` shows, but for
// jumps (`history.ways`): where a solve begins again and where it goes back to is no step, nor is the way from the
// given pose to the one that `Natural`, the criterion of a person by default, begins at.
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
