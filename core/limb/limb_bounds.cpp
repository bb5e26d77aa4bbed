#include "limb/limb_bounds.hpp"

#include <cmath>

namespace poise {

namespace {

constexpr double kNear = 0.3;  // radians from a limit at which a step may meet it

// Where the swing of a group stands among the seven coordinates. A twist–swing keeps its limits negated.
struct SwingPlace {
  SwingPlace(const Limb& limb, bool end) : group(end ? limb.end : limb.root) {
    const int first = end ? 4 : 0;
    at = first + (group.kind == GroupKind::kBall ? 0 : 1);
    twist = group.kind == GroupKind::kBall ? first + 2 : first;
    sign = group.kind == GroupKind::kBall ? 1.0 : -1.0;
  }
  Vec2 swing(const Vec7& x) const { return sign * x.segment<2>(at); }

  const LimbGroup& group;
  int at, twist;
  double sign;
};

// d(s) and its derivative.
struct SwungAxis {
  explicit SwungAxis(const Vec2& s) {
    const Mat3 swing = rotation_of_swing(s).toRotationMatrix();
    direction = swing.col(2);
    const Eigen::Matrix<double, 3, 2> turns = swing * swing_body_rates(s);
    rates << turns.col(0).cross(direction), turns.col(1).cross(direction);
  }
  Vec3 direction;
  Eigen::Matrix<double, 3, 2> rates;
};

Vec7 swing_slope(const SwingPlace& place, const Vec2& by_swing) {
  Vec7 out = Vec7::Zero();
  out.segment<2>(place.at) = place.sign * by_swing;
  return out;
}

Vec7 table_slope(const SwingPlace& place, double sign, const Vec7& x) {
  const SwungAxis axis(place.swing(x));
  const RangeSlope ends = twist_range_slope(place.group.twist, axis.direction);
  const Vec3& end = sign > 0.0 ? ends.max : ends.min;
  Vec7 out = swing_slope(place, -sign * (axis.rates.transpose() * end));
  out[place.twist] = sign;
  return out;
}

double ellipse_radius(const Ellipse& e, const Vec2& s) { return std::hypot(s.x() / e.x, s.y() / e.y); }

Vec7 curved_slope(const SwingPlace& place, const LimbBound& bound, const Vec7& x) {
  const Vec2 s = place.swing(x);
  if (bound.kind == BoundKind::kCone) return swing_slope(place, s / std::max(s.norm(), 1e-12));
  if (bound.kind == BoundKind::kEllipse) {  // scaled so that it counts in radians
    const Ellipse& e = std::get<Ellipse>(place.group.swing);
    const Vec2 by(s.x() / (e.x * e.x), s.y() / (e.y * e.y));
    return swing_slope(place, by * std::min(e.x, e.y) / std::max(ellipse_radius(e, s), 1e-12));
  }
  const Vec3& normal = std::get<SphericalPolygon>(place.group.swing).normals()[static_cast<std::size_t>(bound.index)];
  return swing_slope(place, -(SwungAxis(s).rates.transpose() * normal));
}

void add_range(int index, const Range& range, double value, BoundList& list) {
  for (const double sign : {-1.0, 1.0}) {
    const double end = sign > 0.0 ? range.max : range.min;
    const double slack = sign * (end - value);
    if (std::abs(end) < 1e100 && slack <= kNear)
      list.add({BoundKind::kRange, index, false, sign, sign * Vec7::Unit(index), std::max(0.0, slack)});
  }
}

// A polygon seen from a direction inside it.
struct EdgesNear {
  EdgesNear(const SphericalPolygon& polygon, const Vec3& direction)
      : vertices(polygon.vertices()), normals(polygon.normals()), d(direction), n(polygon.vertices().size()) {}

