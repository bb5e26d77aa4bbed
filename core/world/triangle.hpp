// The nearest point of a triangle.
#pragma once

#include "math/rotation.hpp"

namespace poise {

// By the regions of its corners, edges and face (Ericson 2005, 5.1.5).
Vec3 nearest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace poise
