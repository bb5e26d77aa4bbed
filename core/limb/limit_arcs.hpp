// Which angles a joint's limits allow when the joint turns about a fixed axis: M(φ) = exp(φ a) M₀.
//
// While a limb swivels, shoulder and wrist both turn in this way. The direction of the limb then draws a circle on the
// sphere, and twist obeys tan(τ/2) = (A cos φ/2 + B sin φ/2)/(C cos φ/2 + D sin φ/2), so cones, polygons and ranges end
// at roots of trigonometric equations (Korein; Tolani 3.2.4 does it for Euler angles). Ellipses and tables of twist end
// at bracketed roots.
#pragma once

#include "body/joint_limit.hpp"
#include "math/arc_set.hpp"

namespace poise {

struct Turning {
  Vec3 axis;   // a, unit
  Quat start;  // M₀

  Quat at(double angle) const;
  // M(φ)⁻¹, which turns about a fixed axis as well.
  Turning inverse() const;
};

// Limits that are closer than this count as met.
inline constexpr double kArcTolerance = 1e-11;

bool allows(const SwingLimit& limit, const Vec3& direction);
bool allows(const Range& range, double twist);

ArcSet swing_arcs(const SwingLimit& limit, const Turning& turning);

// Only the part inside `within` is looked at.
ArcSet twist_arcs(const TwistLimit& limit, const Turning& turning, const ArcSet& within);

}  // namespace poise
