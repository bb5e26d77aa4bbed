// How far a joint is on its way from the middle of its limits to the limits themselves: 0 in the middle, 1 at a limit.
//
// Ranges, cones, ellipses and twist are measured in natural coordinates, z = (x − middle) / half, so that |z| = 1 is
// the limit itself. A polygon is measured by the box around it, or edge by edge: 1 − room / largest room that the
// region has anywhere.
#pragma once

#include <vector>

#include "poise/coordinates.hpp"

namespace poise {

// One limit of one joint, and its rates by the joint's own degrees of freedom.
struct LimitMeasure {
  int dof, size;                      // columns [dof, dof + size) of the tangent
  Vec2 z = Vec2::Zero();              // a range uses the first entry only
  Eigen::Matrix<double, 2, 3> rates;  // ∂z by those columns
};

// Where the middle of a swing region is and how far it extends, in swing coordinates.
struct SwingBox {
  Vec2 middle = Vec2::Zero(), half = Vec2::Zero();
};
SwingBox swing_box(const SwingLimit& limit);

// Each appends what the joint has of that kind; limits that leave no room, or no bound on one side, have no middle.
void measure_ranges(const Joint& joint, const ConstVec& q, std::vector<LimitMeasure>& out);
void measure_swing(const Joint& joint, const SwingBox& box, const ConstVec& q, std::vector<LimitMeasure>& out);
void measure_twist(const Joint& joint, const ConstVec& q, std::vector<LimitMeasure>& out);

// The largest angle that a direction inside the polygon can keep from all edges.
double largest_room(const SphericalPolygon& polygon);
// One entry per edge that is nearer than `room`: z = 1 − distance / room.
void measure_edges(const Joint& joint, const SphericalPolygon& polygon, double room, const ConstVec& q,
                   std::vector<LimitMeasure>& out);

}  // namespace poise
