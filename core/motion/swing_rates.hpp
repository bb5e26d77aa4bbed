// Rates of a swing joint's two coordinates from the motion of its limb on the sphere.
#pragma once

#include "math/rotation.hpp"

namespace poise {

struct SwingRates {
  Vec2 first, second;  // ds/dt, d²s/dt²
};

// A limb at swing s that is carried by a rotation R (R z is its direction) with velocity ω and acceleration ω' in the
// moving frame. Finite but at θ = π, where swings end.
SwingRates swing_rates(const Vec2& swing, const Quat& R, const Vec3& omega, const Vec3& change);

}  // namespace poise
