#include "solve/afresh.hpp"

#include <algorithm>

#include "solve/run.hpp"
#include "solve/shortfall.hpp"

namespace poise {

namespace {

constexpr int kSteps = 200;  // as many as a solve takes, if nothing else is said
// Farther off than when it was asked last: then it is asked again, eighty times while a goal goes ten times as far off.
constexpr double kFartherOff = 1.03;

}  // namespace

void Afresh::begin_at(const VecX& q) {
  beginning_ = q;
  missed_.clear();
}

std::optional<AskedAfresh> Afresh::find(const Stepper& stepper) {
  const Evaluation& rest = stepper.evaluation();
  const std::size_t level = first_short(rest);
  missed_.resize(rest.level_count(), 0.0);
  std::fill_n(missed_.begin(), level, 0.0);
  if (level == rest.level_count() || is_preferred(rest, level)) return {};
  if (rest.residual(level) < kFartherOff * missed_[level]) return {};
  Run solve(rest.shared_problem(), beginning_);
  solve.allow_retry_as_it_faces();
  solve.run({kSteps});
  const VecX& found = solve.level_residuals();
  const double left = found[static_cast<Eigen::Index>(level)];
  const double enough = is_met(rest, left) ? 0.0 : rest.problem().tolerances.escape.worth_of_a_leap;
  const bool better = serves_better(rest, found, rest.score().levels, level, enough);
  missed_[level] = better ? left : rest.residual(level);
  if (!better) return {};
  return AskedAfresh{solve.coordinates(), solve.has_gone_aside()};
}

}  // namespace poise
