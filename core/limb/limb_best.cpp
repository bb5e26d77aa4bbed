#include "limb/limb_best.hpp"

#include <cmath>

#include "limb/limb_geometry.hpp"
#include "limb/limb_reach.hpp"

namespace poise {

namespace {

constexpr int kMostSteps = 60, kMostTurns = 100;  // ten are the rule
constexpr int kStarts = 14;                       // of the map, beside closed form's own and the present pose
constexpr int kApproach = 8;   // cheap steps from every start, before the best are followed to their ends
constexpr int kFollowed = 4;   // of goals that have a place
constexpr int kMoreOften = 3;  // an aim or a turn alone has more ends, and is seldom out of reach: so many times more
// Errors up to which a pose counts as reached, and differences that decide between two of them.
constexpr double kMetres = 1e-12, kRadians = 1e-10, kAlike = 1e-9;
// Worth of a turn in metres when starts are chosen, by the length of the limb: the hand's share of it.
constexpr double kTurnWorth = 0.3;

struct Found {
  Vec7 x;
  double first = 1e300, second = 1e300;
};

bool reached(const LimbAims& aims, const Found& found) {
  const bool turn = aims.first.kind != LimbMeasure::Kind::kDistance;
  return found.first <= (turn ? kRadians : kMetres) && found.second <= kRadians;
}

bool better(const Found& a, const Found& b) {
  if (std::abs(a.first - b.first) > kAlike) return a.first < b.first;
  return a.second < b.second - kAlike;
}

// How promising a pose is: position first, and a little of the turn.
double lead(const LimbAims& aims, const LimbPlace& place, double worth) {
  constexpr double kLittle = 0.1;
  const double share = kLittle * worth;
  return aims.first.value(place) + (aims.both ? share * share * aims.second.value(place) : 0.0);
}

// The starts after a few steps, the most promising first, no two alike.
std::vector<Vec7> approached(const LimbSpace& space, const LimbAims& aims, double worth, std::vector<Vec7> starts,
                             int most) {
  constexpr double kSameWay = 1e-2;  // radians
  std::vector<std::pair<double, Vec7>> led;
  for (Vec7& x : starts) {
    if (!clamp_limb(space, x)) continue;
    approach(space, aims.first, kApproach, x);
    led.emplace_back(lead(aims, place_limb(space.limb, x), worth), x);
  }
  std::stable_sort(led.begin(), led.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Vec7> kept;
  for (const auto& candidate : led) {
    const Vec7& x = candidate.second;
    const bool known = std::any_of(kept.begin(), kept.end(),
                                   [&](const Vec7& other) { return (x - other).cwiseAbs().maxCoeff() < kSameWay; });
    if (!known && static_cast<int>(kept.size()) < most) kept.push_back(x);
  }
  return kept;
}

// The end of the way down from x; the second function is left alone when the first is not among the best.
Found searched(const LimbSpace& space, const LimbAims& aims, const Found& least, Vec7 x) {
  Found found;
  descend(space, aims.first, kMostSteps, x);
  found.first = aims.first.error(place_limb(space.limb, x));
  if (aims.both && found.first <= least.first + kAlike) descend_beside(space, aims.first, aims.second, kMostTurns, x);
  found.second = aims.both ? aims.second.error(place_limb(space.limb, x)) : 0.0;
  found.x = x;
  return found;
}

// ψ of a pose that was found: the turn about the wanted direction that its site has made.
double second_of(const LimbStance& stance, const LimbGoal& goal, const LimbAnswer& found) {
  if (goal.kind == GoalKind::kAim) return found.hinge;
  const Quat turn = found.root * about(stance.limb->axis, found.hinge) * found.end;
  const Quat beyond = turn * wanted_turn(stance, goal, 0.0).conjugate();
  const Vec3 axis = stance.base.R.transpose() * goal.direction;
  return 2.0 * std::atan2(beyond.vec().dot(axis), beyond.w());
}

// Closed form once more, with the wrist or around the second angle that the search has found: the wanted swivel, or
// the nearest to it, may be had there as well.
LimbAnswer refined(const LimbStance& stance, const LimbGoal& goal, const LimbChoice& choice, const Vec7& x) {
  constexpr double kAround = 0.05, kFine = 1e-4;
  LimbAnswer found = described(stance, x);
  if (has_second(goal.kind)) found.second = second_of(stance, goal, found);
  LimbStance moved = stance;
  moved.held = found.end;
  moved.held_natural = found.end_natural;
  moved.wrist = place_limb(*stance.limb, x).wrist;
  LimbChoice exact = choice;
  exact.second = found.second;
  const LimbAnswer again =
      has_second(goal.kind) ? solve_near(moved, goal, exact, kAround, kFine) : solve_limb(moved, goal, exact);
  return again.verdict == Verdict::kReached ? again : found;
}

// The least distance between site and goal that the hinge's limits alone leave.
double least_distance(const Limb& limb, double distance) {
  const HingeTriangle triangle(limb.upper, limb.axis, limb.lower);
  double farthest = 0.0, nearest = 1e300;
  const auto look = [&](double theta) {
    farthest = std::max(farthest, triangle.distance(theta));
    nearest = std::min(nearest, triangle.distance(theta));
  };
  for (const double bound : {limb.hinge.min, limb.hinge.max}) look(std::abs(bound) < 1e100 ? bound : triangle.straight);
  for (const double apex : {triangle.straight, triangle.straight + kPi}) {
    for (const double turn : {-2.0 * kPi, 0.0, 2.0 * kPi})
      if (limb.hinge.violation(apex + turn) == 0.0) look(apex + turn);
  }
  const double tool = limb.tool.norm();
  return std::max({0.0, distance - farthest - tool, nearest - tool - distance});
}

// Whether nothing can be better than what was found.
bool certain(const Limb& limb, const LimbAims& aims, const Found& found) {
  if (aims.first.kind != LimbMeasure::Kind::kDistance) return false;
  const bool nearest = found.first <= least_distance(limb, aims.first.point.norm()) + kAlike;
  return nearest && (!aims.both || found.second <= kRadians);
}

}  // namespace

VecX coordinates_of(const LimbStance& stance, const LimbAnswer& answer) {
  VecX q = stance.coordinates;
  const std::vector<int>& slots = stance.limb->slots;
  for (std::size_t i = 0; i < slots.size(); ++i) q[slots[i]] = answer.stored[i];
  return q;
}

LimbErrors errors_of(const LimbStance& stance, const LimbGoal& goal, const VecX& coordinates) {
  const LimbAims aims = aims_of(stance, goal);
  const LimbPlace place = place_limb(*stance.limb, natural_of(stance, coordinates));
  const double first = aims.first.error(place);
  if (aims.both) return {first, aims.second.error(place)};
  return goal.kind == GoalKind::kPosition ? LimbErrors{first, 0.0} : LimbErrors{0.0, first};
}

LimbAnswer best_limb(const LimbStance& stance, const LimbGoal& goal, const LimbChoice& choice) {
  const LimbAnswer closed = solve_limb(stance, goal, choice);
  if (closed.verdict == Verdict::kReached || !choice.limits) return closed;
  const Limb& limb = *stance.limb;
  const LimbSpace space{limb, stance.coupled};
  const LimbAims aims = aims_of(stance, goal);
  const double worth = kTurnWorth * (limb.upper.norm() + limb.lower.norm() + limb.tool.norm());
  const int times = aims.first.kind == LimbMeasure::Kind::kDistance ? 1 : kMoreOften;
  std::vector<Vec7> starts{natural_of(closed), natural_of(stance, stance.coordinates)};
  const std::vector<Vec7> others = reach_of(limb).starts(aims, worth, times * kStarts);
  starts.insert(starts.end(), others.begin(), others.end());
  Found least;
  least.x = starts.front();
  for (const Vec7& start : approached(space, aims, worth, std::move(starts), times * kFollowed)) {
    const Found found = searched(space, aims, least, start);
    if (reached(aims, found)) return refined(stance, goal, choice, found.x);
    if (better(found, least)) least = found;
  }
  LimbAnswer answer = described(stance, least.x);
  answer.verdict = closed.verdict;
  answer.certain = certain(limb, aims, least);
  answer.lack = aims.first.kind == LimbMeasure::Kind::kDistance ? least.first : 0.0;
  if (has_second(goal.kind)) answer.second = second_of(stance, goal, answer);
  return answer;
}

}  // namespace poise
