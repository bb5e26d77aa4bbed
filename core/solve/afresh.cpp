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
bool Afresh::begin(const Evaluation& rest) {
  level_ = first_short(rest);
  missed_.resize(rest.level_count(), 0.0);
  std::fill_n(missed_.begin(), level_, 0.0);
  if (level_ == rest.level_count() || is_preferred(rest, level_)) return false;
  if (rest.residual(level_) < kFartherOff * missed_[level_]) return false;
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

std::optional<AskedAfresh> Afresh::find(const Stepper& stepper, double seconds) {
  const Evaluation& rest = stepper.evaluation();
  if (!is_under_way() && !begin(rest)) return {};
  if (!go_on(seconds)) return {};
  const std::unique_ptr<Run> solve = std::move(solve_);
  const VecX& found = solve->level_residuals();
  const double left = found[static_cast<Eigen::Index>(level_)];
  const double enough = is_met(rest, left) ? 0.0 : rest.problem().tolerances.escape.worth_of_a_leap;
  const bool better = serves_better(rest, found, rest.score().levels, level_, enough);
  missed_[level_] = better ? left : rest.residual(level_);
  if (!better) return {};
  return AskedAfresh{solve->coordinates(), solve->has_gone_aside()};
}

}  // namespace poise
