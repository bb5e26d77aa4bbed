// An attraction to a posture in which every joint is drawn the harder, the more weight it holds (Boulic et al. 1996,
// 3.2.3).
#pragma once

#include "criteria/criterion.hpp"

namespace poise {

// Σ_j s_j ½ Σ w_k x_k², with the motion x of every coordinate k of joint j to its place in the posture, as
// near_pose_criterion has it, and the moment s_j = √(|τ_j|² + ε²) − ε of the weight that the joint carries, seen from
// the root: τ_j are its torques under gravity alone, each over its `scale`. A base that is free holds nothing: it has s
// = 1. `near`: the same attraction without moments.
std::unique_ptr<Criterion> rest_by_weight_criterion(std::unique_ptr<Criterion> near, const VecX& coordinates,
                                                    const VecX& weights, const VecX& scale);

}  // namespace poise
