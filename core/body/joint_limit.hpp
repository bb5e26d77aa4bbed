// The limits of one joint: ranges, a region of the sphere for swing, a range for twist that may depend on swing.
#pragma once

#include <variant>
#include <vector>

#include "math/spherical_polygon.hpp"
#include "math/swing_twist.hpp"

namespace poise {

// Violations up to this count as none. Clamping aims ten thousand times closer, so that clamping twice changes nothing.
inline constexpr double kLimitTolerance = 1e-11;
inline constexpr double kClampTolerance = 1e-15;

struct Range {
  double min, max;

  double nearest(double x) const { return x < min ? min : (x > max ? max : x); }
  double violation(double x) const { return x < min ? min - x : (x > max ? x - max : 0.0); }
};

struct Cone {
  double angle;
};

// (s_x/x)² + (s_y/y)² ≤ 1 (Baerlocher 3.6.1).
struct Ellipse {
  double x, y;
};

using SwingLimit = std::variant<std::monostate, Cone, Ellipse, SphericalPolygon>;

struct NearestDirection {
  Vec3 direction;    // the asked one when it is allowed, else the nearest allowed one on the sphere
  double violation;  // the angle between them
};

NearestDirection nearest_direction(const SwingLimit& limit, const Vec3& direction);

// Twist ranges at some directions, blended by inverse squared distance (Shepard) between them.
struct TwistTable {
  std::vector<Vec3> directions;
  std::vector<Range> ranges;
};

Range twist_range(const TwistTable& table, const Vec3& direction);

using TwistLimit = std::variant<std::monostate, Range, TwistTable>;

Range twist_range(const TwistLimit& limit, const Vec3& direction);
// The twists that are allowed whatever the direction: a table's ranges are blended, so no blend is narrower than what
// they have in common. Empty (min > max) where they have nothing in common.
Range common_twist_range(const TwistLimit& limit);
// How its ends change with the limb's direction; flat at a table's own directions.
struct RangeSlope {
  Vec3 min = Vec3::Zero(), max = Vec3::Zero();
};
RangeSlope twist_range_slope(const TwistLimit& limit, const Vec3& direction);

// The allowed twist nearest to τ on the circle.
double nearest_twist(const Range& range, double twist);

struct JointLimit {
  // hinge, slide: [0]; elbow: flexion [0], twist [1]
  Range ranges[2] = {{-1e300, 1e300}, {-1e300, 1e300}};
  SwingLimit swing;
  TwistLimit twist;
};

}  // namespace poise
