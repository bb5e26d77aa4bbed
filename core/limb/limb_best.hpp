// The best a limb can do when closed form finds no pose: position first, then orientation, inside all limits.
//
// Tolani searches four angles for the least orientation error and leaves position to the distance alone. Here the
// whole-body solver does it with strict levels, on the limb's joints only and from several starts; whatever it finds is
// handed back to closed form, which makes a goal that can be reached exact: a point that needs another wrist, or an
// axis whose second angle fell between the ones that were tried.
#pragma once

#include "limb/limb_second.hpp"

namespace poise {

struct LimbErrors {
  double position;     // metres; of an aim, none
  double orientation;  // radians: of the site's axes, of its axis, or of where it aims
};
LimbErrors errors_of(const LimbStance& stance, const LimbGoal& goal, const VecX& coordinates);

VecX coordinates_of(const LimbStance& stance, const LimbAnswer& answer);

// The closed-form answer, or the best there is with the verdict that says why.
LimbAnswer best_limb(const LimbStance& stance, const LimbGoal& goal, const LimbChoice& choice);

}  // namespace poise
