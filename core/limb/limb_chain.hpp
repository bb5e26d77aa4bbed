// A limb in its seven natural coordinates: three of the shoulder, the hinge angle, three of the wrist.
//
// In these coordinates ranges and couplings are linear, and swing limits concern two of them each. Positions are taken
// from the shoulder, in the axes of the segment that carries the limb.
#pragma once

#include "limb/limb_solve.hpp"

namespace poise {

using Vec7 = Eigen::Matrix<double, 7, 1>;
using Mat7 = Eigen::Matrix<double, 7, 7>;

struct LimbPlace {
  Vec3 elbow, wrist, site;
  Mat3 hand;                          // R₁ e^(θh) R₃
  Eigen::Matrix<double, 3, 7> turns;  // ω by the rate of each coordinate

  // The derivative of a function by the coordinates, when its derivative by the place of the site is `force` and by its
  // turn about itself `moment`: Jᵀ times a wrench.
  Vec7 slope(const Vec3& force, const Vec3& moment) const;
};

LimbPlace place_limb(const Limb& limb, const Vec7& x);

Vec7 natural_of(const LimbStance& stance, const VecX& coordinates);
Vec7 natural_of(const LimbAnswer& answer);

// The answer that a pose in natural coordinates is; swivel and branch are those it happens to have.
LimbAnswer described(const LimbStance& stance, const Vec7& x);

}  // namespace poise
