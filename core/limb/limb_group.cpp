#include "limb/limb_group.hpp"

#include <cmath>

#include "math/circle_roots.hpp"
#include "math/dense.hpp"

namespace poise {

namespace {

// The turn about `axis` that takes `from` to `to`, as far as it can.
double turn_about(const Vec3& axis, const Vec3& from, const Vec3& to) {
  const double across = axis.dot(from) * axis.dot(to);
  return std::atan2(axis.dot(from.cross(to)), from.dot(to) - across);
}

// The full turns that bring an angle into a range, or next to it.
double unwrapped(const Range& range, double angle) {
  const double x = wrapped_angle(angle);
  double best = x;
  for (const double bound : {range.min, range.max}) {
    if (std::abs(bound) > 1e100) continue;
    const double moved = bound + wrapped_angle(x - bound);
    if (range.violation(moved) < range.violation(best)) best = moved;
  }
  return best;
}

Quat local(const LimbGroup& group, const Quat& rotation) { return group.frame.conjugate() * rotation * group.frame; }

// a₁ · e^(θ₂ a₂) a₃ = constant + cosine cos θ₂ + sine sin θ₂
struct MiddleHinge {
  explicit MiddleHinge(const LimbGroup& g) {
    constant = g.axes[0].dot(g.axes[1]) * g.axes[1].dot(g.axes[2]);
    cosine = g.axes[0].dot(g.axes[2]) - constant;
    sine = g.axes[0].dot(g.axes[1].cross(g.axes[2]));
  }
  double constant, cosine, sine;
};

// e^(θ₁a₁) e^(θ₂a₂) e^(θ₃a₃) = R by Paden and Kahan's subproblems. Where the first and third axis fall together only
// their sum is given: the first keeps as near to zero as it may.
bool hinge_angles(const LimbGroup& g, const Quat& rotation, int family, Vec3& angles) {
  const Vec3 end = rotation * g.axes[2];
  const MiddleHinge m(g);
  const double r = std::hypot(m.cosine, m.sine), c = g.axes[0].dot(end) - m.constant;
  const double half = std::atan2(std::sqrt(std::max(0.0, (r - c) * (r + c))), c);
  const double second = std::atan2(m.sine, m.cosine) + (family == 0 ? half : -half);
  const Vec3 before = about(g.axes[1], second) * g.axes[2];
  const bool aligned = g.axes[0].cross(end).norm() < 1e-9;
  const double first = aligned ? g.ranges[0].nearest(0.0) : turn_about(g.axes[0], before, end);
  const Quat rest = (about(g.axes[0], first) * about(g.axes[1], second)).conjugate() * rotation;
  angles = Vec3(first, second, 2.0 * std::atan2(rest.vec().dot(g.axes[2]), rest.w()));
  for (int i = 0; i < 3; ++i) angles[i] = unwrapped(g.ranges[static_cast<std::size_t>(i)], angles[i]);
  return std::abs(c) <= r + 1e-9;
}

// Tolani 3.2.4 for any axes: each bound is one plane that a turning axis must not cross.
void add_hinge_breaks(const LimbGroup& g, const Turning& t, std::vector<double>& breaks) {
  const auto crossing = [&](const Vec3& normal, const Vec3& start, double sign, double value) {
    const Vec3 along = t.axis * t.axis.dot(start);  // normal · e^(±φ a) start = value
    add_trigonometric_roots(normal.dot(start - along), sign * normal.dot(t.axis.cross(start)),
                            value - normal.dot(along), breaks);
  };
  const MiddleHinge m(g);
  const Vec3 end = t.start * g.axes[2], &first = g.axes[0];
  const double reach = std::hypot(m.cosine, m.sine);
  crossing(first, end, 1.0, m.constant + reach);
  crossing(first, end, 1.0, m.constant - reach);
  for (const double bound : {g.ranges[1].min, g.ranges[1].max}) {
    if (std::abs(bound) < 1e100)
      crossing(first, end, 1.0, m.constant + m.cosine * std::cos(bound) + m.sine * std::sin(bound));
  }
  for (const double bound : {g.ranges[0].min, g.ranges[0].max}) {
    if (std::abs(bound) < 1e100) crossing(about(first, bound) * g.axes[1], end, 1.0, g.axes[1].dot(g.axes[2]));
  }
  for (const double bound : {g.ranges[2].min, g.ranges[2].max}) {
    if (std::abs(bound) > 1e100) continue;
    const Vec3 normal = t.start * (about(g.axes[2], -bound) * g.axes[1]);
    crossing(normal, first, -1.0, first.dot(g.axes[1]));
  }
}

Turning as_ball(const LimbGroup& group, const Turning& turning) {
  const Turning own{group.frame.conjugate() * turning.axis, local(group, turning.start)};
  return group.kind == GroupKind::kBall ? own : own.inverse();
}

}  // namespace

Quat shown_rotation(const LimbGroup& group, const Eigen::Ref<const VecX>& q) {
  const auto at = [&](int i) { return q[group.slots[static_cast<std::size_t>(i)]]; };
  if (group.kind == GroupKind::kHinges)
    return about(group.axes[0], at(0)) * about(group.axes[1], at(1)) * about(group.axes[2], at(2));
  const Quat own = group.kind == GroupKind::kBall ? Quat(at(3), at(0), at(1), at(2))
                                                  : about(Vec3::UnitZ(), at(0)) * rotation_of_swing(Vec2(at(1), at(2)));
  return group.frame * own * group.frame.conjugate();
}

Vec3 shown_natural(const LimbGroup& group, const Eigen::Ref<const VecX>& q) {
  if (group.kind != GroupKind::kBall) return Vec3(q[group.slots[0]], q[group.slots[1]], q[group.slots[2]]);
  Vec3 natural;
  natural_of(group, shown_rotation(group, q), 0, natural);
  return natural;
}

bool natural_of(const LimbGroup& group, const Quat& rotation, int family, Vec3& natural) {
  if (group.kind == GroupKind::kHinges) return hinge_angles(group, rotation, family, natural);
  const Quat own = local(group, rotation);
  if (group.kind == GroupKind::kBall) {
    const SwingTwist angles = swing_twist(own);
    natural = Vec3(angles.swing.x(), angles.swing.y(), angles.twist);
  } else {
    const SwingTwist angles = swing_twist(own.conjugate());
    natural = Vec3(unwrapped(group.ranges[0], -angles.twist), -angles.swing.x(), -angles.swing.y());
  }
  return true;
}

void stored_of(const LimbGroup& group, const Quat& rotation, const Vec3& natural, double* stored) {
  if (group.kind != GroupKind::kBall) {
    for (int i = 0; i < 3; ++i) stored[i] = natural[i];
    return;
  }
  Quat own = normalized(local(group, rotation));
  if (own.w() < 0.0) own.coeffs() = -own.coeffs();  // equal poses have equal coordinates
  for (int i = 0; i < 4; ++i) stored[i] = own.coeffs()[i];
}

bool allows(const LimbGroup& group, const Quat& rotation, int family) {
  if (group.kind == GroupKind::kHinges) {
    Vec3 angles;
    if (!hinge_angles(group, rotation, family, angles)) return false;
    for (int i = 0; i < 3; ++i)
      if (group.ranges[static_cast<std::size_t>(i)].violation(angles[i]) > kArcTolerance) return false;
    return true;
  }
  const Quat own = group.kind == GroupKind::kBall ? local(group, rotation) : local(group, rotation).conjugate();
  const Vec3 direction = own * Vec3::UnitZ();
  if (!allows(group.swing, direction)) return false;
  if (std::holds_alternative<std::monostate>(group.twist)) return true;
  return allows(twist_range(group.twist, direction), swing_twist(own).twist);
}

ArcSet allowed_arcs(const LimbGroup& group, const Turning& turning, int family) {
  if (group.kind != GroupKind::kHinges) {
    const Turning ball = as_ball(group, turning);
    return twist_arcs(group.twist, ball, swing_arcs(group.swing, ball));
  }
  std::vector<double> breaks;
  add_hinge_breaks(group, turning, breaks);
  return arcs_where(breaks, whole_circle(), [&](double angle) { return allows(group, turning.at(angle), family); });
}

Vec3 tangent_rates(const LimbGroup& group, const Quat& rotation, const Vec3& natural, const Vec3& omega) {
  if (group.kind == GroupKind::kBall) return group.frame.conjugate() * (rotation.conjugate() * omega);
  Mat3 columns;  // ω per rate of each coordinate
  if (group.kind == GroupKind::kHinges) {
    const Quat first = about(group.axes[0], natural[0]), second = first * about(group.axes[1], natural[1]);
    columns << group.axes[0], first * group.axes[1], second * group.axes[2];
    return least_squares(columns, omega);
  }
  const Vec2 swing(natural[1], natural[2]);
  columns.col(0) = Vec3::UnitZ();
  const Quat turned = about(Vec3::UnitZ(), natural[0]) * rotation_of_swing(swing);
  columns.rightCols<2>() = turned.toRotationMatrix() * swing_body_rates(swing);
  return least_squares(columns, group.frame.conjugate() * omega);
}

}  // namespace poise
