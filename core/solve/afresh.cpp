#include "solve/afresh.hpp"

#include "solve/run.hpp"
#include "solve/shortfall.hpp"

namespace poise {

namespace {

constexpr int kSteps = 200;           // as many as a solve takes, if nothing else is said
constexpr double kFartherOff = 1.25;  // than where it was in vain: asked again, a dozen times in a long drag

}  // namespace

void Afresh::begin_at(const VecX& q) {
  beginning_ = q;
  in_vain_.resize(0);
}

bool Afresh::is_in_vain(const Evaluation& rest, double missed) const {
  const Problem& problem = rest.problem();
  return in_vain_.size() == rest.coordinates().size() && missed < kFartherOff * missed_ &&
         largest(difference(*problem.figure, in_vain_, rest.coordinates())) < problem.tolerances.escape.first_step;
}

std::optional<AskedAfresh> Afresh::find(const Stepper& stepper) {
  const Evaluation& rest = stepper.evaluation();
  const std::size_t level = first_short(rest);
  if (level == rest.level_count() || is_preferred(rest, level) || is_in_vain(rest, rest.residual(level))) return {};
  Run solve(rest.shared_problem(), beginning_);
  solve.allow_retry();
  solve.run({kSteps});
  const VecX& found = solve.level_residuals();
  const double left = found[static_cast<Eigen::Index>(level)];
  const double enough = is_met(rest, left) ? 0.0 : rest.problem().tolerances.escape.worth_of_a_leap;
  const bool better = serves_better(rest, found, rest.score().levels, level, enough);
  in_vain_ = better ? solve.coordinates() : rest.coordinates();
  missed_ = better ? left : rest.residual(level);
  if (!better) return {};
  return AskedAfresh{solve.coordinates(), solve.has_gone_aside()};
}

}  // namespace poise
