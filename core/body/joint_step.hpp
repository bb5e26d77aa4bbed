// A step of one joint alone.
#pragma once

#include "body/coordinates.hpp"

namespace poise {

// What `integrate` does to a joint: `v` is its own part of the tangent, and the rest of `moved` stays as it is.
void step_joint(const Joint& joint, const ConstVec& q, const ConstVec& v, VecX& moved);

}  // namespace poise
