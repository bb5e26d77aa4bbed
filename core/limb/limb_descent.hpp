// The nearest best pose of a limb inside its limits: Newton's method over seven coordinates.
//
// Limits that are touched and pushed against are held, the others are left alone (Bertsekas 1982); which ones is
// decided by projecting the slope on the directions that all of them allow. A second function is then made least among
// the poses that are best in the first, by steps along these and a way back to them.
#pragma once

#include "limb/limb_bounds.hpp"
#include "limb/limb_measure.hpp"

namespace poise {

// A few damped steps of Gauss and Newton down from x, inside the limits: near the end of the way, for little.
void approach(const LimbSpace& space, const LimbMeasure& measure, int steps, Vec7& x);

// From x, inside the limits, down to where the function has no slope left that the limits allow.
void descend(const LimbSpace& space, const LimbMeasure& measure, int most_steps, Vec7& x);

// From x, which is best in `first`, down in `second` without losing any of it.
void descend_beside(const LimbSpace& space, const LimbMeasure& first, const LimbMeasure& second, int most_steps,
                    Vec7& x);

}  // namespace poise
