#include "solve/stepper.hpp"

#include <algorithm>
#include <utility>

#include "solve/active_set.hpp"
#include "solve/cascaded.hpp"
#include "solve/solver.hpp"

namespace poise {

std::unique_ptr<Stepper> make_stepper(std::shared_ptr<const Problem> problem, const VecX& start) {
  if (problem->method == Method::kCascaded) return std::make_unique<CascadedSolver>(std::move(problem), start);
  return std::make_unique<Solver>(std::move(problem), start);
}

std::vector<LimitRow> held_limits(const Stepper& stepper) {
  const Evaluation& evaluation = stepper.evaluation();
  const std::vector<LimitRow>& meaning = evaluation.limit_meaning();
  std::vector<ActiveBound> active = stepper.active();
  std::vector<LimitRow> rows;
  const auto is_held = [](const ActiveBound& bound) { return bound.side != Side::kNone; };
  if (std::none_of(active.begin(), active.end(), is_held)) return rows;
  const Bounds& limits = evaluation.bounds_at(evaluation.coordinates());
  drop_left_bounds(limits, {}, evaluation.problem().tolerances.restoration.same_bound, active);
  for (std::size_t i = 0; i < meaning.size(); ++i) {
    if (active[i].side != Side::kNone) rows.push_back(meaning[i]);
  }
  return rows;
}

}  // namespace poise
