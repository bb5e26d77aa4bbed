// The best a limb can do when closed form finds no pose: position first, then orientation, inside all limits.
//
// Tolani searches four angles for the least orientation error and leaves position to the distance alone. Here Newton's
// method goes down from several poses of the limb's map, in the distance first and in the turn among the nearest poses;
// the best end is the answer. That it is the best of all is certain only where the hinge alone already forbids more. A
// goal that can be reached after all is handed back to closed form: a point that needs another wrist, or an axis whose
// second angle fell between the ones that were tried.
#pragma once

#include "limb/limb_second.hpp"

namespace poise {

struct LimbErrors {
  double position;     // metres; of an aim or an orientation alone, none
  double orientation;  // radians: of the site's axes, of its axis, or of where it aims
};
LimbErrors errors_of(const LimbStance& stance, const LimbGoal& goal, const VecX& coordinates);

VecX coordinates_of(const LimbStance& stance, const LimbAnswer& answer);

// The closed-form answer, or the best that is found with the verdict that says why.
LimbAnswer best_limb(const LimbStance& stance, const LimbGoal& goal, const LimbChoice& choice);

}  // namespace poise
