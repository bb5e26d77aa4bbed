#include "direct/method.hpp"

#include <utility>

#include "direct/ccd.hpp"
#include "direct/transpose.hpp"

namespace poise {

std::unique_ptr<Stepper> make_method(std::shared_ptr<const Problem> problem, const VecX& start) {
  if (problem->method == Method::kTranspose) return std::make_unique<TransposeStepper>(std::move(problem), start);
  if (problem->method == Method::kDescent) return std::make_unique<CcdStepper>(std::move(problem), start);
  return make_stepper(std::move(problem), start);
}

}  // namespace poise
