#include "solve/shortfall.hpp"

#include <algorithm>

#include "math/lexicographic.hpp"

namespace poise {

bool is_met(const Evaluation& evaluation, double residual) {
  return evaluation.problem().tolerances.precision.is_loosely_at_goal(residual);
}

std::size_t first_short(const Evaluation& evaluation) {
  std::size_t k = 0;
  while (k < evaluation.level_count() && is_met(evaluation, evaluation.residual(k))) ++k;
  return k;
}

bool is_preferred(const Evaluation& evaluation, std::size_t level) {
  if (evaluation.current()[level].is_posture()) return true;
  const Problem& problem = evaluation.problem();
  const std::vector<int>& demands = problem.levels[level];
  return std::all_of(demands.begin(), demands.end(),
                     [&](int i) { return problem.demands[static_cast<std::size_t>(i)].task->is_preferred(); });
}

bool serves_better(const Evaluation& evaluation, const VecX& residuals, const VecX& others, std::size_t level,
                   double enough) {
  const auto lacking = [&](const VecX& all) {
    VecX r = all.head(static_cast<Eigen::Index>(level) + 1);
    for (double& residual : r) residual = is_met(evaluation, residual) ? 0.0 : residual;
    return r;
  };
  const auto same = [&](Eigen::Index k) { return k == static_cast<Eigen::Index>(level) ? enough : 0.0; };
  return compare_lexicographic(lacking(residuals), lacking(others), same) < 0;
}

}  // namespace poise
