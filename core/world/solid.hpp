// Solids: what a world is made of. Each is a signed distance, with its gradient, in the solid's own frame.
//
// To add one: a class here or in a file of its own that says how far a point is, and a line in `bindings/world.cpp`.
// Distances must be exact, or at least never change faster than the point moves; of a convex solid they are convex
// along every line, outside and inside, and `against` counts on it.
#pragma once

#include <memory>
#include <vector>

#include "world/extent.hpp"
#include "world/round.hpp"
#include "world/stretch.hpp"

namespace poise {

struct Facets;

class Solid {
 public:
  virtual ~Solid() = default;
  virtual Nearness nearness(const Vec3& point) const = 0;
  virtual Extent extent() const = 0;
  virtual bool is_convex() const { return true; }
  // Of one that is not convex: features that are finer than this (m) do not matter along an axis.
  virtual double grain() const { return 0.0; }
  // Of one with plane faces: these; else null.
  virtual const Facets* facets() const { return nullptr; }
  // A round against it, both in its own frame: the least value over the axis of the distance less the radius, evened
  // out (kEven). Where the axis is inside, that is the depth of the deepest ball of the round; from plane faces, the
  // shortest way out of all of it.
  virtual Closest against(const Round& round) const;
  // Where a round that lies along it leaves what it lies along; `whole` is their nearest place.
  virtual Stretch stretch(const Round& round, const Closest& whole) const;
};

using SolidPtr = std::shared_ptr<const Solid>;

// z ≤ 0.
SolidPtr half_space();
// All about the origin, along the axes. `rounding`: the radius of edges and corners, inside the given sizes.
SolidPtr box(const Vec3& size, double rounding);
SolidPtr cylinder(double radius, double length, double rounding);
SolidPtr ellipsoid(const Vec3& radii);
SolidPtr round_solid(const Round& round);
// The hull of points; throws std::invalid_argument when they lie in a plane. `rounding` is added around it.
SolidPtr convex_hull(const std::vector<Vec3>& points, double rounding);
// What lies under a ground whose heights z are given at the corners of square cells, (rows along y) × (columns along
// x); the first corner is at x = y = 0. Cells are two triangles each; beyond its edges the ground goes on level.
SolidPtr height_field(const MatX& heights, double cell);

}  // namespace poise
