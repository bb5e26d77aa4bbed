#include "limb/limb_solve.hpp"

#include <cmath>

#include "limb/limb_geometry.hpp"
#include "math/circle_roots.hpp"

namespace poise {

namespace {

constexpr double kCoupledCell = 2.0 * kPi / 48.0;

Turning root_turning(const SwivelFamily& f) { return {f.axis, f.root}; }
Turning end_turning(const SwivelFamily& f) { return {f.end_axis, f.end}; }

// What a coupling's terms add up to, beyond one of its bounds: positive outside.
double coupled_sum(const LimbStance& stance, const SwivelFamily& f, const FamilyArcs& way, const LimbCoupling& coupling,
                   double swivel) {
  Vec3 root = Vec3::Zero(), end = stance.held_natural;
  natural_of(stance.limb->root, root_turning(f).at(swivel), way.root_family, root);
  if (f.turns) natural_of(stance.limb->end, end_turning(f).at(swivel), way.end_family, end);
  double sum = 0.0;
  for (const auto& [at, factor] : coupling.terms) sum += factor * (at < 3 ? root[at] : at == 3 ? f.hinge : end[at - 4]);
  return sum;
}

// The largest swing or twist that a turning group can show: no swing leaves the circle that z draws.
double widest_swing(const LimbGroup& group, const Turning& turning) {
  if (group.kind == GroupKind::kHinges) return 2.0 * kPi;
  const Vec3 z = group.frame * Vec3::UnitZ();
  const Vec3 start = group.kind == GroupKind::kBall ? Vec3(turning.start * z) : z;
  const Vec3 axis = turning.axis, other = group.kind == GroupKind::kBall ? z : Vec3(turning.start * z);
  return std::min(kPi, angle_between(axis, start) + angle_between(axis, other));
}

// Whether no swivel can bring a coupling to its bounds.
bool idle(const LimbStance& stance, const SwivelFamily& f, const LimbCoupling& coupling, const Range& range) {
  const Limb& limb = *stance.limb;
  const double root = widest_swing(limb.root, root_turning(f));
  const double end = f.turns ? widest_swing(limb.end, end_turning(f)) : 0.0;
  const int twist_root = limb.root.kind == GroupKind::kBall ? 2 : -1;
  const int twist_end = limb.end.kind == GroupKind::kBall ? 6 : limb.end.kind == GroupKind::kTwistSwing ? 4 : -1;
  double known = 0.0, unknown = 0.0;
  for (const auto& [at, factor] : coupling.terms) {
    if (at == 3)
      known += factor * f.hinge;
    else if (at > 3 && !f.turns)
      known += factor * stance.held_natural[at - 4];
    else
      unknown += std::abs(factor) * (at == twist_root || at == twist_end ? 2.0 * kPi : at < 3 ? root : end);
  }
  return range.min <= known - unknown && known + unknown <= range.max;
}

ArcSet coupled_arcs(const LimbStance& stance, const SwivelFamily& f, const FamilyArcs& way) {
  ArcSet left = way.arcs;
  for (std::size_t i = 0; i < stance.coupled.size() && !left.empty(); ++i) {
    const auto sum = [&](double swivel) { return coupled_sum(stance, f, way, stance.limb->couplings[i], swivel); };
    const Range& range = stance.coupled[i];
    if (idle(stance, f, stance.limb->couplings[i], range)) continue;
    std::vector<double> breaks;
    for (const double bound : {range.min, range.max}) {
      if (std::abs(bound) > 1e100) continue;
      const auto beyond = [&](double swivel) { return sum(swivel) - bound; };
      for (const Arc& arc : left) add_bracketed_roots(beyond, arc.start, arc.stop, kCoupledCell, breaks);
    }
    left = arcs_where(breaks, left, [&](double swivel) { return range.violation(sum(swivel)) <= kArcTolerance; });
  }
  return left;
}

Verdict reach_verdict(const LimbStance& stance, const LimbGoal& goal, const SwivelFamily& family, double second) {
  const FamilyList free = families_of(stance, goal, second, false);
  if (free.items[0].miss <= kReachTolerance) return Verdict::kHinge;
  return family.bent_enough ? Verdict::kTooNear : Verdict::kTooFar;
}

const FamilyArcs* way_at(const Allowed& allowed, double swivel) {
  for (const FamilyArcs& way : allowed.ways) {
    for (const Arc& arc : way.arcs)
      if (arc.start <= swivel && swivel <= arc.stop) return &way;
  }
  return nullptr;
}

// Whose limits forbid a swivel.
Verdict forbidden_by(const Limb& limb, const SwivelFamily& family, double swivel) {
  bool root = false, end = !family.turns;
  for (int i = 0; i < families(limb.root); ++i) root |= allows(limb.root, root_turning(family).at(swivel), i);
  for (int i = 0; i < families(limb.end) && !end; ++i) end |= allows(limb.end, end_turning(family).at(swivel), i);
  return !root ? Verdict::kRoot : !end ? Verdict::kEnd : Verdict::kCoupled;
}

double chosen(const ArcSet& arcs, const LimbChoice& choice) {
  return choice.middle ? middle_of_widest(arcs) : nearest_in(arcs, choice.swivel);
}

}  // namespace

Allowed allowed_swivels(const LimbStance& stance, const SwivelFamily& family) {
  const Limb& limb = *stance.limb;
  bool root_allows = false, end_allows = !family.turns, both_allow = false;
  Allowed allowed;
  std::array<ArcSet, 2> ends;
  for (int j = 0; family.turns && j < families(limb.end); ++j) {
    ends[static_cast<std::size_t>(j)] = allowed_arcs(limb.end, end_turning(family), j);
    end_allows |= !ends[static_cast<std::size_t>(j)].empty();
  }
  for (int i = 0; i < families(limb.root); ++i) {
    const ArcSet roots = allowed_arcs(limb.root, root_turning(family), i);
    root_allows |= !roots.empty();
    for (int j = 0; j < (family.turns ? families(limb.end) : 1); ++j) {
      FamilyArcs way{i, j, family.turns ? intersection(roots, ends[static_cast<std::size_t>(j)]) : roots};
      both_allow |= !way.arcs.empty();
      way.arcs = coupled_arcs(stance, family, way);
      if (way.arcs.empty()) continue;
      allowed.all = united(allowed.all, way.arcs);
      allowed.ways.push_back(std::move(way));
    }
  }
  if (allowed.ways.empty())
    allowed.verdict = !root_allows  ? Verdict::kRoot
                      : !end_allows ? Verdict::kEnd
                      : !both_allow ? Verdict::kTogether
                                    : Verdict::kCoupled;
  return allowed;
}

LimbAnswer answer_at(const LimbStance& stance, const SwivelFamily& family, const Allowed* allowed, double angle) {
  const double swivel = wrapped_angle(angle);
  const Limb& limb = *stance.limb;
  LimbAnswer answer;
  int root_family = 0, end_family = 0;
  if (const FamilyArcs* way = allowed == nullptr ? nullptr : way_at(*allowed, swivel)) {
    root_family = way->root_family;
    end_family = way->end_family;
  } else if (allowed != nullptr) {
    answer.verdict = forbidden_by(limb, family, swivel);
  }
  answer.branch = family.branch;
  answer.swivel = swivel;
  answer.hinge = family.hinge;
  answer.root = root_turning(family).at(swivel);
  answer.end = family.turns ? end_turning(family).at(swivel) : stance.held;
  natural_of(limb.root, answer.root, root_family, answer.root_natural);
  if (family.turns)
    natural_of(limb.end, answer.end, end_family, answer.end_natural);
  else
    answer.end_natural = stance.held_natural;
  stored_of(limb.root, answer.root, answer.root_natural, answer.stored.data());
  answer.stored[static_cast<std::size_t>(limb.root.size)] = family.hinge;
  stored_of(limb.end, answer.end, answer.end_natural, answer.stored.data() + limb.root.size + 1);
  const Vec3 elbow = family.center + std::cos(swivel) * family.u + std::sin(swivel) * family.v;
  answer.elbow = stance.base.p + stance.base.R * (limb.shoulder + elbow);
  return answer;
}

LimbAnswer solve_at(const LimbStance& stance, const LimbGoal& goal, const LimbChoice& choice, double second) {
  const FamilyList list = families_of(stance, goal, second, choice.limits);
  Verdict verdict = Verdict::kReached;
  const SwivelFamily* start = nullptr;
  for (int i = 0; i < list.count; ++i) {
    const SwivelFamily& family = list.items[static_cast<std::size_t>(i)];
    if (choice.branch >= 0 && family.branch != choice.branch) continue;
    if (start == nullptr) start = &family;
    if (family.miss > kReachTolerance) {
      if (verdict == Verdict::kReached) verdict = reach_verdict(stance, goal, family, second);
      continue;
    }
    if (!choice.limits) return answer_at(stance, family, nullptr, choice.swivel);
    const Allowed allowed = allowed_swivels(stance, family);
    if (allowed.verdict == Verdict::kReached) return answer_at(stance, family, &allowed, chosen(allowed.all, choice));
    if (verdict == Verdict::kReached || start == &family) verdict = allowed.verdict;
  }
  LimbAnswer answer = answer_at(stance, start == nullptr ? list.items[0] : *start, nullptr, choice.swivel);
  answer.lack = start == nullptr ? 0.0 : start->miss;
  answer.verdict = verdict;
  return answer;
}

double present_swivel(const LimbStance& stance, GoalKind kind) {
  const Limb& limb = *stance.limb;
  const double hinge = stance.coordinates[limb.hinge_slot];
  const Vec3 beyond = kind == GoalKind::kPosition ? Vec3(stance.held * limb.tool) : Vec3(Vec3::Zero());
  const Vec3 limb_point = limb.upper + turned(limb.axis, hinge, limb.lower + beyond);
  return swivel_of(stance, shown_rotation(limb.root, stance.coordinates), hinge, limb_point);
}

}  // namespace poise
