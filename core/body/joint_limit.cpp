#include "body/joint_limit.hpp"

#include <algorithm>
#include <cmath>

namespace poise {

namespace {

NearestDirection allowed(const Vec3& direction) { return {direction, 0.0}; }

NearestDirection moved(const Vec3& from, const Vec3& to) {
  const double violation = angle_between(from, to);
  return violation <= kClampTolerance ? allowed(from) : NearestDirection{to, violation};
}

NearestDirection nearest_in(const std::monostate&, const Vec3& d) { return allowed(d); }

NearestDirection nearest_in(const Cone& cone, const Vec3& d) {
  const Vec2 swing = swing_of(d);
  const double theta = swing.norm();
  if (theta <= cone.angle) return allowed(d);
  return moved(d, direction_of(swing * (cone.angle / theta)));
}

// The boundary s(α) = (x cos α, y sin α) is searched for the direction of the largest dot product with d, that is
// for the smallest angle on the sphere itself. (Projecting in the s plane, appendix D, would let the limb slide.)
NearestDirection nearest_in(const Ellipse& e, const Vec3& d) {
  const Vec2 swing = swing_of(d);
  if (std::pow(swing.x() / e.x, 2) + std::pow(swing.y() / e.y, 2) <= 1.0) return allowed(d);
  const auto at = [&](double alpha) { return direction_of(Vec2(e.x * std::cos(alpha), e.y * std::sin(alpha))); };
  // Chord² rather than the dot product: it keeps its digits for directions close to the boundary.
  const auto distance = [&](double alpha) { return (at(alpha) - d).squaredNorm(); };
  constexpr int kSamples = 64;
  constexpr double kStep = 2.0 * kPi / kSamples;
  int best = 0;
  double least = distance(0.0);
  for (int i = 1; i < kSamples; ++i) {
    const double x = distance(i * kStep);
    if (x < least) {
      least = x;
      best = i;
    }
  }
  // Golden section around the best sample; the error it leaves along the curve is second order in distance.
  constexpr double kGolden = 0.61803398874989485;
  double low = (best - 1) * kStep, high = (best + 1) * kStep;
  double a = high - kGolden * (high - low), b = low + kGolden * (high - low);
  double fa = distance(a), fb = distance(b);
  for (int i = 0; i < 60; ++i) {
    if (fa <= fb) {
      high = b;
      b = a;
      fb = fa;
      a = high - kGolden * (high - low);
      fa = distance(a);
    } else {
      low = a;
      a = b;
      fa = fb;
      b = low + kGolden * (high - low);
      fb = distance(b);
    }
  }
  return moved(d, at((low + high) / 2.0));
}

// A direction on the allowed side of all edges is inside, whatever the polygon: as nearly all are, that is looked at
// first.
NearestDirection nearest_in(const SphericalPolygon& polygon, const Vec3& d) {
  const auto allows = [&](const Vec3& normal) { return normal.dot(d) > 0.0; };
  if (std::all_of(polygon.normals().begin(), polygon.normals().end(), allows)) return allowed(d);
  const auto [point, inside] = polygon.nearest(d);
  return inside ? allowed(d) : moved(d, point);
}

}  // namespace

NearestDirection nearest_direction(const SwingLimit& limit, const Vec3& direction) {
  return std::visit([&](const auto& kind) { return nearest_in(kind, direction); }, limit);
}

Range twist_range(const TwistTable& table, const Vec3& direction) {
  double total = 0.0, min = 0.0, max = 0.0;
  for (std::size_t i = 0; i < table.directions.size(); ++i) {
    const double d2 = (direction - table.directions[i]).squaredNorm();
    if (d2 < 1e-24) return table.ranges[i];
    total += 1.0 / d2;
    min += table.ranges[i].min / d2;
    max += table.ranges[i].max / d2;
  }
  return {min / total, max / total};
}

Range twist_range(const TwistLimit& limit, const Vec3& direction) {
  if (const auto* range = std::get_if<Range>(&limit)) return *range;
  if (const auto* table = std::get_if<TwistTable>(&limit)) return twist_range(*table, direction);
  return {-1e300, 1e300};
}

Range common_twist_range(const TwistLimit& limit) {
  if (const auto* range = std::get_if<Range>(&limit)) return *range;
  Range common{-1e300, 1e300};
  if (const auto* table = std::get_if<TwistTable>(&limit)) {
    for (const Range& range : table->ranges)
      common = {std::max(common.min, range.min), std::min(common.max, range.max)};
  }
  return common;
}

// Of Shepard's blend Σ xᵢ wᵢ / Σ wᵢ with wᵢ = 1/dᵢ².
RangeSlope twist_range_slope(const TwistLimit& limit, const Vec3& direction) {
  RangeSlope slope;
  const auto* table = std::get_if<TwistTable>(&limit);
  if (table == nullptr) return slope;
  const Range here = twist_range(limit, direction);
  double total = 0.0;
  for (std::size_t i = 0; i < table->directions.size(); ++i) {
    const Vec3 away = direction - table->directions[i];
    const double d2 = away.squaredNorm();
    if (d2 < 1e-24) return {};
    total += 1.0 / d2;
    const Vec3 fall = -2.0 * away / (d2 * d2);
    slope.min += (table->ranges[i].min - here.min) * fall;
    slope.max += (table->ranges[i].max - here.max) * fall;
  }
  return {slope.min / total, slope.max / total};
}

double nearest_twist(const Range& range, double twist) {
  if (range.max - range.min >= 2.0 * kPi) return twist;
  for (const double turn : {0.0, 2.0 * kPi, -2.0 * kPi}) {
    if (range.violation(twist + turn) <= kClampTolerance) return twist;
  }
  const double to_min = std::abs(wrapped_angle(twist - range.min));
  const double to_max = std::abs(wrapped_angle(twist - range.max));
  return to_min <= to_max ? range.min : range.max;
}

}  // namespace poise
