#include "solve/limit_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "body/joint_step.hpp"
#include "limits/coupled_group.hpp"

namespace poise {

namespace {

using Rates = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 6, 1>;  // by the degrees of freedom of one joint

// d(direction · u) per tangent of a swing or ball joint, in its own degrees of freedom.
Rates direction_rates(const Joint& joint, const ConstVec& q, const Vec3& u) {
  if (joint.model == Model::kSwing) {
    const Vec2 swing = q.segment<2>(joint.q);
    const Vec3 local = rotation_of_swing(swing).conjugate() * u;
    return swing_body_rates(swing).transpose() * Vec3::UnitZ().cross(local);
  }
  return Vec3::UnitZ().cross(stored_rotation(joint, q).conjugate() * u);
}

TurnedBall turned_ball(const Joint& joint, const ConstVec& q) {
  if (joint.model != Model::kBall) return {};
  const SwingTwist angles = swing_twist(stored_rotation(joint, q));
  return {angles, swing_twist_rates(angles)};
}

Vec3 limb(const Joint& joint, const ConstVec& q) {
  if (joint.model == Model::kSwing) return direction_of(q.segment<2>(joint.q));
  return stored_rotation(joint, q) * Vec3::UnitZ();
}

void open(Bounds& bounds, BoundRow& bound) {
  for (int k = bound.begin; k < bound.end; ++k) bounds.factor(k) = 0.0;
  bound.lower = -kUnbounded;
  bound.upper = kUnbounded;
  bound.equality = false;
}

// lower ≤ rates · v ≤ upper, in a joint's own degrees of freedom; no rates: open.
struct Tangent {
  Rates rates;
  double lower = -kUnbounded, upper = kUnbounded;
};
using Tangents = std::array<Tangent, 2>;

// Up to two tangents of a swing region: toward its nearest boundary point, and at a convex corner the neighbouring
// edge. `turned` is that of a ball.
Tangents swing_tangents(const Joint& joint, const ConstVec& q, const TurnedBall& turned) {
  Tangents found;
  const Vec3 d = limb(joint, q);
  if (const auto* cone = std::get_if<Cone>(&joint.limit.swing)) {
    const double theta = angle_between(Vec3::UnitZ(), d);
    const Vec3 outward = d * std::cos(theta) - Vec3::UnitZ();
    if (outward.norm() > 1e-9)
      found[0] = {direction_rates(joint, q, outward.normalized()), -kUnbounded, cone->angle - theta};
  } else if (const auto* ellipse = std::get_if<Ellipse>(&joint.limit.swing)) {
    // ψ = |(s_x/x, s_y/y)| ≤ 1; its level lines are followed by the direction of steepest ψ on the sphere
    const Vec2 s = swing_of(d);
    const Vec2 scaled(s.x() / ellipse->x, s.y() / ellipse->y);
    const double psi = scaled.norm();
    if (psi < 1e-6) return found;
    const Vec2 slope(scaled.x() / (ellipse->x * psi), scaled.y() / (ellipse->y * psi));
    if (joint.model == Model::kSwing) {
      found[0] = {slope, -kUnbounded, 1.0 - psi};
    } else {
      found[0] = {turned.rates.topRows<2>().transpose() * slope, -kUnbounded, 1.0 - psi};
    }
  } else if (const auto* polygon = std::get_if<SphericalPolygon>(&joint.limit.swing)) {
    const SphericalPolygon::NearEdges near = polygon->near_edges(d);
    for (std::size_t i = 0; i < near.count; ++i)
      found[i] = {direction_rates(joint, q, near.edges[i].outward), -kUnbounded, near.edges[i].room};
  }
  return found;
}

Tangent twist_tangent(const Joint& joint, const ConstVec& q, const TurnedBall& turned) {
  const Quat rotation = stored_rotation(joint, q);
  const Vec3 direction = rotation * Vec3::UnitZ();
  const Range range = twist_range(joint.limit.twist, direction);
  if (range.max - range.min >= 2.0 * kPi) return {};
  // Of the turns that mean the same twist, the one in (or nearest to) the range.
  const double middle = 0.5 * (range.min + range.max);
  const double twist = middle + wrapped_angle(turned.angles.twist - middle);
  // A swing moves the range as well, of which the nearer end counts.
  const RangeSlope slope = twist_range_slope(joint.limit.twist, direction);
  const Vec3 moving = direction_rates(joint, q, twist < middle ? slope.min : slope.max);
  return {turned.rates.row(2).transpose() - moving, range.min - twist, range.max - twist};
}

// A swing or twist row in the joint's own degrees of freedom, before it is scaled to unit length, as a function of the
// pose. Of a polygon it is that of one edge's great circle: which edge is the nearest changes at corners.
std::function<Rates(const ConstVec&)> row_of(const Joint& joint, const LimitRow& meaning, const ConstVec& q) {
  const auto filled = [&joint](const Tangent& row) {
    return row.rates.size() > 0 ? row.rates : Rates(Rates::Zero(size_of(joint.model).dof));
  };
  if (meaning.kind == LimitKind::kTwist)
    return [=, &joint](const ConstVec& at) { return filled(twist_tangent(joint, at, turned_ball(joint, at))); };
  const auto which = static_cast<std::size_t>(meaning.coordinate);
  if (const auto* polygon = std::get_if<SphericalPolygon>(&joint.limit.swing)) {
    const SphericalPolygon::NearEdges near = polygon->near_edges(limb(joint, q));
    const Vec3 outward = which < near.count ? near.edges[which].outward : Vec3::Zero();
    return [=, &joint](const ConstVec& at) { return direction_rates(joint, at, outward); };
  }
  return [=, &joint](const ConstVec& at) { return filled(swing_tangents(joint, at, turned_ball(joint, at))[which]); };
}

// H ← H + factor · ∂row/∂v over a joint's own degrees of freedom, by central differences: of a smooth function in
// exponential coordinates the symmetric part is the Hessian.
template <typename Row, typename Matrix>
void add_bend(const Joint& joint, const ConstVec& q, const Row& row, double factor, Matrix& H) {
  constexpr double kStep = 1e-5;
  const int n = size_of(joint.model).dof;
  JointRates D(n, n);
  VecX moved(q);
  const auto at = [&](const Rates& v) -> Rates {
    step_joint(joint, q, v, moved);
    return row(moved);
  };
  for (int k = 0; k < n; ++k) {
    const Rates h = kStep * Rates::Unit(n, k);
    D.col(k) = (at(h) - at(-h)) / (2.0 * kStep);
  }
  H.block(joint.v, joint.v, n, n) += 0.5 * factor * (D + D.transpose());
}

// The derivative of what a coupling couples, by all degrees of freedom.
VecX coupling_rates(const Figure& figure, const Coupling& coupling, const ConstVec& q) {
  VecX whole = VecX::Zero(figure.dof());
  for (std::size_t k = 0; k < coupling.indices.size(); ++k) {
    const Joint& joint = figure.joints()[static_cast<std::size_t>(figure.joint_of_natural(coupling.indices[k]))];
    const JointRates rates = natural_rates(joint, q);
    whole.segment(joint.v, rates.cols()) += coupling.factors[k] * rates.row(coupling.indices[k] - joint.x).transpose();
  }
  return whole;
}

// A natural coordinate of a joint that is no ball.
double coordinate(const Figure& figure, int at, const Joint& joint, const ConstVec& q) {
  return joint.model == Model::kFree ? natural_coordinates(figure, q)[at] : q[joint.q + at - joint.x];
}

// How far the direction of a joint is from the edge of its region, along the sphere. Nothing is promised of an ellipse,
// which is measured by swing, and in the middle of a cone, where no tangent is nearer than another.
double room_inside(const Joint& joint, const Tangents& tangents) {
  if (std::holds_alternative<Ellipse>(joint.limit.swing) || tangents[0].rates.size() == 0) return 0.0;
  double room = kUnbounded;
  for (const Tangent& tangent : tangents) room = std::min(room, tangent.upper);
  return room;
}

// A tangent as a bound, scaled to unit length.
void write(const Tangent& tangent, Bounds& bounds, std::size_t row) {
  BoundRow& bound = bounds[row];
  const double length = tangent.rates.size() > 0 ? tangent.rates.norm() : 0.0;
  if (length < 1e-9) return open(bounds, bound);
  for (int k = bound.begin; k < bound.end; ++k) bounds.factor(k) = tangent.rates[k - bound.begin] / length;
  bound.lower = std::min(0.0, tangent.lower / length);
  bound.upper = std::max(0.0, tangent.upper / length);
}

std::vector<int> freedoms(const Joint& joint) {
  std::vector<int> dofs;
  for (int k = 0; k < size_of(joint.model).dof; ++k) dofs.push_back(joint.v + k);
  return dofs;
}

}  // namespace

void LimitRows::add(LimitKind kind, int index, int coordinate, const std::vector<int>& dofs) {
  bounds_.add(dofs);
  meaning_.push_back({kind, index, coordinate});
}

LimitRows::LimitRows(const Figure& figure) : leeway_(figure) {
  const std::size_t about = static_cast<std::size_t>(figure.dof()) + figure.couplings().size();
  meaning_.reserve(about);
  stored_.reserve(about);
  for (int i = 0; i < static_cast<int>(figure.joints().size()); ++i)
    add_joint(i, figure.joints()[static_cast<std::size_t>(i)]);
  first_coupling_ = meaning_.size();
  for (int i = 0; i < static_cast<int>(figure.couplings().size()); ++i) add_coupling(i, figure);
  entries_ = bounds_.entries();
  turned_.resize(figure.joints().size());
  natural_.setZero(figure.natural());
  whole_.setZero(figure.dof());
  for (const LimitRow& row : meaning_) {
    const bool range = row.kind == LimitKind::kRange;
    stored_.push_back(range ? figure.joints()[static_cast<std::size_t>(row.index)].q + row.coordinate : -1);
  }
}

// Its ranges, and of a ball or swing joint two rows for the region of its limb and one for its twist.
void LimitRows::add_joint(int index, const Joint& joint) {
  const int ranges = has_ranges(joint.model) ? size_of(joint.model).dof : 0;
  std::vector<int> one(1);
  for (int c = 0; c < ranges; ++c) {
    if (joint.limit.ranges[c].min <= -1e299 && joint.limit.ranges[c].max >= 1e299) continue;
    one[0] = joint.v + c;
    add(LimitKind::kRange, index, c, one);
  }
  const bool swings = !std::holds_alternative<std::monostate>(joint.limit.swing),
             twists = !std::holds_alternative<std::monostate>(joint.limit.twist);
  if (!swings && !twists) return;
  JointRows rows{index, kNoRow, kNoRow, twists || std::holds_alternative<Ellipse>(joint.limit.swing)};
  const std::vector<int> own = freedoms(joint);
  if (swings) {
    rows.swing = meaning_.size();
    for (int c = 0; c < 2; ++c) add(LimitKind::kSwing, index, c, own);
  }
  if (twists) {
    rows.twist = meaning_.size();
    add(LimitKind::kTwist, index, 0, own);
  }
  regions_.push_back(rows);
}

void LimitRows::add_coupling(int index, const Figure& figure) {
  std::vector<int> dofs;
  for (const int coordinate : figure.couplings()[static_cast<std::size_t>(index)].indices) {
    const auto own = freedoms(figure.joints()[static_cast<std::size_t>(figure.joint_of_natural(coordinate))]);
    dofs.insert(dofs.end(), own.begin(), own.end());
  }
  add(LimitKind::kCoupling, index, 0, dofs);
}

void LimitRows::reorder(const StepVariables& variables) {
  variables.reorder(bounds_.dofs());
  bounds_.rescale(variables.scales(), entries_, bounds_.entries());
}

void LimitRows::update(const Figure& figure, const ConstVec& q, const VecX& scales, double reach) {
  for (std::size_t i = 0; i < first_coupling_; ++i) {
    const int at = stored_[i];
    if (at < 0) continue;
    BoundRow& bound = bounds_[i];
    bounds_.factor(bound.begin) = scales[bounds_.dof(bound.begin)];
    bound.lower = std::min(0.0, figure.least()[at] - q[at]);
    bound.upper = std::max(0.0, figure.most()[at] - q[at]);
  }
  for (const JointRows& rows : regions_) {
    if (leeway_.is_joint_noted_at(rows.joint, q) || leeway_.is_joint_clear(rows.joint, q, reach)) continue;
    write_joint(figure, rows, q, scales);
  }
  for (std::size_t g = 0; g < leeway_.groups().size(); ++g) {
    if (leeway_.is_group_noted_at(g, q) || leeway_.is_group_clear(g, q, reach)) continue;
    write_group(figure, g, q, scales);
  }
}

void LimitRows::write_joint(const Figure& figure, const JointRows& rows, const ConstVec& q, const VecX& scales) {
  const Joint& joint = figure.joints()[static_cast<std::size_t>(rows.joint)];
  const TurnedBall turned = rows.turns ? turned_ball(joint, q) : TurnedBall{};
  const auto write_row = [&](const Tangent& tangent, std::size_t row) {
    write(tangent, bounds_, row);
    bounds_.rescale(scales, bounds_[row].begin, bounds_[row].end);
  };
  double room = kUnbounded;
  if (rows.swing != kNoRow) {
    const Tangents tangents = swing_tangents(joint, q, turned);
    room = room_inside(joint, tangents);
    for (std::size_t i = 0; i < 2; ++i) write_row(tangents[i], rows.swing + i);
  }
  if (rows.twist != kNoRow) write_row(twist_tangent(joint, q, turned), rows.twist);
  leeway_.note_joint(rows.joint, q, room, turned.angles);
}

// The couplings of joints that they tie together.
void LimitRows::write_group(const Figure& figure, std::size_t group, const ConstVec& q, const VecX& scales) {
  const TiedJoints& tied = leeway_.groups()[group];
  for (const int index : tied.joints) {
    const Joint& joint = figure.joints()[static_cast<std::size_t>(index)];
    TurnedBall& turned = turned_[static_cast<std::size_t>(index)];
    turned = turned_ball(joint, q);
    for (int k = 0; k < size_of(joint.model).natural; ++k) {
      const Vec3 angles(turned.angles.swing.x(), turned.angles.swing.y(), turned.angles.twist);
      natural_[joint.x + k] = joint.model == Model::kBall ? angles[k] : coordinate(figure, joint.x + k, joint, q);
    }
  }
  for (const int c : tied.couplings) {
    const std::size_t row = first_coupling_ + static_cast<std::size_t>(c);
    write_coupling(figure, figure.couplings()[static_cast<std::size_t>(c)], q, row);
    bounds_.rescale(scales, bounds_[row].begin, bounds_[row].end);
  }
  leeway_.note_group(group, q, natural_);
}

// A coupling in the degrees of freedom of its joints. Entries: for each coordinate, all degrees of freedom of its
// joint.
void LimitRows::write_coupling(const Figure& figure, const Coupling& coupling, const ConstVec& q, std::size_t row) {
  BoundRow& bound = bounds_[row];
  double value = 0.0;
  int entry = bound.begin;
  for (std::size_t k = 0; k < coupling.indices.size(); ++k) {
    const int number = figure.joint_of_natural(coupling.indices[k]), at = coupling.indices[k];
    const Joint& joint = figure.joints()[static_cast<std::size_t>(number)];
    const TurnedBall& turned = turned_[static_cast<std::size_t>(number)];
    const bool ball = joint.model == Model::kBall;
    const JointRates rates = ball ? JointRates(turned.rates) : natural_rates(joint, q);
    for (int c = 0; c < rates.cols(); ++c) {
      const double factor = coupling.factors[k] * rates(at - joint.x, c);
      bounds_.factor(entry++) = factor;
      whole_[joint.v + c] += factor;  // a degree of freedom may occur twice: two coordinates of one joint
    }
    value += coupling.factors[k] * natural_[at];
  }
  const double length = whole_.norm();
  whole_.setZero();
  if (length < 1e-9) return open(bounds_, bound);
  for (int k = bound.begin; k < bound.end; ++k) bounds_.factor(k) /= length;
  bound.equality = coupling.min == coupling.max;
  bound.lower = bound.equality ? (coupling.min - value) / length : std::min(0.0, (coupling.min - value) / length);
  bound.upper = bound.equality ? bound.lower : std::max(0.0, (coupling.max - value) / length);
}

template <typename Matrix>
void LimitRows::add_curvature(const Figure& figure, const ConstVec& q, const VecX& multipliers, Matrix& H) const {
  for (std::size_t i = 0; i < meaning_.size(); ++i) {
    const LimitRow& meaning = meaning_[i];
    const double mu = multipliers[static_cast<Eigen::Index>(i)];
    if (mu == 0.0 || meaning.kind == LimitKind::kRange) continue;
    if (meaning.kind != LimitKind::kCoupling) {
      const Joint& joint = figure.joints()[static_cast<std::size_t>(meaning.index)];
      const auto row = row_of(joint, meaning, q);
      const double length = row(q).norm();
      if (length > 1e-9) add_bend(joint, q, row, mu / length, H);
      continue;
    }
    const Coupling& coupling = figure.couplings()[static_cast<std::size_t>(meaning.index)];
    const double length = coupling_rates(figure, coupling, q).norm();
    for (std::size_t k = 0; k < coupling.indices.size() && length > 1e-9; ++k) {
      const Joint& joint = figure.joints()[static_cast<std::size_t>(figure.joint_of_natural(coupling.indices[k]))];
      if (joint.model != Model::kBall && joint.model != Model::kFree) continue;  // its coordinates are straight
      const auto row = [&](const ConstVec& at) -> Rates {
        return natural_rates(joint, at).row(coupling.indices[k] - joint.x).transpose();
      };
      add_bend(joint, q, row, mu * coupling.factors[k] / length, H);
    }
  }
}

template void LimitRows::add_curvature(const Figure&, const ConstVec&, const VecX&, MatX&) const;
template void LimitRows::add_curvature(const Figure&, const ConstVec&, const VecX&, TreeMatrix&) const;

}  // namespace poise