  double slack(std::size_t i) const { return normals[i].dot(d); }
  bool convex(std::size_t vertex) const {
    return normals[(vertex + n - 1) % n].cross(normals[vertex]).dot(vertices[vertex]) > 0.0;
  }
  bool touched(std::size_t i) const {
    return std::abs(slack(i)) <= kTouch && before(i) >= -kTouch && after(i) >= -kTouch;
  }
  // Where a step may meet it: beside the edge itself, or where the edge goes on beyond a convex corner.
  bool ahead(std::size_t i) const {
    if (slack(i) <= kTouch || slack(i) > kNear) return false;
    const double a = before(i), b = after(i);
    return (a >= 0.0 || (a >= -kNear && convex(i))) && (b >= 0.0 || (b >= -kNear && convex((i + 1) % n)));
  }

  const std::vector<Vec3>&vertices, &normals;
  const Vec3 d;
  const std::size_t n;

 private:
  double before(std::size_t i) const { return vertices[i].cross(d).dot(normals[i]); }
  double after(std::size_t i) const { return d.cross(vertices[(i + 1) % n]).dot(normals[i]); }
};

void add_edges(const SwingPlace& place, bool end, const Vec7& x, const Vec7& slope, BoundList& list) {
  const SwungAxis axis(place.swing(x));
  const EdgesNear edges(std::get<SphericalPolygon>(place.group.swing), axis.direction);
  const auto edge = [&](std::size_t i) {
    LimbBound bound{BoundKind::kEdge, static_cast<int>(i), end, 1.0, Vec7::Zero(), std::max(0.0, edges.slack(i))};
    bound.normal = swing_slope(place, -(axis.rates.transpose() * edges.normals[i]));
    return bound;
  };
  const auto blocks = [&](std::size_t i) {
    const Vec7 normal = edge(i).normal;
    return -slope.dot(normal) / normal.norm();
  };
  for (std::size_t i = 0; i < edges.n; ++i) {
    if (edges.touched(i)) {  // of the two at a concave corner one must be kept
      const std::size_t last = (i + edges.n - 1) % edges.n, next = (i + 1) % edges.n;
      if (edges.touched(last) && !edges.convex(i) && blocks(last) <= blocks(i)) continue;
      if (edges.touched(next) && !edges.convex(next) && blocks(next) < blocks(i)) continue;
    } else if (!edges.ahead(i)) {
      continue;
    }
    list.add(edge(i));
  }
}

void add_swing(const SwingPlace& place, bool end, const Vec7& x, const Vec7& slope, BoundList& list) {
  const Vec2 s = place.swing(x);
  if (const auto* cone = std::get_if<Cone>(&place.group.swing)) {
    LimbBound bound{BoundKind::kCone, 0, end, 1.0, Vec7::Zero(), std::max(0.0, cone->angle - s.norm())};
    bound.normal = curved_slope(place, bound, x);
    if (bound.slack <= kNear) list.add(bound);
  } else if (const auto* e = std::get_if<Ellipse>(&place.group.swing)) {
    const double slack = std::min(e->x, e->y) * (1.0 - ellipse_radius(*e, s));
    LimbBound bound{BoundKind::kEllipse, 0, end, 1.0, Vec7::Zero(), std::max(0.0, slack)};
    bound.normal = curved_slope(place, bound, x);
    if (bound.slack <= kNear) list.add(bound);
  } else if (std::holds_alternative<SphericalPolygon>(place.group.swing)) {
    add_edges(place, end, x, slope, list);
  }
}

void add_group(const SwingPlace& place, bool end, const Vec7& x, const Vec7& slope, BoundList& list) {
  if (place.group.kind == GroupKind::kHinges) {
    for (int i = 0; i < 3; ++i) {
      const int at = (end ? 4 : 0) + i;
      add_range(at, place.group.ranges[static_cast<std::size_t>(i)], x[at], list);
    }
    return;
  }
  add_swing(place, end, x, slope, list);
  if (place.group.kind == GroupKind::kTwistSwing) {
    add_range(place.twist, place.group.ranges[0], x[place.twist], list);
    return;
  }
  if (std::holds_alternative<std::monostate>(place.group.twist)) return;
  const Range range = twist_range(place.group.twist, direction_of(place.swing(x)));
  if (range.max - range.min >= 2.0 * kPi) return;
  if (std::holds_alternative<Range>(place.group.twist)) {
    add_range(place.twist, range, x[place.twist], list);
    return;
  }
  for (const double sign : {-1.0, 1.0}) {
    const double slack = sign * ((sign > 0.0 ? range.max : range.min) - x[place.twist]);
    if (slack <= kNear)
      list.add({BoundKind::kTable, place.twist, end, sign, table_slope(place, sign, x), std::max(0.0, slack)});
  }
}

void clamp_group(const Limb& limb, bool end, Vec7& x) {
  const SwingPlace place(limb, end);
  const LimbGroup& group = place.group;
  if (group.kind == GroupKind::kHinges) {
    for (int i = 0; i < 3; ++i) {
      double& angle = x[(end ? 4 : 0) + i];
      angle = group.ranges[static_cast<std::size_t>(i)].nearest(angle);
    }
    return;
  }
  x.segment<2>(place.at) = wrapped_swing(x.segment<2>(place.at));
  const NearestDirection nearest = nearest_direction(group.swing, direction_of(place.swing(x)));
  if (nearest.violation > kClampTolerance) x.segment<2>(place.at) = place.sign * swing_of(nearest.direction);
  double& twist = x[place.twist];
  if (group.kind == GroupKind::kTwistSwing) {
    twist = group.ranges[0].nearest(twist);
    return;
  }
  if (std::holds_alternative<std::monostate>(group.twist)) return;
  const Range range = twist_range(group.twist, direction_of(place.swing(x)));
  if (range.max - range.min >= 2.0 * kPi) return;
  const double middle = (range.min + range.max) / 2.0;
  twist = range.nearest(middle + wrapped_angle(twist - middle));
}

Vec7 coupling_normal(const LimbCoupling& coupling) {
  Vec7 normal = Vec7::Zero();
  for (const auto& [at, factor] : coupling.terms) normal[at] += factor;
  return normal;
}

}  // namespace

BoundList near_bounds(const LimbSpace& space, const Vec7& x, const Vec7& slope) {
  BoundList list;
  for (const bool end : {false, true}) add_group(SwingPlace(space.limb, end), end, x, slope, list);
  add_range(3, space.limb.hinge, x[3], list);
  for (std::size_t i = 0; i < space.coupled.size(); ++i) {
    const Vec7 normal = coupling_normal(space.limb.couplings[i]);
    const Range& range = space.coupled[i];
    for (const double sign : {-1.0, 1.0}) {
      const double end = sign > 0.0 ? range.max : range.min;
      const double slack = sign * (end - normal.dot(x));
      if (std::abs(end) < 1e100 && slack <= kNear * normal.norm())
        list.add({BoundKind::kCoupling, static_cast<int>(i), false, sign, sign * normal, std::max(0.0, slack)});
    }
  }
  return list;
}

Vec7 bent_slope(const LimbSpace& space, const LimbBound& bound, const Vec7& x) {
  if (bound.kind == BoundKind::kRange || bound.kind == BoundKind::kCoupling) return Vec7::Zero();
  const SwingPlace place(space.limb, bound.end);
  return bound.kind == BoundKind::kTable ? table_slope(place, bound.sign, x) : curved_slope(place, bound, x);
}

bool clamp_limb(const LimbSpace& space, Vec7& x) {
  constexpr double kCoupled = 1e-13;  // counts as met: a hundredth of what limits are checked to
  constexpr int kTurns = 100;         // couplings of limbs concern two or three coordinates: a few turns are the rule
  for (int turn = 0; turn < kTurns; ++turn) {
    clamp_group(space.limb, false, x);
    clamp_group(space.limb, true, x);
    x[3] = space.limb.hinge.nearest(x[3]);
    bool met = true;
    for (std::size_t i = 0; i < space.coupled.size(); ++i) {
      const Vec7 normal = coupling_normal(space.limb.couplings[i]);
      const double beyond = normal.dot(x) - space.coupled[i].nearest(normal.dot(x));
      if (std::abs(beyond) <= kCoupled) continue;
      met = false;
      x -= normal * (beyond / normal.squaredNorm());
    }
    if (met) return true;
  }
  return false;
}

}  // namespace poise
