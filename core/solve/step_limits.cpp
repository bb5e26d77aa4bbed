#include "solve/step_limits.hpp"

namespace poise {

StepLimits::StepLimits(const Figure& figure, const StepVariables& variables) : rows_(figure) {
  // Rows of other bounds are added here.
  rows_.reorder(variables);
}

const Bounds& StepLimits::bounds_at(const StepPlace& place) {
  if (at_.size() == 0 || at_ != place.from) {
    at_ = place.from;
    rows_.update(place.figure, place.from);
    rows_.rescale(place.variables);
  }
  // The ends of other bounds are written here.
  return rows_.bounds();
}

VecX StepLimits::moved(const StepPlace& place, const VecX& motion) const {
  // What other bounds must hold exactly is cut off here.
  return clamp(place.figure, integrate(place.figure, place.from, motion));
}

}  // namespace poise
