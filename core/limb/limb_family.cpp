#include "limb/limb_family.hpp"

#include <cmath>

#include "limb/limb_geometry.hpp"

namespace poise {

namespace {

constexpr double kTooClose = 1e-3;     // to aim at something, in lengths of the upper segment
constexpr double kSameHinge = 1e-6;    // radians; a straight limb knows its hinge to 1e-8
constexpr double kOtherBranch = 1e-9;  // metres, more than rounding

Mat3 frame_of(const Vec3& x, const Vec3& y) {
  Mat3 frame;
  frame << x, y, x.cross(y);
  return frame;
}

// The family that takes x₀ (limb at zero shoulder) to the direction of x.
SwivelFamily family_between(const LimbStance& stance, const Vec3& limb_point, const Vec3& target, double hinge,
                            int branch) {
  const Limb& limb = *stance.limb;
  SwivelFamily family;
  family.branch = branch;
  family.hinge = hinge;
  const double length = limb_point.norm(), wanted = target.norm();
  const double scale = limb.upper.norm();
  // At the shoulder itself no direction is given: the limb folds where its hinge says, toward home.
  const Vec3 w = length > 1e-12 * scale ? Vec3(limb_point / length) : Vec3(limb.axis.cross(limb.upper).normalized());
  family.axis = wanted > 1e-12 * scale ? Vec3(target / wanted) : stance.swivel_zero.home;
  const Vec3 k = elbow_direction(limb, w, branch), u = stance.swivel_zero.at(family.axis);
  const Mat3 start = frame_of(family.axis, u) * frame_of(w, k).transpose();
  family.root = normalized(Quat(start));
  const double radius = limb.upper.dot(k);
  family.center = family.axis * w.dot(limb.upper);
  family.u = radius * u;
  family.v = radius * family.axis.cross(u);
  family.limb_point = limb_point;
  family.target = target;
  return family;
}

// The hinge angle inside its limits that is nearest to θ on the circle.
double limited(const Range& range, double theta) {
  const double x = wrapped_angle(theta);
  double best = range.nearest(x), least = range.violation(x);
  for (const double turn : {-2.0 * kPi, 2.0 * kPi}) {
    if (range.violation(x + turn) >= least) continue;
    least = range.violation(x + turn);
    best = range.nearest(x + turn);
  }
  return best;
}

void prefer(FamilyList& list, const LimbStance& stance) {
  const auto cost = [&](const SwivelFamily& f) {
    return std::make_pair(f.miss > 1e-12, std::abs(wrapped_angle(f.hinge - stance.rest_hinge)));
  };
  if (list.count == 2 && cost(list.items[1]) < cost(list.items[0])) std::swap(list.items[0], list.items[1]);
}

// Both hinge angles at which the point b beyond the hinge is as far from the shoulder as the target.
FamilyList families_to(const LimbStance& stance, const Vec3& b, const Vec3& target, bool limits) {
  const Limb& limb = *stance.limb;
  const HingeTriangle triangle(limb.upper, limb.axis, b);
  const double distance = target.norm(), bend = triangle.bend(distance);
  FamilyList list;
  for (const int branch : {0, 1}) {
    const double theta = triangle.straight + (branch == 0 ? bend : -bend);
    const double hinge = limits ? limited(limb.hinge, theta) : wrapped_angle(theta);
    const Vec3 limb_point = limb.upper + turned(limb.axis, hinge, b);
    SwivelFamily family = family_between(stance, limb_point, target, hinge, branch);
    const double lack = distance - triangle.distance(hinge);
    family.miss = std::abs(lack);
    // At a limit the hinge may stand as the other branch wants it: that is not this branch.
    if (std::abs(wrapped_angle(hinge - theta)) > kSameHinge) family.miss = std::max(family.miss, kOtherBranch);
    family.bent_enough = lack < 0.0;
    list.items[static_cast<std::size_t>(list.count++)] = family;
  }
  prefer(list, stance);
  return list;
}

void turn_end(SwivelFamily& family, const Limb& limb, const Quat& wanted) {
  const Quat back = (family.root * about(limb.axis, family.hinge)).conjugate();
  family.turns = true;
  family.end = normalized(back * wanted);
  family.end_axis = -(back * family.axis);
}

FamilyList placement_families(const LimbStance& stance, const LimbGoal& goal, double psi, bool limits) {
  const Limb& limb = *stance.limb;
  const Quat wanted = wanted_turn(stance, goal, psi);
  const Vec3 wrist =
      goal.kind == GoalKind::kOrient
          ? stance.wrist
          : Vec3(stance.base.R.transpose() * (goal.point - stance.base.p) - limb.shoulder - wanted * limb.tool);
  FamilyList list = families_to(stance, limb.lower, wrist, limits);
  for (int i = 0; i < list.count; ++i) turn_end(list.items[static_cast<std::size_t>(i)], limb, wanted);
  return list;
}

// The site stands at x₀ and looks along α₀; what it looks at is x₀ + λ α₀, as far from the shoulder as the target.
FamilyList aim_families(const LimbStance& stance, const LimbGoal& goal, double theta) {
  const Limb& limb = *stance.limb;
  const Vec3 target = stance.base.R.transpose() * (goal.point - stance.base.p) - limb.shoulder;
  const Vec3 site = limb.upper + turned(limb.axis, theta, limb.lower + stance.held * limb.tool);
  const Vec3 look = turned(limb.axis, theta, stance.held * (limb.site_axes * goal.axis));
  const double half = look.dot(site), c = site.squaredNorm() - target.squaredNorm(), square = half * half - c;
  const double root = std::sqrt(std::max(0.0, square));
  FamilyList list;
  for (const double distance : {-half + root, -half - root}) {
    if (square < 0.0 || distance < kTooClose * limb.upper.norm() || (list.count > 0 && root == 0.0)) continue;
    SwivelFamily family = family_between(stance, site + distance * look, target, theta, list.count);
    family.aim_distance = distance;
    list.items[static_cast<std::size_t>(list.count++)] = family;
  }
  if (list.count == 0) {  // it looks past the target at this hinge angle
    const double distance = std::max(0.0, -half);
    SwivelFamily family = family_between(stance, site + distance * look, target, theta, 0);
    family.aim_distance = distance;
    family.miss = std::max(std::abs(family.limb_point.norm() - target.norm()), 1e-9);
    list.items[static_cast<std::size_t>(list.count++)] = family;
  }
  return list;
}

Vec3 site_of_held(const Limb& limb, const Quat& held) { return limb.lower + held * limb.tool; }

}  // namespace

Quat wanted_turn(const LimbStance& stance, const LimbGoal& goal, double psi) {
  const Limb& limb = *stance.limb;
  if (goal.kind == GoalKind::kPlacement || goal.kind == GoalKind::kOrient)
    return Quat(Mat3(stance.base.R.transpose() * goal.axes * limb.site_axes.transpose()));
  // ψ = 0: turned the short way from the rest pose until the axis points along the direction.
  const Vec3 wanted = stance.base.R.transpose() * goal.direction;
  const Quat rest = stance.rest_site;
  const Quat at_rest = direct_rotation(rest * goal.axis, wanted) * rest;
  return about(wanted, psi) * at_rest * Quat(limb.site_axes).conjugate();
}

FamilyList families_of(const LimbStance& stance, const LimbGoal& goal, double second, bool limits) {
  const Limb& limb = *stance.limb;
  if (goal.kind == GoalKind::kAim) return aim_families(stance, goal, second);
  if (goal.kind != GoalKind::kPosition) return placement_families(stance, goal, second, limits);
  const Vec3 target = stance.base.R.transpose() * (goal.point - stance.base.p) - limb.shoulder;
  return families_to(stance, site_of_held(limb, stance.held), target, limits);
}

LimbRates swivel_rates(const SwivelFamily& family) {
  return {family.axis, family.turns ? family.end_axis : Vec3(Vec3::Zero()), 0.0};
}

LimbRates second_rates(const LimbStance& stance, const LimbGoal& goal, const SwivelFamily& family, double swivel) {
  const Limb& limb = *stance.limb;
  const Quat root = about(family.axis, swivel) * family.root;
  LimbRates rates{Vec3::Zero(), Vec3::Zero(), 0.0};
  Vec3 target_rate = Vec3::Zero(), point_rate, spin = Vec3::Zero();
  if (goal.kind == GoalKind::kAim) {
    rates.hinge = 1.0;
    const Vec3 look = turned(limb.axis, family.hinge, stance.held * (limb.site_axes * goal.axis));
    const Vec3 moved = limb.axis.cross(family.limb_point - limb.upper);
    const double along = family.limb_point.dot(look);
    point_rate = moved - look * (std::abs(along) > 1e-12 ? family.limb_point.dot(moved) / along : 0.0);
  } else {
    spin = stance.base.R.transpose() * goal.direction;
    const Quat all = root * about(limb.axis, family.hinge) * (about(family.end_axis, swivel) * family.end);
    target_rate = -spin.cross(all * limb.tool);
    const Vec3 per_hinge = limb.axis.cross(family.limb_point - limb.upper);
    const double change =
        family.limb_point.dot(per_hinge);  // zero when straight: there the hinge starts infinitely fast
    rates.hinge = std::abs(change) > 1e-12 ? family.target.dot(target_rate) / change : 0.0;
    point_rate = rates.hinge * per_hinge;
  }
  const double distance = family.target.norm();
  const Vec3 dn = (target_rate - family.axis * family.axis.dot(target_rate)) / std::max(distance, 1e-12);
  const Vec3 limb_turn = frame_rate(family.limb_point, point_rate, limb.upper, Vec3::Zero());
  rates.root = stance.swivel_zero.rate(family.axis, dn) - root * limb_turn;
  if (family.turns)
    rates.end = (root * about(limb.axis, family.hinge)).conjugate() * (spin - rates.root) - rates.hinge * limb.axis;
  return rates;
}

}  // namespace poise
