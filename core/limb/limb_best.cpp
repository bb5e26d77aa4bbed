#include "limb/limb_best.hpp"

#include <cmath>

#include "limits/limits.hpp"
#include "math/lexicographic.hpp"
#include "solve/run.hpp"
#include "tasks/site_task.hpp"

namespace poise {

namespace {

constexpr int kMostSteps = 200;
// Errors up to which a pose found by searching counts as reached, and differences that decide between two of them.
constexpr double kMetres = 1e-12, kRadians = 1e-10, kAlike = 1e-9;
constexpr double kClose = 0.01;  // metres or radians: worth a second look in closed form

std::shared_ptr<Problem> problem_of(const LimbStance& stance, const LimbGoal& goal) {
  const Limb& limb = *stance.limb;
  auto problem = std::make_shared<Problem>();
  problem->figure = limb.figure;
  VecX joints = VecX::Zero(limb.figure->dof());
  for (const LimbGroup* group : {&limb.root, &limb.end})
    for (const int k : group->tangents) joints[k] = 1.0;
  joints[limb.hinge_tangent] = 1.0;
  const auto add = [&](std::unique_ptr<Task> task) {
    problem->levels.push_back({static_cast<int>(problem->demands.size())});
    problem->demands.push_back({std::move(task), 1.0, joints, true});
  };
  if (goal.kind != GoalKind::kAim) add(position_task(limb.site, goal.point, Mat3::Identity()));
  if (goal.kind == GoalKind::kPlacement) add(orientation_task(limb.site, goal.axes));
  if (goal.kind == GoalKind::kAxis) add(direction_task(limb.site, goal.axis, goal.direction));
  if (goal.kind == GoalKind::kAim) add(aim_task(limb.site, goal.axis, goal.point));
  return problem;
}

VecX searched(const std::shared_ptr<Problem>& problem, const VecX& start) {
  Run run(problem, start);
  run.run({kMostSteps});
  return run.coordinates();
}

// Only the limb's own numbers of a pose.
VecX with_limb_of(const LimbStance& stance, const VecX& pose) {
  VecX q = stance.coordinates;
  for (const int slot : stance.limb->slots) q[slot] = pose[slot];
  return q;
}

bool better(const LimbErrors& a, const LimbErrors& b) {
  return compare_lexicographic(Vec2(a.position, a.orientation), Vec2(b.position, b.orientation), kAlike) < 0;
}

LimbAnswer described(const LimbStance& stance, const VecX& q, Verdict verdict) {
  const Limb& limb = *stance.limb;
  LimbAnswer answer;
  answer.verdict = verdict;
  answer.root = shown_rotation(limb.root, q);
  answer.end = shown_rotation(limb.end, q);
  answer.hinge = q[limb.hinge_slot];
  for (std::size_t i = 0; i < limb.slots.size(); ++i) answer.stored[i] = q[limb.slots[i]];
  answer.root_natural = shown_natural(limb.root, q);
  answer.end_natural = shown_natural(limb.end, q);
  const Vec3 wrist = limb.upper + Eigen::AngleAxisd(answer.hinge, limb.axis) * limb.lower;
  answer.swivel = swivel_of(stance, answer.root, answer.hinge, wrist);
  answer.elbow = stance.base.p + stance.base.R * (limb.shoulder + answer.root * limb.upper);
  return answer;
}

// ψ of a pose that was found: the turn about the wanted direction that its site has made.
double second_of(const LimbStance& stance, const LimbGoal& goal, const LimbAnswer& found) {
  if (goal.kind == GoalKind::kAim) return found.hinge;
  const Limb& limb = *stance.limb;
  const Quat turn = found.root * Quat(Eigen::AngleAxisd(found.hinge, limb.axis)) * found.end;
  const Quat beyond = turn * wanted_turn(stance, goal, 0.0).conjugate();
  const Vec3 axis = stance.base.R.transpose() * goal.direction;
  return 2.0 * std::atan2(beyond.vec().dot(axis), beyond.w());
}

// Closed form once more, with the wrist or around the second angle that the search has found: limits may leave less
// than a hundredth of a degree.
bool refined(const LimbStance& stance, const LimbGoal& goal, const LimbChoice& choice, const VecX& q,
             LimbAnswer& answer) {
  constexpr double kAround = 0.05, kFine = 1e-4;
  if (goal.kind == GoalKind::kPlacement) return false;
  const LimbAnswer found = described(stance, q, Verdict::kReached);
  LimbStance moved = stance;
  moved.held = found.end;
  moved.held_natural = found.end_natural;
  LimbChoice exact = choice;
  exact.swivel = found.swivel;
  exact.middle = false;
  exact.second = has_second(goal.kind) ? second_of(stance, goal, found) : 0.0;
  const LimbAnswer again =
      has_second(goal.kind) ? solve_near(moved, goal, exact, kAround, kFine) : solve_limb(moved, goal, exact);
  if (again.verdict != Verdict::kReached) return false;
  answer = again;
  return true;
}

// A point may need another wrist than the one that is held: some of those that the limits allow, always the same.
bool reached_otherwise(const LimbStance& stance, const LimbGoal& goal, const LimbChoice& choice, LimbAnswer& answer) {
  constexpr std::uint64_t kWrists = 64;
  if (goal.kind == GoalKind::kPlacement || goal.kind == GoalKind::kAxis) return false;
  LimbStance moved = stance;
  for (std::uint64_t seed = 1; seed <= kWrists; ++seed) {
    const VecX q = random_pose(*stance.limb->figure, stance.coordinates, seed);
    moved.held = shown_rotation(stance.limb->end, q);
    moved.held_natural = shown_natural(stance.limb->end, q);
    const LimbAnswer found = solve_limb(moved, goal, choice);
    if (found.verdict != Verdict::kReached) continue;
    answer = found;
    return true;
  }
  return false;
}

}  // namespace

VecX coordinates_of(const LimbStance& stance, const LimbAnswer& answer) {
  VecX q = stance.coordinates;
  const std::vector<int>& slots = stance.limb->slots;
  for (std::size_t i = 0; i < slots.size(); ++i) q[slots[i]] = answer.stored[i];
  return q;
}

LimbErrors errors_of(const LimbStance& stance, const LimbGoal& goal, const VecX& coordinates) {
  Kinematics kinematics;
  forward(*stance.limb->figure, coordinates, kinematics);
  const Placement site = site_frame(*stance.limb->figure, kinematics, stance.limb->site);
  LimbErrors errors{(site.p - goal.point).norm(), 0.0};
  const Vec3 axis = site.R * goal.axis;
  if (goal.kind == GoalKind::kPlacement)
    errors.orientation = log_rotation(normalized(Quat(Mat3(goal.axes * site.R.transpose())))).norm();
  if (goal.kind == GoalKind::kAxis) errors.orientation = angle_between(axis, goal.direction);
  if (goal.kind == GoalKind::kAim) errors = {0.0, angle_between(axis, (goal.point - site.p).normalized())};
  return errors;
}

LimbAnswer best_limb(const LimbStance& stance, const LimbGoal& goal, const LimbChoice& choice) {
  const LimbAnswer closed = solve_limb(stance, goal, choice);
  if (closed.verdict == Verdict::kReached || !choice.limits) return closed;
  const Figure& figure = *stance.limb->figure;
  const auto problem = problem_of(stance, goal);
  LimbChoice turned = choice;
  turned.swivel += kPi;
  VecX best;
  LimbErrors least{1e300, 1e300};
  LimbAnswer answer = closed;
  if (reached_otherwise(stance, goal, choice, answer)) return answer;
  for (const VecX& start : {coordinates_of(stance, closed), coordinates_of(stance, solve_limb(stance, goal, turned)),
                            with_limb_of(stance, figure.home()), stance.coordinates}) {
    const VecX found = with_limb_of(stance, searched(problem, start));
    const LimbErrors errors = errors_of(stance, goal, found);
    if (errors.position < kClose && errors.orientation < kClose && refined(stance, goal, choice, found, answer))
      return answer;
    if (best.size() > 0 && !better(errors, least)) continue;
    best = found;
    least = errors;
  }
  const bool reached = least.position <= kMetres && least.orientation <= kRadians;
  answer = described(stance, best, reached ? Verdict::kReached : closed.verdict);
  answer.lack = closed.lack;
  if (has_second(goal.kind)) answer.second = second_of(stance, goal, answer);
  return answer;
}

}  // namespace poise
