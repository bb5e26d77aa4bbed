#include "limb/limit_arcs.hpp"

#include <cmath>

#include "math/circle_roots.hpp"

namespace poise {

namespace {

constexpr double kCell = 2.0 * kPi / 48.0;

// The circle that the z axis draws: d(φ) = center + cos φ · u + sin φ · v.
struct Circle {
  explicit Circle(const Turning& t) {
    const Vec3 d = t.start * Vec3::UnitZ();
    center = t.axis * t.axis.dot(d);
    u = d - center;
    v = t.axis.cross(d);
  }
  Vec3 at(double angle) const { return center + std::cos(angle) * u + std::sin(angle) * v; }
  double angle_of(const Vec3& d) const { return std::atan2(d.dot(v), d.dot(u)); }
  Vec3 at(const Vec2& cos_sin) const { return center + cos_sin.x() * u + cos_sin.y() * v; }
  // Where the circle crosses the plane normal · d = offset.
  TrigonometricRoots crossings(const Vec3& normal, double offset) const {
    return {normal.dot(u), normal.dot(v), offset - normal.dot(center)};
  }

  Vec3 center, u, v;
};

void add_breaks(const std::monostate&, const Turning&, const Circle&, std::vector<double>&) {}

void add_breaks(const Cone& cone, const Turning&, const Circle& circle, std::vector<double>& breaks) {
  const TrigonometricRoots roots = circle.crossings(Vec3::UnitZ(), std::cos(cone.angle));
  for (int i = 0; i < roots.count; ++i) breaks.push_back(std::atan2(roots.points[i].y(), roots.points[i].x()));
}

// The ellipse s(α) = (x cos α, y sin α) is followed instead of the circle: a · d(s(α)) is smooth all the way round.
void add_breaks(const Ellipse& e, const Turning& turning, const Circle& circle, std::vector<double>& breaks) {
  const double height = turning.axis.dot(circle.center);
  const auto at = [&](double alpha) { return direction_of(Vec2(e.x * std::cos(alpha), e.y * std::sin(alpha))); };
  std::vector<double> alphas;
  add_bracketed_roots([&](double alpha) { return turning.axis.dot(at(alpha)) - height; }, -kPi, kPi, kCell, alphas);
  for (const double alpha : alphas) breaks.push_back(circle.angle_of(at(alpha)));
}

void add_breaks(const SphericalPolygon& polygon, const Turning&, const Circle& circle, std::vector<double>& breaks) {
  constexpr double kBeside = -1e-9;  // a break too many does no harm
  const std::vector<Vec3>&vertices = polygon.vertices(), &normals = polygon.normals();
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vec3 &a = vertices[i], &b = vertices[i + 1 == vertices.size() ? 0 : i + 1], &n = normals[i];
    const TrigonometricRoots roots = circle.crossings(n, 0.0);
    for (int k = 0; k < roots.count; ++k) {
      const Vec3 d = circle.at(roots.points[k]);
      if (a.cross(d).dot(n) < kBeside || d.cross(b).dot(n) < kBeside) continue;
      breaks.push_back(std::atan2(roots.points[k].y(), roots.points[k].x()));
    }
  }
}

// m(φ) of M(φ): its z and w as cos(φ/2) and sin(φ/2) combine them; τ = 2 atan2(z, w).
struct HalfAngles {
  explicit HalfAngles(const Turning& t) {
    const Quat turned = Quat(0.0, t.axis.x(), t.axis.y(), t.axis.z()) * t.start;
    z = Vec2(t.start.z(), turned.z());
    w = Vec2(t.start.w(), turned.w());
  }
  double twist(double angle) const {
    const Vec2 half(std::cos(angle / 2.0), std::sin(angle / 2.0));
    return 2.0 * std::atan2(z.dot(half), w.dot(half));
  }
  // cos(θ/2) sin((τ − bound)/2) as a combination of cos(φ/2) and sin(φ/2).
  Vec2 beyond(double bound) const { return std::cos(bound / 2.0) * z - std::sin(bound / 2.0) * w; }

