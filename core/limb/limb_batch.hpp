// Many goals of one limb at once, on several threads; every answer is the same whatever their number.
#pragma once

#include "limb/limb_best.hpp"

namespace poise {

// `threads` 0: as many as the machine has cores.
void solve_limbs(const LimbStance& stance, const std::vector<LimbGoal>& goals, const std::vector<LimbChoice>& choices,
                 int threads, std::vector<LimbAnswer>& answers);

}  // namespace poise
