// A second start, where limits hold a pull short of its goal: the middle of them.
#pragma once

#include "body/figure.hpp"

namespace poise {

// The stored coordinates of a joint that has ranges to the middle of them, of a limb along its axis; what has no end on
// a side stays. The couplings of the figure are not looked at.
void to_middle(const Joint& joint, VecX& q);

}  // namespace poise
