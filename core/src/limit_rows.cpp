#include "poise/limit_rows.hpp"

#include <algorithm>
#include <cmath>

namespace poise {

namespace {

bool ranged(Model model) { return model == Model::kHinge || model == Model::kSlide || model == Model::kElbow; }

// d(direction · u) per tangent of a swing or ball joint, in its own degrees of freedom.
VecX direction_rates(const Joint& joint, const ConstVec& q, const Vec3& u) {
  if (joint.model == Model::kSwing) {
    const Vec2 swing = q.segment<2>(joint.q);
    const Vec3 local = rotation_of_swing(swing).conjugate() * u;
    return swing_body_rates(swing).transpose() * Vec3::UnitZ().cross(local);
  }
  return Vec3::UnitZ().cross(stored_rotation(joint, q).conjugate() * u);
}

Vec3 limb(const Joint& joint, const ConstVec& q) {
  if (joint.model == Model::kSwing) return direction_of(q.segment<2>(joint.q));
  return stored_rotation(joint, q) * Vec3::UnitZ();
}

void open(BoundRow& bound) {
  bound.lower = -1e300;
  bound.upper = 1e300;
  bound.equality = false;
}

// row · v ≤ room, scaled to unit length; open when the row is nothing.
void close(BoundRow& bound, int at, const VecX& rates, double lower, double upper) {
  const double length = rates.norm();
  bound.row.setZero();
  if (length < 1e-9) return open(bound);
  bound.row.segment(at, rates.size()) = rates / length;
  bound.lower = std::min(0.0, lower / length);
  bound.upper = std::max(0.0, upper / length);
}

// Up to two tangents of a swing region: toward its nearest boundary point, and at a convex corner the neighbouring
// edge.
void swing_rows(const Joint& joint, const ConstVec& q, BoundRow& first, BoundRow& second) {
  open(first);
  open(second);
  const Vec3 d = limb(joint, q);
  if (const auto* cone = std::get_if<Cone>(&joint.limit.swing)) {
    const double theta = angle_between(Vec3::UnitZ(), d);
    const Vec3 outward = d * std::cos(theta) - Vec3::UnitZ();
    if (outward.norm() > 1e-9)
      close(first, joint.v, direction_rates(joint, q, outward.normalized()), -1e300, cone->angle - theta);
  } else if (const auto* ellipse = std::get_if<Ellipse>(&joint.limit.swing)) {
    // ψ = |(s_x/x, s_y/y)| ≤ 1; its level lines are followed by the direction of steepest ψ on the sphere
    const Vec2 s = swing_of(d);
    const Vec2 scaled(s.x() / ellipse->x, s.y() / ellipse->y);
    const double psi = scaled.norm();
    if (psi < 1e-6) return;
    const Vec2 slope(scaled.x() / (ellipse->x * psi), scaled.y() / (ellipse->y * psi));
    if (joint.model == Model::kSwing) {
      close(first, joint.v, slope, -1e300, 1.0 - psi);
    } else {
      const Mat3 rates = swing_twist_rates(swing_twist(stored_rotation(joint, q)));
      close(first, joint.v, rates.topRows<2>().transpose() * slope, -1e300, 1.0 - psi);
    }
  } else if (const auto* polygon = std::get_if<SphericalPolygon>(&joint.limit.swing)) {
    const auto edges = polygon->near_edges(d);
    BoundRow* rows[] = {&first, &second};
    for (std::size_t i = 0; i < edges.size() && i < 2; ++i) {
      close(*rows[i], joint.v, direction_rates(joint, q, edges[i].outward), -1e300, edges[i].room);
    }
  }
}

void twist_row(const Joint& joint, const ConstVec& q, BoundRow& bound) {
  open(bound);
  const Quat rotation = stored_rotation(joint, q);
  const Range range = twist_range(joint.limit.twist, rotation * Vec3::UnitZ());
  if (range.max - range.min >= 2.0 * kPi) return;
  const SwingTwist angles = swing_twist(rotation);
  // Of the turns that mean the same twist, the one in (or nearest to) the range.
  const double middle = 0.5 * (range.min + range.max);
  const double twist = middle + wrapped_angle(angles.twist - middle);
  const Vec3 rates = swing_twist_rates(angles).row(2).transpose();
  close(bound, joint.v, rates, range.min - twist, range.max - twist);
}

}  // namespace

void LimitRows::add(LimitKind kind, int index, int coordinate, int dof) {
  BoundRow bound;
  bound.dof = dof;
  if (dof < 0) bound.row = VecX::Zero(dof_);
  bounds_.push_back(bound);
  meaning_.push_back({kind, index, coordinate});
}

LimitRows::LimitRows(const Figure& figure) : dof_(figure.dof()) {
  for (int i = 0; i < static_cast<int>(figure.joints().size()); ++i) {
    const Joint& joint = figure.joints()[static_cast<std::size_t>(i)];
    for (int c = 0; ranged(joint.model) && c < size_of(joint.model).dof; ++c) {
      if (joint.limit.ranges[c].min > -1e299 || joint.limit.ranges[c].max < 1e299)
        add(LimitKind::kRange, i, c, joint.v + c);
    }
    if (!std::holds_alternative<std::monostate>(joint.limit.swing)) {
      add(LimitKind::kSwing, i, 0, -1);
      add(LimitKind::kSwing, i, 1, -1);
    }
    if (!std::holds_alternative<std::monostate>(joint.limit.twist)) add(LimitKind::kTwist, i, 0, -1);
  }
  for (int i = 0; i < static_cast<int>(figure.couplings().size()); ++i) add(LimitKind::kCoupling, i, 0, -1);
}

void LimitRows::update(const Figure& figure, const ConstVec& q) {
  VecX natural;
  for (std::size_t i = 0; i < bounds_.size(); ++i) {
    BoundRow& bound = bounds_[i];
    const LimitRow& meaning = meaning_[i];
    if (meaning.kind == LimitKind::kRange) {
      const Joint& joint = figure.joints()[static_cast<std::size_t>(meaning.index)];
      const Range& range = joint.limit.ranges[meaning.coordinate];
      const double x = q[joint.q + meaning.coordinate];
      bound.lower = std::min(0.0, range.min - x);
      bound.upper = std::max(0.0, range.max - x);
    } else if (meaning.kind == LimitKind::kSwing) {
      if (meaning.coordinate == 0)
        swing_rows(figure.joints()[static_cast<std::size_t>(meaning.index)], q, bound, bounds_[i + 1]);
    } else if (meaning.kind == LimitKind::kTwist) {
      twist_row(figure.joints()[static_cast<std::size_t>(meaning.index)], q, bound);
    } else {
      if (natural.size() == 0) natural = natural_coordinates(figure, q);
      const Coupling& coupling = figure.couplings()[static_cast<std::size_t>(meaning.index)];
      bound.row.setZero();
      double value = 0.0;
      for (std::size_t k = 0; k < coupling.indices.size(); ++k) {
        const Joint& joint = figure.joints()[static_cast<std::size_t>(figure.joint_of_natural(coupling.indices[k]))];
        const MatX rates = natural_rates(joint, q);
        bound.row.segment(joint.v, rates.cols()) +=
            coupling.factors[k] * rates.row(coupling.indices[k] - joint.x).transpose();
        value += coupling.factors[k] * natural[coupling.indices[k]];
      }
      const double length = bound.row.norm();
      if (length < 1e-9) {
        open(bound);
        continue;
      }
      bound.row /= length;
      bound.equality = coupling.min == coupling.max;
      bound.lower = bound.equality ? (coupling.min - value) / length : std::min(0.0, (coupling.min - value) / length);
      bound.upper = bound.equality ? bound.lower : std::max(0.0, (coupling.max - value) / length);
    }
  }
}

}  // namespace poise
