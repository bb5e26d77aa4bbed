// A swing region as straight edges where a point leaves it: what brings regions into problems over natural coordinates.
#pragma once

#include <optional>

#include "body/figure.hpp"

namespace poise {

// slope · s ≤ bound, the slope being of unit length.
struct SwingCut {
  Vec2 slope;
  double bound;
};

// A swing that is outside is cut off by the region's tangent: the boundary at the nearest allowed direction d',
// u · d(s) ≤ 0 with u the outward normal on the sphere, made linear in the swing coordinates s. Nothing when inside.
// Cones and ellipses are convex in these coordinates, so all their tangents hold for good; those of a polygon need not.
std::optional<SwingCut> swing_cut(const Joint& joint, const Vec2& swing);

// Whether a tangent of a polygon points nearly the same way as an earlier one, which then gives way to it.
bool replaces(const Joint& joint, const Vec2& slope, const Vec2& earlier);

}  // namespace poise
