// Swing and twist: a rotation as "where the limb points" and "how it turns about itself".
//
//   R = exp([s_x, s_y, 0]×) · Rz(τ)            (Baerlocher 3.5.3, appendix C; Grassia)
//
// s = (s_x, s_y) is the swing with θ = |s| ≤ π, τ the twist in [−π, π]. The decomposition is unique but for the
// one direction opposite to z (θ = π), where any twist will do and zero is chosen.
#pragma once

#include "math/rotation.hpp"

namespace poise {

struct SwingTwist {
  Vec2 swing;    // s_x, s_y in radians
  double twist;  // τ in radians
};

SwingTwist swing_twist(const Quat& rotation);
Quat rotation_of(const SwingTwist& angles);

// The swing alone as a rotation: exp([s_x, s_y, 0]×).
Quat rotation_of_swing(const Vec2& swing);

// Where the swing takes the z axis, and the swing (θ ≤ π) that takes z to a unit direction.
Vec3 direction_of(const Vec2& swing);
Vec2 swing_of(const Vec3& direction);

// The same rotation with θ ≤ π: rotations about one axis repeat after a full turn.
Vec2 wrapped_swing(const Vec2& swing);

// x + 2πk in (−π, π].
double wrapped_angle(double x);

// Body-frame rotation rate of exp([s_x, s_y, 0]×) per rate of s_x and s_y: the first two columns of the right
// Jacobian, (1 − bθ²) 1 + b s sᵀ − a [s]×. Finite and full rank at every angle.
Eigen::Matrix<double, 3, 2> swing_body_rates(const Vec2& swing);

// d(s_x, s_y, τ)/dω for a body-frame rotation rate ω: ds = u ω'_u + w (θ/sin θ) ω'_w and
// dτ = ω'_z + tan(θ/2) ω'_w, with ω' = Rz(τ) ω, u along s and w = z × u. It grows without bound toward θ = π;
// there it is kept finite by bounding 1/cos(θ/2).
Mat3 swing_twist_rates(const SwingTwist& angles);

}  // namespace poise
