// Goals of limbs as plain numbers.
#pragma once

#include <nanobind/nanobind.h>

#include "arrays.hpp"
#include "limb/limb_family.hpp"

namespace poise::python {

// How a goal of each kind comes: point; 4 × 4; point, axis, direction; point, axis; 3 × 3.
int numbers_of(GoalKind kind);

// Throws std::invalid_argument for numbers that are no goal.
LimbGoal goal_of(GoalKind kind, const double* numbers);
inline LimbGoal goal_of(int kind, const In1& numbers) { return goal_of(static_cast<GoalKind>(kind), numbers.data()); }

// Many goals at once.
void bind_limb_batch(nb::class_<LimbStance>& bound);

}  // namespace poise::python
