// Least joint torques as a criterion (Baerlocher 6.5).
#pragma once

#include "criteria/criterion.hpp"
#include "statics/contact.hpp"
#include "statics/loads.hpp"

namespace poise {

// h = ½ Σ w_k (τ_k / scale)² (eq. 6.12) with its gradient (6.13); `weights` (dof): zero leaves a degree of freedom out.
std::unique_ptr<Criterion> least_torque_criterion(std::vector<Load> loads, VecX weights, double scale);

// The same with the contact forces that cost least in every pose: h = min ½ Σ (w τ² + price² f²) / scale² over forces f
// inside their cones. Where no such forces exist, what is missing is charged for as well, so that h leads back.
std::unique_ptr<Criterion> least_effort_criterion(std::vector<Load> loads, std::vector<Foothold> footholds,
                                                  VecX weights, double price, double scale);

}  // namespace poise
