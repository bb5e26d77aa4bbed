#include "criteria/turn_cost.hpp"

#include <algorithm>
#include <cmath>

#include "math/swing_twist.hpp"

namespace poise {

namespace {

constexpr double kStraight = 1e-6;     // rad: below it a turn has no axis to speak of, and series are exact to rounding
constexpr double kUpsideDown = 1e-12;  // least 1 + cos σ: 1.4e-6 rad from upside down

Mat3 symmetric(const Mat3& m) { return 0.5 * (m + m.transpose()); }

double heading_of(const Quat& turn, const Vec3& up) {
  return wrapped_angle(2.0 * std::atan2(turn.vec().dot(up), turn.w()));
}

// J⁻¹ = 1 + ½ [ω]× + c [ω]×² with the right Jacobian J of exp and c = (1 − (θ/2) cot(θ/2)) / θ²; and c' / θ.
struct LogCoefficients {
  double c, slope;
};
LogCoefficients log_coefficients(double theta) {
  const double t2 = theta * theta;
  // Near zero the closed form of the slope loses all digits: (1/12 + θ²/720 + θ⁴/30240 + θ⁶/1209600 + …) is exact to
  // 1e-13 up to the bound.
  if (theta < 0.2)
    return {1.0 / 12.0 + t2 * (1.0 / 720.0 + t2 * (1.0 / 30240.0 + t2 / 1209600.0)),
            1.0 / 360.0 + t2 * (1.0 / 7560.0 + t2 * (1.0 / 201600.0 + t2 / 5987520.0))};
  const double half = 0.5 * theta, cot = 1.0 / std::tan(half);
  const double c = (1.0 - half * cot) / t2;
  const double bend = 0.5 * half * (1.0 + cot * cot) - 0.5 * cot;  // of 1 − (θ/2) cot(θ/2), by θ
  return {c, (bend / t2 - 2.0 * c / theta) / theta};
}

}  // namespace

Mat3 turn_hessian(const Vec3& omega) {
  const double theta = omega.norm();
  if (theta < kStraight) return Mat3::Identity();
  const Vec3 u = omega / theta;
  const double across = 0.5 * theta / std::tan(0.5 * theta);
  return across * Mat3::Identity() + (1.0 - across) * u * u.transpose();
}

// Along exp(t v) the vector moves by ω' = D v with D = J⁻¹, so ω'' = D'[ω'] v. With p = W ω the Hessian is
// Dᵀ W D + Σ pᵢ ωᵢ'', whose last part is read off the derivative of D term by term.
TurnCost weighted_turn(const Vec3& omega, const Vec3& weights) {
  const auto [c, slope] = log_coefficients(omega.norm());
  const Mat3 turned = cross_matrix(omega);
  const Mat3 D = Mat3::Identity() + 0.5 * turned + c * turned * turned;
  const Vec3 p = weights.cwiseProduct(omega), pD = D.transpose() * p;
  const double along = p.dot(omega);
  Mat3 bend = 0.5 * cross_matrix(p) * D;
  bend += c * (along * D - 2.0 * p * omega.transpose() + omega * pD.transpose());
  bend += slope * omega * (along * omega - omega.squaredNorm() * p).transpose();
  return {0.5 * along, pD, D.transpose() * weights.asDiagonal() * D + symmetric(bend)};
}

double upright_turn_value(const Quat& turn, const Vec3& up, const TurnWeights& weights) {
  const double sigma = angle_between(up, turn * up), h = heading_of(turn, up);
  return 0.5 * (weights.tilt * sigma * sigma + weights.heading * h * h);
}

// With d = E up, which a world rotation α moves by α × d: σ' = α·(up × d) / sin σ, and h' = α·k with
// k = (up + d) / (1 + up·d). The Hessian of ½ σ² is that on the sphere, 1 along the great arc through `up` and
// σ cot σ across it, and what the way of d bends beside great arcs.
TurnCost upright_turn(const Quat& turn, const Vec3& up, const TurnWeights& weights) {
  const Vec3 d = turn * up;
  const double sigma = angle_between(up, d), h = heading_of(turn, up), level = up.dot(d);
  TurnCost cost{upright_turn_value(turn, up, weights), Vec3::Zero(), Mat3::Zero()};
  const Vec3 across = up.cross(d);  // the axis of the tilt, times sin σ
  const double sine = across.norm();
  if (sine < kStraight) {
    cost.gradient = weights.tilt * (level > 0.0 ? 1.0 : 0.0) * across;
    cost.hessian = weights.tilt * (Mat3::Identity() - d * d.transpose());
  } else {
    const Vec3 axis = across / sine, away = axis.cross(d);  // away: where d moves when the tilt grows
    cost.gradient = weights.tilt * sigma * axis;
    cost.hessian = weights.tilt * (axis * axis.transpose() + sigma * level / sine * away * away.transpose() +
                                   symmetric(sigma * away * d.transpose()));
  }
  const double room = std::max(1.0 + level, kUpsideDown);
  const Vec3 k = (up + d) / room;
  const Mat3 turning = (Mat3::Identity() - k * up.transpose()) * cross_matrix(d) / room;
  cost.gradient += weights.heading * h * k;
  cost.hessian += weights.heading * (k * k.transpose() - h * symmetric(turning));
  return cost;
}

}  // namespace poise
