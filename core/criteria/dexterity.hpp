// Dexterity: a site that could go on in any direction (Boulic et al. 1996, 3.1.1), which it cannot near a singular
// pose.
#pragma once

#include <memory>

#include "criteria/criterion.hpp"

namespace poise {

// What is measured of the site's Jacobian J (r × n; its singular values σ are metres a radian), made free of units by
// the length L of what carries it:
//   kManipulability   m = (σ₁ σ₂ … σ_r)^(1/r) / L, Yoshikawa's √det(J Jᵀ) as a mean: the ellipsoid of velocities is
//   large kSmallest         m = σ_r / L: the worst direction is as good as it can be kCondition        m = σ_r / σ₁, at
//   most 1: all directions are alike
enum class DexterityMeasure : int { kManipulability, kSmallest, kCondition };

// ½ r² with r = 1 / (1 + m): r = 1 at a singular pose. `counts` (n): 1 for the degrees of freedom that count, else 0.
// `axes`: the directions that matter, as columns.
std::unique_ptr<Criterion> dexterity_criterion(int site, const Eigen::Matrix3Xd& axes, DexterityMeasure measure,
                                               const VecX& counts, double length);

}  // namespace poise
