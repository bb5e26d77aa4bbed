#include "limb/limb_second.hpp"

#include <cmath>

#include "limb/limb_geometry.hpp"
#include "math/circle_roots.hpp"

namespace poise {

namespace {

bool within_reach(const LimbStance& stance, const LimbGoal& goal, double psi, bool limits) {
  const FamilyList list = families_of(stance, goal, psi, limits);
  return std::any_of(list.items.begin(), list.items.begin() + list.count,
                     [](const SwivelFamily& family) { return family.miss <= kReachTolerance; });
}

// Values worth a look, as distances from `wanted`.
ArcSet spans_around(const LimbStance& stance, const LimbGoal& goal, bool limits, double wanted) {
  if (goal.kind == GoalKind::kAim) {
    if (!limits) return whole_circle();
    const Range& hinge = stance.limb->hinge;
    return {{hinge.min - wanted, hinge.max - wanted}};
  }
  ArcSet spans;
  for (const Arc& arc : joined_at_pi(hinge_arcs(stance, goal, limits))) {
    const double middle = (arc.start + arc.stop) / 2.0, half = (arc.stop - arc.start) / 2.0;
    const double away = wrapped_angle(middle - wanted);
    spans.push_back({away - half, away + half});
  }
  return spans;
}

std::vector<double> values_in(const ArcSet& spans, double reach, double step, int least) {
  std::vector<double> values;
  for (const Arc& span : spans) {
    const double from = std::max(span.start, -reach), to = std::min(span.stop, reach);
    if (from > to) continue;
    const int count = static_cast<int>(std::max(static_cast<double>(least), std::ceil((to - from) / step)));
    for (int i = 0; i <= count; ++i) values.push_back(from + (to - from) * i / count);
  }
  std::sort(values.begin(), values.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
  return values;
}

// Between a value that has an answer and one nearer to the wanted one that has none: where answers begin.
LimbAnswer nearest_answer(const LimbStance& stance, const LimbGoal& goal, const LimbChoice& choice, double none,
                          LimbAnswer some) {
  for (int i = 0; i < 60 && std::abs(some.second - none) > 1e-12; ++i) {
    const double middle = (none + some.second) / 2.0;
    LimbAnswer answer = solve_at(stance, goal, choice, middle);
    answer.second = middle;
    if (answer.verdict == Verdict::kReached)
      some = answer;
    else
      none = middle;
  }
  return some;
}

}  // namespace

WristCircle wrist_circle(const LimbStance& stance, const LimbGoal& goal) {
  const Limb& limb = *stance.limb;
  const Vec3 axis = stance.base.R.transpose() * goal.direction;
  const Vec3 tool = wanted_turn(stance, goal, 0.0) * limb.tool;
  const Vec3 along = axis * axis.dot(tool), across = tool - along;
  const Vec3 site = stance.base.R.transpose() * (goal.point - stance.base.p) - limb.shoulder;
  return {site - along, -across, -axis.cross(across)};
}

ArcSet hinge_arcs(const LimbStance& stance, const LimbGoal& goal, bool limits) {
  const Limb& limb = *stance.limb;
  const WristCircle circle = wrist_circle(stance, goal);
  const HingeTriangle triangle(limb.upper, limb.axis, limb.lower);
  std::vector<double> distances{triangle.farthest, triangle.nearest}, breaks;
  for (const double bound : {limb.hinge.min, limb.hinge.max})
    if (limits && std::abs(bound) < 1e100) distances.push_back(triangle.distance(bound));
  for (const double distance : distances)  // |center + cos ψ u + sin ψ v| = distance
    add_trigonometric_roots(-2.0 * circle.center.dot(circle.u), -2.0 * circle.center.dot(circle.v),
                            circle.center.squaredNorm() + circle.u.squaredNorm() - distance * distance, breaks);
  return arcs_where(breaks, whole_circle(), [&](double psi) { return within_reach(stance, goal, psi, limits); });
}

LimbAnswer solve_near(const LimbStance& stance, const LimbGoal& goal, const LimbChoice& choice, double reach,
                      double step, int least) {
  const bool bounded = goal.kind == GoalKind::kAim && choice.limits;
  const double wanted = bounded ? stance.limb->hinge.nearest(choice.second) : choice.second;
  LimbAnswer first = solve_at(stance, goal, choice, wanted);
  first.second = wanted;
  if (first.verdict == Verdict::kReached) return first;
  std::array<double, 2> none{wanted, wanted};  // the farthest values without an answer, below and above
  for (const double away : values_in(spans_around(stance, goal, choice.limits, wanted), reach, step, least)) {
    const double second = bounded ? stance.limb->hinge.nearest(wanted + away) : wanted + away;
    LimbAnswer answer = solve_at(stance, goal, choice, second);
    answer.second = second;
    double& last = none[away < 0.0 ? 0 : 1];
    if (answer.verdict == Verdict::kReached)
      return choice.closest ? nearest_answer(stance, goal, choice, last, answer) : answer;
    last = second;
  }
  return first;
}

LimbAnswer solve_limb(const LimbStance& stance, const LimbGoal& goal, const LimbChoice& choice) {
  constexpr double kStep = 2.0 * kPi / 180.0;
  constexpr double kCoarse = 8.0 * kStep;  // where these have no answer, the best pose is searched for
  constexpr int kFew = 4;
  if (!has_second(goal.kind)) return solve_at(stance, goal, choice, 0.0);
  const LimbAnswer coarse = solve_near(stance, goal, choice, 2.0 * kPi, kCoarse, kFew);
  const bool wanted = coarse.verdict == Verdict::kReached && coarse.second == choice.second;
  if (wanted || coarse.verdict != Verdict::kReached) return coarse;
  return solve_near(stance, goal, choice, 2.0 * kPi, kStep);
}

}  // namespace poise
