#include "solve/stepper.hpp"

#include <utility>

#include "solve/cascaded.hpp"
#include "solve/solver.hpp"

namespace poise {

std::unique_ptr<Stepper> make_stepper(std::shared_ptr<const Problem> problem, const VecX& start) {
  if (problem->method == Method::kCascaded) return std::make_unique<CascadedSolver>(std::move(problem), start);
  return std::make_unique<Solver>(std::move(problem), start);
}

}  // namespace poise
