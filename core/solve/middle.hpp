// Towards the middle of limits: other poses to try a level from.
#pragma once

#include <vector>

#include "solve/evaluation.hpp"

namespace poise {

// Whether a degree of freedom may serve the first `count` levels: it moves one of them, and no list of allowed joints
// leaves it out.
std::vector<bool> serving(const Evaluation& evaluation, std::size_t count);

// A pose with these degrees of freedom that share of the way to the middle of their limits: along the Newton step of
// the criterion that wants them there, which joints without limits do not take part in.
VecX towards_middle(const Evaluation& evaluation, const std::vector<bool>& these, const VecX& start, double share);

}  // namespace poise
