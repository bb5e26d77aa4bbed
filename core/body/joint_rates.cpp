#include "body/joint_rates.hpp"

#include <cmath>

namespace poise {

namespace {

constexpr double kTurnStep = 1e-4;  // radians, of a central difference: exact to about its square

// ∂(right Jacobian)/∂v_l · e_k: J = 1 − a [v]× + b [v]×², with a'/θ and b'/θ from their definitions (rotation.hpp).
AxisChanges swing_changes(const Vec3& v) {
  const double theta = v.norm(), square = theta * theta;
  const ExpCoefficients c = exp_coefficients(theta);
  const bool tiny = theta < 1e-2;
  const double da = tiny ? -1.0 / 12.0 + square / 180.0 : (std::sin(theta) / theta - 2.0 * c.a) / square;
  const double db = tiny ? -1.0 / 60.0 + square / 1260.0 : (c.a - 3.0 * c.b) / square;
  AxisChanges changes;
  for (int k = 0; k < 2; ++k) {
    const Vec3 once = v.cross(Vec3::Unit(k)), radial = db * v.cross(once) - da * once;
    for (int l = 0; l < 2; ++l) {
      const Vec3 e_l = Vec3::Unit(l), across = e_l.cross(Vec3::Unit(k));
      changes[static_cast<std::size_t>(2 * k + l)] =
          v[l] * radial - c.a * across + c.b * (e_l.cross(once) + v.cross(across));
    }
  }
  return changes;
}

// The flexion axis before the twist τ is Rz(τ)ᵀ x in the moving frame.
AxisChanges elbow_changes(const Vec3& by_twist) { return {Vec3::Zero(), by_twist, Vec3::Zero(), Vec3::Zero()}; }

}  // namespace

AxisChanges axis_changes(const Joint& joint, const VecX& q) {
  const double last = q[joint.q + 1];
  if (joint.model == Model::kElbow) return elbow_changes({-std::sin(last), -std::cos(last), 0.0});
  return swing_changes({q[joint.q], last, 0.0});
}

AxisChanges axis_change_rates(const Joint& joint, const VecX& q, const double* p) {
  const double last = q[joint.q + 1], size = std::hypot(p[0], p[1]);
  if (joint.model == Model::kElbow) return elbow_changes(p[1] * Vec3(-std::cos(last), std::sin(last), 0.0));
  if (size == 0.0) return elbow_changes(Vec3::Zero());
  const Vec3 v(q[joint.q], last, 0.0), h = kTurnStep / size * Vec3(p[0], p[1], 0.0);
  AxisChanges ahead = swing_changes(v + h);
  const AxisChanges behind = swing_changes(v - h);
  for (std::size_t i = 0; i < 4; ++i) ahead[i] = (size / (2.0 * kTurnStep)) * (ahead[i] - behind[i]);
  return ahead;
}

}  // namespace poise
