// An active set that is carried from pose to pose, as a guess for the kernel.
#pragma once

#include <vector>

#include "kernel/bounds.hpp"
#include "kernel/level_rows.hpp"

namespace poise {

// Of an active set, drops the bounds that are farther than `near` from the pose: those given, then the inequalities of
// the levels.
void drop_left_bounds(const Bounds& bounds, const std::vector<LevelRows>& levels, double near,
                      std::vector<ActiveBound>& active);

}  // namespace poise
