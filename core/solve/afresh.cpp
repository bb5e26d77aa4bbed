#include "solve/afresh.hpp"

#include <algorithm>
#include <chrono>

#include "solve/run.hpp"
#include "solve/shortfall.hpp"

namespace poise {

namespace {

constexpr int kSteps = 400;  // as many as a solve takes, if nothing else is said, and as many of its retries
// Farther off than when it was asked last: then it is asked again, eighty times while a goal goes ten times as far off.
constexpr double kFartherOff = 1.03;
// Radians, metres: who leans aside in vain and has gone on by so much is asked again (estimate: as much as makes a pose
// crooked, symmetry.cpp; ten times while a goal goes a metre).
constexpr double kGoneOn = 0.1;
// Poses on the way of a leap that are looked at, and how deep a body may be in things there (m): a limb of 5 cm that
// passes through a thing is deeper in one of them, what slides along it is not.
constexpr int kPosesOnTheWay = 16;
constexpr double kGrazing = 0.02;

// How deep a body is in things that bar its way, or in itself (m).
double depth_in_things(const Problem& problem, const TaskView& view) {
  double depth = 0.0;
  VecX lacks;
  for (const Demand& demand : problem.demands) {
    if (!demand.enabled || !demand.task->bars_the_way()) continue;
    lacks.resize(demand.task->rows());
    demand.task->measure(view, lacks);
    depth = std::max(depth, largest(lacks));
  }
  return depth;
}

// Whether the straight way from one pose to another goes through things.
bool is_barred(const Problem& problem, const VecX& from, const VecX& to) {
  const auto bars = [](const Demand& demand) { return demand.enabled && demand.task->bars_the_way(); };
  if (std::none_of(problem.demands.begin(), problem.demands.end(), bars)) return false;
  const VecX way = difference(*problem.figure, from, to);
  Kinematics kinematics;
  MassState masses;
  for (int i = 1; i < kPosesOnTheWay; ++i) {
    const VecX there = integrate(*problem.figure, from, (static_cast<double>(i) / kPosesOnTheWay) * way);
    forward(*problem.figure, there, kinematics);
    if (depth_in_things(problem, {*problem.figure, there, kinematics, masses}) > kGrazing) return true;
  }
  return false;
}

}  // namespace

Afresh::Afresh() = default;
Afresh::Afresh(Afresh&& other) noexcept = default;
Afresh& Afresh::operator=(Afresh&& other) noexcept = default;
Afresh::~Afresh() = default;

void Afresh::begin_at(const VecX& q) {
  beginning_ = q;
  missed_.clear();
  forget();
}

void Afresh::forget() { solve_.reset(); }

// False where there is nothing to ask.
bool Afresh::begin(const Evaluation& rest, bool aside) {
  level_ = first_short(rest);
  missed_.resize(rest.level_count(), 0.0);
  std::fill_n(missed_.begin(), level_, 0.0);
  if (!aside) in_vain_.resize(0);
  if (level_ == rest.level_count()) {
    if (!aside || (in_vain_.size() > 0 && rest.motion_to(in_vain_) < kGoneOn)) return false;
  } else if (is_preferred(rest, level_) || rest.residual(level_) < kFartherOff * missed_[level_]) {
    return false;
  }
  solve_ = std::make_unique<Run>(rest.shared_problem(), beginning_);
  solve_->allow_retry_as_it_faces();
  return true;
}

// Step by step, since nobody sees them; whether it has come to its end.
bool Afresh::go_on(double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto began = Clock::now();
  while (!solve_->settled() && solve_->steps() < kSteps) {
    solve_->step_unseen();
    if (std::chrono::duration<double>(Clock::now() - began).count() > seconds) return false;
  }
  solve_->run({0});  // ends what is left of a retry
  return true;
}

// Whether what the solve has found is worth a leap.
bool Afresh::is_better(const Evaluation& rest) {
  const VecX& found = solve_->level_residuals();
  if (level_ == rest.level_count()) {
    bool better = !solve_->has_gone_aside();
    for (std::size_t k = 0; k < level_; ++k) better = better && is_met(rest, found[static_cast<Eigen::Index>(k)]);
    in_vain_ = better ? VecX() : rest.coordinates();
    return better;
  }
  const double left = found[static_cast<Eigen::Index>(level_)];
  const double enough = is_met(rest, left) ? 0.0 : rest.problem().tolerances.escape.worth_of_a_leap;
  const bool better = serves_better(rest, found, rest.score().levels, level_, enough);
  missed_[level_] = better ? left : rest.residual(level_);
  return better;
}

std::optional<AskedAfresh> Afresh::find(const Stepper& stepper, bool aside, double seconds) {
  const Evaluation& rest = stepper.evaluation();
  if (!is_under_way() && !begin(rest, aside)) return {};
  if (!go_on(seconds)) return {};
  const bool better = is_better(rest);
  const std::unique_ptr<Run> solve = std::move(solve_);
  if (!better || is_barred(rest.problem(), rest.coordinates(), solve->coordinates())) return {};
  return AskedAfresh{solve->coordinates(), solve->has_gone_aside(), level_ == rest.level_count()};
}

}  // namespace poise
