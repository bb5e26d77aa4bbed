#include "solve/position_first_retry.hpp"

#include "math/lexicographic.hpp"

namespace poise {

namespace {

// Whatever the tolerances of its tasks are: those decide what is reported as met.
bool is_met(const Evaluation& evaluation, double residual) {
  return evaluation.problem().tolerances.precision.is_loosely_at_goal(residual);
}

// The first level that is short of its goals; the number of levels when none is.
std::size_t first_short(const Evaluation& evaluation) {
  std::size_t k = 0;
  while (k < evaluation.level_count() && is_met(evaluation, evaluation.residual(k))) ++k;
  return k;
}

bool mixes_position_and_orientation(const Problem& problem, std::size_t level) {
  bool positions = false, orientations = false;
  for (const int i : problem.levels[level]) {
    const Demand& demand = problem.demands[static_cast<std::size_t>(i)];
    if (demand.enabled) (demand.task->turns() ? orientations : positions) = true;
  }
  return positions && orientations;
}

}  // namespace

// A level short of its goals is at rest when the last step was for one below it: no step could serve it any more. That
// the whole solve is at rest is another question (`Solver::step`: settled; progress.hpp: stalled).
bool PositionFirstRetry::is_due(const Stepper& stepper) const {
  if (stage_ == Stage::kOff) return false;
  const Evaluation& evaluation = stepper.evaluation();
  const std::size_t k = first_short(evaluation);
  const bool at_rest = k < stepper.last_deciding();
  if (stage_ == Stage::kAllowed) return at_rest && mixes_position_and_orientation(evaluation.problem(), k);
  return at_rest || k > level_;
}

bool PositionFirstRetry::advance(Stepper& stepper, const VecX& start) {
  switch (stage_) {
    case Stage::kAllowed:
      return begin(stepper, start);
    case Stage::kPositions:  // served as well as can be: now with orientations
      stage_ = Stage::kAllTasks;
      stepper.begin(VecX(stepper.evaluation().coordinates()), stepper.active(), -1);
      return true;
    case Stage::kAllTasks:
      return end(stepper);
    default:
      return false;
  }
}

void PositionFirstRetry::finish(Stepper& stepper, const VecX& start) {
  while (stage_ == Stage::kPositions || stage_ == Stage::kAllTasks) advance(stepper, start);
}

bool PositionFirstRetry::begin(Stepper& stepper, const VecX& start) {
  const Evaluation& evaluation = stepper.evaluation();
  stage_ = Stage::kOff;
  level_ = first_short(evaluation);
  if (level_ == evaluation.level_count()) return false;
  if (!mixes_position_and_orientation(evaluation.problem(), level_)) return false;
  stage_ = Stage::kPositions;
  first_end_ = {evaluation.score(), evaluation.coordinates(), stepper.active()};
  first_settled_ = stepper.settled() || stepper.stalled();
  first_stalled_ = stepper.stalled();
  stepper.begin(start, {}, static_cast<int>(level_));
  return true;
}

// Whether the retry has served the levels down to the one it is about better than the first try: that one is met now,
// or nearer to its goals by a gain that is worth another pose, and none above is short.
bool PositionFirstRetry::is_better(const Evaluation& evaluation) const {
  const auto lacking = [&](const Score& score) {
    VecX r = score.levels.head(static_cast<Eigen::Index>(level_) + 1);
    for (double& residual : r) residual = is_met(evaluation, residual) ? 0.0 : residual;
    return r;
  };
  const VecX second = lacking(evaluation.score());
  const auto worth = [&](Eigen::Index k) {
    return second[k] > 0.0 && k == second.size() - 1 ? evaluation.problem().tolerances.precision.large_gain : 0.0;
  };
  return compare_lexicographic(second, lacking(first_end_.score), worth) < 0;
}

bool PositionFirstRetry::end(Stepper& stepper) {
  stage_ = Stage::kOff;
  if (is_better(stepper.evaluation())) return false;
  stepper.begin(first_end_.coordinates, first_end_.active, -1);
  stepper.set_end(first_settled_, first_stalled_);
  return !first_settled_;
}

}  // namespace poise
