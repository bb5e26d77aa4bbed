// Surfaces: how far a point is from one, and which way leads straight off it.
//
// A surface lies in its own frame. Distances are exact and signed, positive outside, so their gradient is the unit
// normal at the nearest point of the surface: sound far from the surface, too.
#pragma once

#include "math/placement.hpp"

namespace poise {

enum class SurfaceKind : int {
  kPlane,      // z = 0; outside is z > 0
  kSphere,     // radius size.x, which may be 0: a point
  kCylinder,   // radius size.x about the z axis, endless; 0: a line
  kEllipsoid,  // semi-axes `size`, all positive
};

struct Surface {
  SurfaceKind kind = SurfaceKind::kPlane;
  Placement frame;  // T_carrier_surface
  Vec3 size = Vec3::Zero();
};

struct Nearness {
  double distance;  // negative inside
  Vec3 outward;     // unit; ∂distance/∂point
};

// `point` and the answer in the coordinates that `surface.frame` leads to.
Nearness nearness(const Surface& surface, const Vec3& point);

// How `outward` turns when the point moves: the second derivatives of the distance, by central differences.
Mat3 turning(const Surface& surface, const Vec3& point);

}  // namespace poise
