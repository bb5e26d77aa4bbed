#include "math/swing_twist.hpp"

#include <algorithm>
#include <cmath>

namespace poise {

SwingTwist swing_twist(const Quat& rotation) {
  const double sign = rotation.w() < 0.0 ? -1.0 : 1.0;
  const double x = sign * rotation.x(), y = sign * rotation.y();
  const double z = sign * rotation.z(), w = sign * rotation.w();
  const double c = std::hypot(z, w);  // cos(θ/2)
  const double s = std::hypot(x, y);  // sin(θ/2)
  const double cos_half = c > 0.0 ? w / c : 1.0;
  const double sin_half = c > 0.0 ? z / c : 0.0;
  const double k = s < 1e-9 ? 2.0 / std::max(c, 1e-300) : 2.0 * std::atan2(s, c) / s;
  return {Vec2(k * (cos_half * x - sin_half * y), k * (sin_half * x + cos_half * y)),
          2.0 * std::atan2(sin_half, cos_half)};
}

Quat rotation_of(const SwingTwist& angles) {
  const Quat twist(std::cos(angles.twist / 2.0), 0.0, 0.0, std::sin(angles.twist / 2.0));
  return rotation_of_swing(angles.swing) * twist;
}

Quat rotation_of_swing(const Vec2& swing) { return exp_rotation(Vec3(swing.x(), swing.y(), 0.0)); }

Vec3 direction_of(const Vec2& swing) {
  const double theta = swing.norm();
  const double k = theta < 1e-8 ? 1.0 : std::sin(theta) / theta;
  return Vec3(k * swing.y(), -k * swing.x(), std::cos(theta));
}

Vec2 swing_of(const Vec3& direction) {
  const double s = std::hypot(direction.x(), direction.y());
  const double theta = std::atan2(s, direction.z());
  if (s > 0.0) return Vec2(-direction.y(), direction.x()) * (theta / s);
  return direction.z() >= 0.0 ? Vec2(0.0, 0.0) : Vec2(kPi, 0.0);
}

Vec2 wrapped_swing(const Vec2& swing) {
  const double theta = swing.norm();
  if (theta <= kPi) return swing;
  return swing * (wrapped_angle(theta) / theta);
}

double wrapped_angle(double x) {
  const double turned = std::remainder(x, 2.0 * kPi);
  return turned <= -kPi ? kPi : turned;
}

Eigen::Matrix<double, 3, 2> swing_body_rates(const Vec2& swing) {
  const double x = swing.x(), y = swing.y(), t2 = x * x + y * y;
  const auto [a, b] = exp_coefficients(std::sqrt(t2));
  const double even = 1.0 - b * t2;
  Eigen::Matrix<double, 3, 2> rates;
  rates << even + b * x * x, b * x * y, b * x * y, even + b * y * y, a * y, -a * x;
  return rates;
}

Mat3 swing_twist_rates(const SwingTwist& angles) {
  constexpr double kLeastCosine = 1e-9;
  const double theta = angles.swing.norm();
  const double half_cos = std::max(std::cos(theta / 2.0), kLeastCosine);
  const double half_sin = std::sin(theta / 2.0);
  // tan(θ/2)/θ and (θ/sin θ − 1)/θ², both smooth at zero.
  double tangent, stretch;
  if (theta < 1e-3) {
    const double t2 = theta * theta;
    tangent = 0.5 + t2 / 24.0;
    stretch = 1.0 / 6.0 + 7.0 * t2 / 360.0;
  } else {
    tangent = half_sin / half_cos / theta;
    stretch = (theta / (2.0 * half_sin * half_cos) - 1.0) / (theta * theta);
  }
  const Vec2 w(-angles.swing.y(), angles.swing.x());  // θ times the unit vector w
  Mat3 rates = Mat3::Zero();
  rates.topLeftCorner<2, 2>() = Eigen::Matrix2d::Identity() + stretch * w * w.transpose();
  rates.bottomLeftCorner<1, 2>() = tangent * w.transpose();
  rates(2, 2) = 1.0;
  return rates * Eigen::AngleAxisd(angles.twist, Vec3::UnitZ()).toRotationMatrix();
}

}  // namespace poise
