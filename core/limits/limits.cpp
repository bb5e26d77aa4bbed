#include "limits/limits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "limits/coupled_group.hpp"
#include "limits/swing_cut.hpp"

namespace poise {

namespace {

// τ of a rotation without its swing, which costs as much again.
double twist_of(const Quat& rotation) {
  const double sign = rotation.w() < 0.0 ? -1.0 : 1.0;
  return 2.0 * std::atan2(sign * rotation.z(), sign * rotation.w());
}

double twist_violation(const Joint& joint, const Quat& rotation) {
  // Turned all the way back, the limb has any twist one likes, an allowed one too.
  if (std::holds_alternative<std::monostate>(joint.limit.twist)) return 0.0;
  if (joint.twist_band.has(rotation) || (rotation.z() == 0.0 && rotation.w() == 0.0)) return 0.0;
  const double twist = twist_of(rotation);
  const Range range = twist_range(joint.limit.twist, rotation * Vec3::UnitZ());
  if (range.violation(twist) == 0.0) return 0.0;
  return std::abs(wrapped_angle(nearest_twist(range, twist) - twist));
}

// Turn the limb of a swing or ball joint to a direction, the short way; a ball keeps what that does to its twist.
void turn_limb(const Joint& joint, const Vec3& from, const Vec3& to, VecX& q) {
  if (joint.model == Model::kSwing) {
    q.segment<2>(joint.q) = swing_of(to);
  } else {
    store_rotation(joint, direct_rotation(from, to) * stored_rotation(joint, q), q);
  }
}

void clamp_swing(const Joint& joint, const VecX* start, VecX& q) {
  const Vec3 asked = limb_direction(joint, q);
  const NearestDirection end = nearest_direction(joint.limit.swing, asked);
  if (end.violation > 0.0) turn_limb(joint, asked, end.direction, q);
  if (start == nullptr) return;
  const Vec3 begin = limb_direction(joint, *start);
  const Vec3 sum = begin + end.direction;
  if (sum.norm() < 1e-9) return;  // opposite directions have no middle
  const NearestDirection middle = nearest_direction(joint.limit.swing, sum.normalized());
  if (middle.violation > 0.0) turn_limb(joint, end.direction, middle.direction, q);
}

void clamp_twist(const Joint& joint, VecX& q) {
  if (std::holds_alternative<std::monostate>(joint.limit.twist)) return;
  const Quat rotation = stored_rotation(joint, q);
  if (twist_violation(joint, rotation) <= kClampTolerance) return;
  const double twist = twist_of(rotation);
  const double allowed = nearest_twist(twist_range(joint.limit.twist, rotation * Vec3::UnitZ()), twist);
  // Turning about the limb keeps its direction; a twist after the swing is a product from the right.
  store_rotation(joint, rotation * exp_rotation(Vec3(0.0, 0.0, allowed - twist)), q);
}

}  // namespace

void clamp_joint(const Joint& joint, const VecX* start, VecX& q) {
  if (has_ranges(joint.model)) {
    for (int i = 0; i < size_of(joint.model).stored; ++i)
      q[joint.q + i] = joint.limit.ranges[i].nearest(q[joint.q + i]);
  } else if (has_swing(joint.model)) {
    clamp_swing(joint, start, q);
    if (joint.model == Model::kBall) clamp_twist(joint, q);
  }
}

double bring_inside(const Joint& joint, VecX& q) {
  double worst = 0.0;
  if (has_ranges(joint.model)) {
    for (int i = 0; i < size_of(joint.model).stored; ++i) {
      double& angle = q[joint.q + i];
      worst = std::max(worst, joint.limit.ranges[i].violation(angle));
      angle = joint.limit.ranges[i].nearest(angle);
    }
  } else if (has_swing(joint.model)) {
    const Vec3 asked = limb_direction(joint, q);
    const NearestDirection nearest = nearest_direction(joint.limit.swing, asked);
    worst = nearest.violation;
    if (joint.model == Model::kBall) worst = std::max(worst, twist_violation(joint, stored_rotation(joint, q)));
    if (nearest.violation > 0.0) turn_limb(joint, asked, nearest.direction, q);
    if (joint.model == Model::kBall && worst > 0.0) clamp_twist(joint, q);
  }
  return worst;
}

namespace {

// Tells each kind of violation of a joint, however small.
template <typename Consider>
void look_at_joint(const Joint& joint, const ConstVec& q, Consider&& consider) {
  if (has_ranges(joint.model)) {
    for (int c = 0; c < size_of(joint.model).stored; ++c)
      consider(LimitKind::kRange, c, joint.limit.ranges[c].violation(q[joint.q + c]));
  } else if (has_swing(joint.model)) {
    consider(LimitKind::kSwing, 0, nearest_direction(joint.limit.swing, limb_direction(joint, q)).violation);
    if (joint.model == Model::kBall) consider(LimitKind::kTwist, 0, twist_violation(joint, stored_rotation(joint, q)));
  }
}

// However small.
Violation largest_violation(const Figure& figure, const ConstVec& q) {
  Violation worst;
  const auto consider = [&](LimitKind kind, int index, int coordinate, double amount) {
    if (amount > worst.amount) worst = {kind, index, coordinate, amount};
  };
  for (int i = 0; i < static_cast<int>(figure.joints().size()); ++i) {
    look_at_joint(figure.joints()[static_cast<std::size_t>(i)], q,
                  [&](LimitKind kind, int coordinate, double amount) { consider(kind, i, coordinate, amount); });
  }
  if (figure.couplings().empty()) return worst;
  VecX x(figure.natural());
  write_natural(figure, figure.coupled_joints(), q, x);
  for (int i = 0; i < static_cast<int>(figure.couplings().size()); ++i) {
    consider(LimitKind::kCoupling, i, 0, coupling_violation(figure.couplings()[static_cast<std::size_t>(i)], x));
  }
  return worst;
}

// The tangent of a region over all coupled coordinates.
struct Cut {
  int joint;
  VecX row;
  double bound;
};

// Adds the cut for a joint whose swing is outside. False when inside.
bool cut_region(const Joint& joint, int index, Eigen::Index first, const VecX& x, std::vector<Cut>& cuts) {
  const auto tangent = swing_cut(joint, x.segment<2>(first));
  if (!tangent) return false;
  Cut cut{index, VecX::Zero(x.size()), -tangent->bound};
  cut.row.segment<2>(first) = -tangent->slope;
  const auto same = std::find_if(cuts.begin(), cuts.end(), [&](const Cut& c) {
    return c.joint == index && replaces(joint, tangent->slope, -c.row.segment<2>(first));
  });
  if (same != cuts.end())
    *same = cut;
  else
    cuts.push_back(cut);
  return true;
}

void store_coupled(const Figure& figure, const CoupledSpace& space, const VecX& x, VecX& q) {
  for (const auto& [joint, first] : space.joints) {
    const Joint& j = figure.joints()[static_cast<std::size_t>(joint)];
    store_natural(j, x.segment(first, size_of(j.model).natural), q);
    if (j.model == Model::kBall) clamp_twist(j, q);  // a twist range that depends on swing follows it
  }
}

// The columns of a space among all natural coordinates.
VecX columns_of(const CoupledSpace& space, const VecX& natural) {
  VecX x(static_cast<Eigen::Index>(space.coordinates.size()));
  for (Eigen::Index i = 0; i < x.size(); ++i) x[i] = natural[space.coordinates[static_cast<std::size_t>(i)]];
  return x;
}

// How far the joints of a space are outside their own limits and their couplings.
double violation_of(const Figure& figure, const CoupledSpace& space, const VecX& q) {
  double worst = 0.0;
  std::vector<int> joints;
  for (const auto& [joint, first] : space.joints) {
    joints.push_back(joint);
    look_at_joint(figure.joints()[static_cast<std::size_t>(joint)], q,
                  [&](LimitKind, int, double amount) { worst = std::max(worst, amount); });
  }
  VecX x(figure.natural());
  write_natural(figure, joints, q, x);
  for (const int c : space.couplings)
    if (c >= 0) worst = std::max(worst, coupling_violation(figure.couplings()[static_cast<std::size_t>(c)], x));
  return worst;
}

// Back toward the figure's home, which is inside, just as far as needed.
void retreat(const Figure& figure, const CoupledSpace& space, const VecX& from, VecX& q) {
  const VecX home = columns_of(space, natural_coordinates(figure, figure.home()));
  const auto inside_at = [&](double t) {
    store_coupled(figure, space, (1.0 - t) * from + t * home, q);
    return violation_of(figure, space, q) <= 0.1 * kLimitTolerance;
  };
  double out = 0.0, in = 1.0;
  for (double t = 1e-12; t < 1.0; t *= 4.0) {
    if (inside_at(t)) {
      in = t;
      break;
    }
    out = t;
  }
  for (int i = 0; i < 40 && in - out > 1e-3 * in; ++i) {
    const double middle = (in + out) / 2.0;
    (inside_at(middle) ? in : out) = middle;
  }
  inside_at(in);
}

// The nearest point of a space inside couplings, ranges and swing regions, in its columns. Couplings and ranges are a
// polyhedron; regions join it as tangents where the nearest point leaves them, until it leaves none (sequential
// quadratic programming). `x`: what is returned when there is none.
VecX nearest_inside(const Figure& figure, const CoupledSpace& space, const VecX& from, VecX x) {
  std::vector<Cut> cuts;
  for (int round = 0; round < 60; ++round) {
    Polyhedron polyhedron = space.polyhedron;
    for (const Cut& c : cuts) polyhedron.add(c.row, c.bound, false);
    const NearestPoint nearest = nearest_point(polyhedron, from);
    if (!nearest.exists) break;  // the tangents have cut everything off
    x = nearest.point;
    bool left_a_region = false;
    for (const auto& [joint, first] : space.joints) {
      const Joint& j = figure.joints()[static_cast<std::size_t>(joint)];
      if (has_swing(j.model)) left_a_region = cut_region(j, joint, first, x, cuts) || left_a_region;
    }
    if (!left_a_region) break;
  }
  return x;
}

// Whether a point keeps to couplings and ranges.
bool is_inside(const Polyhedron& polyhedron, const VecX& x) {
  const VecX spare = polyhedron.rows * x - polyhedron.bounds;
  for (Eigen::Index i = 0; i < spare.size(); ++i) {
    if (spare[i] < 0.0 || (spare[i] > 0.0 && polyhedron.equality[static_cast<std::size_t>(i)])) return false;
  }
  return true;
}

// Brings all coupled joints to the nearest point inside, measured in natural coordinates from where they were asked to
// be (limbs: from the nearest allowed direction). Couplings that share no joint, of two fingers for example, have
// nothing to do with each other: each group goes by itself, and most are inside as they are.
// `wanted`, `clamped`: natural coordinates of the asked pose and of q, whose joints are inside their own limits.
void clamp_coupled(const Figure& figure, const VecX& wanted, const VecX& clamped, VecX& q) {
  std::vector<bool> done(figure.couplings().size(), false);
  for (std::size_t c = 0; c < done.size(); ++c) {
    if (done[c]) continue;
    const std::vector<int> tied = couplings_tied_to(figure, static_cast<int>(c));
    for (const int other : tied) done[static_cast<std::size_t>(other)] = true;
    const CoupledSpace space = coupled_space(figure, tied);
    VecX from = columns_of(space, wanted);
    const VecX here = columns_of(space, clamped);
    for (const auto& [joint, first] : space.joints) {
      if (has_swing(figure.joints()[static_cast<std::size_t>(joint)].model))
        from.segment<2>(first) = here.segment<2>(first);
    }
    const VecX x = is_inside(space.polyhedron, from) ? from : nearest_inside(figure, space, from, here);
    store_coupled(figure, space, x, q);
    if (violation_of(figure, space, q) > 0.5 * kLimitTolerance && figure.home().size() > 0)
      retreat(figure, space, x, q);
  }
}

}  // namespace

Violation worst_violation(const Figure& figure, const ConstVec& q) {
  const Violation worst = largest_violation(figure, q);
  return worst.amount > kLimitTolerance ? worst : Violation{};
}

CoupledSpace coupled_space(const Figure& figure, const std::vector<int>& couplings) {
  CoupledSpace space;
  std::vector<int> column(static_cast<std::size_t>(figure.natural()), -1);
  for (const int c : couplings) {
    for (const int i : figure.couplings()[static_cast<std::size_t>(c)].indices) {
      const int joint = figure.joint_of_natural(i);
      const Joint& j = figure.joints()[static_cast<std::size_t>(joint)];
      if (column[static_cast<std::size_t>(j.x)] >= 0) continue;
      space.joints.emplace_back(joint, static_cast<Eigen::Index>(space.coordinates.size()));
      for (int k = 0; k < size_of(j.model).natural; ++k) {
        column[static_cast<std::size_t>(j.x + k)] = static_cast<int>(space.coordinates.size());
        space.coordinates.push_back(j.x + k);
      }
    }
  }
  const auto n = static_cast<Eigen::Index>(space.coordinates.size());
  space.polyhedron.rows.resize(0, n);
  const auto add_range = [&](const VecX& row, const Range& range, int coupling) {
    const auto add = [&](const VecX& r, double bound, bool equality) {
      space.polyhedron.add(r, bound, equality);
      space.couplings.push_back(coupling);
    };
    if (range.min == range.max) return add(row, range.min, true);
    if (range.min > -1e299) add(row, range.min, false);
    if (range.max < 1e299) add(-row, -range.max, false);
  };
  for (const int k : couplings) {
    const Coupling& c = figure.couplings()[static_cast<std::size_t>(k)];
    VecX row = VecX::Zero(n);
    for (std::size_t i = 0; i < c.indices.size(); ++i)
      row[column[static_cast<std::size_t>(c.indices[i])]] += c.factors[i];
    add_range(row, {c.min, c.max}, k);
  }
  for (const auto& [joint, first] : space.joints) {
    const Joint& j = figure.joints()[static_cast<std::size_t>(joint)];
    for (int i = 0; has_ranges(j.model) && i < size_of(j.model).natural; ++i) {
      add_range(VecX::Unit(n, first + i), j.limit.ranges[i], -1);
    }
    const Range* twist = std::get_if<Range>(&j.limit.twist);
    if (j.model == Model::kBall && twist != nullptr) add_range(VecX::Unit(n, first + 2), *twist, -1);
  }
  return space;
}

CoupledSpace coupled_space(const Figure& figure) {
  std::vector<int> all(figure.couplings().size());
  std::iota(all.begin(), all.end(), 0);
  return coupled_space(figure, all);
}

VecX clamp(const Figure& figure, const ConstVec& asked, const VecX* start) {
  VecX q(asked);
  if (figure.has_ranges_alone() && q.size() > 0) {
    const double out = std::max((figure.least() - q).maxCoeff(), (q - figure.most()).maxCoeff());
    if (start != nullptr || out > kLimitTolerance) q = q.cwiseMax(figure.least()).cwiseMin(figure.most());
    return q;
  }
  double worst = start == nullptr ? 0.0 : std::numeric_limits<double>::infinity();
  for (const Joint& joint : figure.joints()) {
    if (start == nullptr)
      worst = std::max(worst, bring_inside(joint, q));  // a joint inside its limits stays as it is
    else
      clamp_joint(joint, start, q);
  }
  if (figure.couplings().empty()) return worst <= kLimitTolerance ? VecX(asked) : q;
  const std::vector<int>& coupled = figure.coupled_joints();
  VecX wanted(figure.natural());
  write_natural(figure, coupled, asked, wanted);
  if (std::max(worst, worst_coupling(figure, wanted)) <= kLimitTolerance) return asked;
  VecX x = wanted;
  if (worst > 0.0) write_natural(figure, coupled, q, x);
  if (worst_coupling(figure, x) <= kLimitTolerance) return q;
  clamp_coupled(figure, wanted, x, q);
  return q;
}

}  // namespace poise
