// What a rotation costs that is off its goal, when its parts count differently: value, gradient and exact Hessian.
//
// A cost is a function of a rotation R. Its gradient and Hessian are those of t ↦ cost(R exp(t v)) for ball joints,
// whose tangent v moves with the body, and of t ↦ cost(exp(t α) R) for turns in the world.
#pragma once

#include "math/rotation.hpp"

namespace poise {

struct TurnCost {
  double value = 0.0;
  Vec3 gradient = Vec3::Zero();
  Mat3 hessian = Mat3::Zero();
};

// ½ θ² for a rotation that is θ = |ω| away from its goal: the Hessian alone, 1 along ω and (θ/2) cot(θ/2) across it.
Mat3 turn_hessian(const Vec3& omega);

// ½ Σ wᵢ ωᵢ² with ω = log(Gᵀ R) of a rotation R and its goal G. The components of ω are the same in the frame of the
// goal and in the turned one, since a rotation leaves its own axis alone. Derivatives are by the turned frame.
TurnCost weighted_turn(const Vec3& omega, const Vec3& weights);

// A turn E = R Gᵀ in the world, as a turn by the heading h about the vertical `up` and then a tilt about a level axis,
// by the angle σ between `up` and E up: what of E moves the vertical, and the rest (swing and twist about `up`).
// ½ (tilt σ² + heading h²), with derivatives by world rotations. Whatever the heading, the tilt costs the same, and
// the other way round. Upside down (σ = π) there is no heading; there its slope is kept finite.
struct TurnWeights {
  double tilt = 0.0, heading = 0.0;
};
double upright_turn_value(const Quat& turn, const Vec3& up, const TurnWeights& weights);
TurnCost upright_turn(const Quat& turn, const Vec3& up, const TurnWeights& weights);

}  // namespace poise
