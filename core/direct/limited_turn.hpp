// The best turn of one joint inside its limits, while all others rest.
#pragma once

#include "direct/joint_optimum.hpp"

namespace poise {

// The best turn of a rotating joint inside its limits, written to its part of q: the free optimum where that is
// allowed; else, for swings and balls, the best of it clamped, of a part of the way to it where that gains nothing, and
// of climbing on from there along the limits. Never worse than the free optimum clamped, and never worse than staying.
// Of this turn the joint goes a share, unless that is worse than staying.
void improve_turn(const Joint& joint, const Mat3& G, VecX& q, double share = 1.0);

// From one pose of a joint to another by a share of the way.
void go_part_of_the_way(const Joint& joint, const VecX& from, double share, VecX& to);

}  // namespace poise
