// Cascaded control, the other way to use priorities, kept for comparison (Chiaverini; Boulic et al. 1996, eq. 16;
// Baerlocher 5.3.3): every level is solved by itself, and only then projected into the null space of those above.
//
//   v = J₁⁺ Δx₁ + P₁ J₂⁺ Δx₂ + P₂ J₃⁺ Δx₃ + … + P z      P_k: projection on the null space of levels 1 … k
//
// No level knows what those above have left it. It tracks poorly, and ends beside the optimum when goals conflict.
#pragma once

#include <vector>

#include "kernel/level_rows.hpp"

namespace poise {

// One step for the levels; `preference` (n) is z. Task increments are cut to a small length, inverses damped by what is
// left.
VecX cascade_step(const std::vector<LevelRows>& levels, const VecX& preference);

}  // namespace poise
