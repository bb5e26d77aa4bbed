// How far a joint is on its way from the middle of its limits to the limits themselves: 0 in the middle, 1 at a limit.
//
// Ranges, cones, ellipses and twist are measured in natural coordinates, z = (x − middle) / half, so that |z| = 1 is
// the limit itself. A polygon is measured by the box around it, or by the way from where the limb rests to its edges.
#pragma once

#include <vector>

#include "body/coordinates.hpp"

namespace poise {

// One limit of one joint, and its rates by the joint's own degrees of freedom.
struct LimitMeasure {
  int dof, size;                      // columns [dof, dof + size) of the tangent
  Vec2 z = Vec2::Zero();              // a range uses the first entry only
  Eigen::Matrix<double, 2, 3> rates;  // ∂z by those columns
  int coordinate = 0;                 // of the joint, that z₀ measures; z₁ measures the next one
  Mat3 bend = Mat3::Zero();           // ∂²z₀ by them, what of it bends up; only a polygon's measure is that curved
};

inline constexpr double kNoRoom = 1e-9;  // narrower limits are locks

LimitMeasure measure_of(const Joint& joint);  // all zero

// The rates of where the limb of a swing or ball joint points, by the joint's degrees of freedom.
Eigen::Matrix3Xd limb_rates(const Joint& joint, const ConstVec& q);

// Where the middle of a swing region is and how far it extends, in swing coordinates.
struct SwingBox {
  Vec2 middle = Vec2::Zero(), half = Vec2::Zero();
};
SwingBox swing_box(const SwingLimit& limit);

// What of a measure is asked for: of values alone, rates and bend stay zero.
enum class Detail { kValues, kRates };

// Each appends what the joint has of that kind; limits that leave no room, or no bound on one side, have no middle.
void measure_ranges(const Joint& joint, const ConstVec& q, std::vector<LimitMeasure>& out);
void measure_swing(const Joint& joint, const SwingBox& box, const ConstVec& q, Detail detail,
                   std::vector<LimitMeasure>& out);
void measure_twist(const Joint& joint, const ConstVec& q, Detail detail, std::vector<LimitMeasure>& out);

// The edges of a polygon, and how far from each of them the limb rests.
class PolygonRoom {
 public:
  PolygonRoom(const SphericalPolygon& polygon, const Vec3& rest);
  // z = (Σ uᵢᵖ)^(1/p) over the edges, uᵢ = 1 − room of edge i / its room at rest, 0 for those farther off: the edge
  // that the limb has come nearest to, with the corners made smooth.
  void measure(const Joint& joint, const ConstVec& q, Detail detail, std::vector<LimitMeasure>& out) const;

 private:
  struct Edge {
    double room;  // radians; negative outside
    Vec3 slope;   // by the direction
  };
  Edge edge(std::size_t i, const Vec3& direction) const;

  std::vector<Vec3> vertices_, normals_;
  bool convex_;
  std::vector<double> rest_, rest_heights_;  // room of every edge, and its sine
};

}  // namespace poise
