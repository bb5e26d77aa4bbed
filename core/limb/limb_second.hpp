// Goals that leave a second angle free: its values that the hinge allows, and one of them for which there is an answer.
//
// About the axis that is given, the wrist draws a circle, and the hinge bounds its distance from the shoulder: these
// values of ψ are arcs in closed form. Inside them shoulder and wrist are asked at many values, the nearest to the
// wanted one first. The hinge angle of an aim is given with its limits.
#pragma once

#include "limb/limb_solve.hpp"

namespace poise {

// The turns ψ of an axis goal at which the hinge, inside its limits or not, gives the distance.
ArcSet hinge_arcs(const LimbStance& stance, const LimbGoal& goal, bool limits);

// Values up to `reach` away from the wanted one, no farther than `step` apart, and `least` of them in each span that
// the hinge leaves, however narrow it is.
LimbAnswer solve_near(const LimbStance& stance, const LimbGoal& goal, const LimbChoice& choice, double reach,
                      double step, int least = 16);

// The circle that the wrist draws while the site turns about the axis of a goal: center + cos ψ u + sin ψ v from the
// shoulder, in the carrier's axes (Tolani eq. 10).
struct WristCircle {
  Vec3 center, u, v;
};
WristCircle wrist_circle(const LimbStance& stance, const LimbGoal& goal);

// The closed-form answer to any goal; see solve_at for what it is when the goal is not reached.
LimbAnswer solve_limb(const LimbStance& stance, const LimbGoal& goal, const LimbChoice& choice);

}  // namespace poise
