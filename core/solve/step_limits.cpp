#include "solve/step_limits.hpp"

namespace poise {

namespace {

constexpr double kFreedomsOfABall = 1.7320508075688772;  // √3: by so much its turn may exceed each of its components

}  // namespace

StepLimits::StepLimits(const Figure& figure, const StepVariables& variables) : rows_(figure) {
  // Rows of other bounds are added here.
  rows_.reorder(variables);
}

const Bounds& StepLimits::bounds_at(const StepPlace& place, double reach) {
  if (at_.size() == 0 || at_ != place.from || reach > reach_) {
    at_ = place.from;
    reach_ = reach;
    const VecX& scales = place.variables.scales();
    rows_.update(place.figure, place.from, scales, kFreedomsOfABall * scales.maxCoeff() * reach);
  }
  // The ends of other bounds are written here.
  return rows_.bounds();
}

VecX StepLimits::moved(const StepPlace& place, const VecX& motion) const {
  // What other bounds must hold exactly is cut off here.
  return clamp(place.figure, integrate(place.figure, place.from, motion), rows_.leeway());
}

}  // namespace poise