  Vec2 z, w;
};

ArcSet arcs_of(const std::monostate&, const Turning&, const ArcSet& within) { return within; }

ArcSet arcs_of(const Range& range, const Turning& turning, const ArcSet& within) {
  if (range.max - range.min >= 2.0 * kPi) return within;
  const HalfAngles halves(turning);
  std::vector<double> breaks;
  for (const double bound : {range.min, range.max}) {
    const Vec2 f = halves.beyond(bound);
    add_half_angle_root(f.x(), f.y(), breaks);
  }
  return arcs_where(breaks, within, [&](double angle) { return allows(range, halves.twist(angle)); });
}

// Rows of a table that lie close together make its bounds change quickly between them.
double cell_of(const TwistTable& table) {
  double nearest = 1.0;
  for (std::size_t i = 0; i < table.directions.size(); ++i) {
    for (std::size_t j = i + 1; j < table.directions.size(); ++j)
      nearest = std::min(nearest, (table.directions[i] - table.directions[j]).norm());
  }
  return std::max(0.005, std::min(kCell, nearest / 4.0));
}

// A bound that varies between two values can only be met where the twist lies between them: an analytic arc, and the
// only part that needs searching.
ArcSet arcs_of(const TwistTable& table, const Turning& turning, const ArcSet& within) {
  const Circle circle(turning);
  const HalfAngles halves(turning);
  std::vector<double> breaks;
  const double cell = cell_of(table);
  for (const bool upper : {false, true}) {
    const auto bound = [&](const Range& range) { return upper ? range.max : range.min; };
    const auto beyond = [&](double angle) {
      const Vec2 half(std::cos(angle / 2.0), std::sin(angle / 2.0));
      const Vec2 full(half.x() * half.x() - half.y() * half.y(), 2.0 * half.x() * half.y());
      return halves.beyond(bound(twist_range(table, circle.at(full)))).dot(half);
    };
    Range values{1e300, -1e300};
    for (const Range& row : table.ranges) values = {std::min(values.min, bound(row)), std::max(values.max, bound(row))};
    const ArcSet between = arcs_of(Range{values.min - 1e-6, values.max + 1e-6}, turning, within);
    for (const Arc& arc : between) add_bracketed_roots(beyond, arc.start, arc.stop, cell, breaks);
  }
  return arcs_where(breaks, within,
                    [&](double angle) { return allows(twist_range(table, circle.at(angle)), halves.twist(angle)); });
}

}  // namespace

Quat Turning::at(double angle) const {
  const double s = std::sin(angle / 2.0);
  return Quat(std::cos(angle / 2.0), s * axis.x(), s * axis.y(), s * axis.z()) * start;
}

Turning Turning::inverse() const { return {-(start.conjugate() * axis), start.conjugate()}; }

bool allows(const SwingLimit& limit, const Vec3& d) {
  if (const auto* cone = std::get_if<Cone>(&limit)) return swing_of(d).norm() <= cone->angle + kArcTolerance;
  if (const auto* e = std::get_if<Ellipse>(&limit)) {
    const Vec2 swing = swing_of(d);
    return std::hypot(swing.x() / e->x, swing.y() / e->y) <= 1.0 + kArcTolerance;
  }
  if (const auto* polygon = std::get_if<SphericalPolygon>(&limit)) {
    const auto [point, inside] = polygon->nearest(d);
    return inside || (point - d).squaredNorm() <= kArcTolerance * kArcTolerance;
  }
  return true;
}

bool allows(const Range& range, double twist) {
  if (range.max - range.min >= 2.0 * kPi) return true;
  const double middle = (range.min + range.max) / 2.0;
  return std::abs(wrapped_angle(twist - middle)) <= (range.max - range.min) / 2.0 + kArcTolerance;
}

ArcSet swing_arcs(const SwingLimit& limit, const Turning& turning) {
  if (std::holds_alternative<std::monostate>(limit)) return whole_circle();
  const Circle circle(turning);
  std::vector<double> breaks;
  std::visit([&](const auto& kind) { add_breaks(kind, turning, circle, breaks); }, limit);
  return arcs_where(breaks, whole_circle(), [&](double angle) { return allows(limit, circle.at(angle)); });
}

ArcSet twist_arcs(const TwistLimit& limit, const Turning& turning, const ArcSet& within) {
  if (within.empty()) return within;
  return std::visit([&](const auto& kind) { return arcs_of(kind, turning, within); }, limit);
}

}  // namespace poise
