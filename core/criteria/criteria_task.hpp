// A criteria level: criteria that stand above others, in a level of their own after those of the tasks, which the
// solver serves as strictly as any other.
#pragma once

#include "criteria/criterion.hpp"

namespace poise {

// Of Σ weight · f of the criteria, f ≥ 0, the rows e and J with |e|² = 2 f and ½ |J v − e|² = f + g · v + ½ vᵀ B v, so
// that the residual of its level is √(2 f). B is the Hessian H with what bends down turned up; the difference H − B is
// told as curvature. Directions that have a share of less than 1e-10 of the largest curvature have none.
std::unique_ptr<Task> criteria_task(const Figure& figure, std::vector<Preference> criteria);

}  // namespace poise
