#include "math/rotation.hpp"

#include <cmath>

namespace poise {

namespace {

constexpr double kSmall = 1e-4;  // below this θ the series are exact to rounding

}  // namespace

ExpCoefficients exp_coefficients(double theta) {
  const double t2 = theta * theta;
  if (theta < kSmall) return {0.5 - t2 / 24.0, 1.0 / 6.0 - t2 / 120.0};
  const double half = std::sin(theta / 2.0);
  const double a = 2.0 * half * half / t2;
  if (theta < 0.5) {  // θ − sin θ cancels for small θ: use its series well before it hurts
    const double tail = 1.0 - t2 / 72.0 * (1.0 - t2 / 110.0 * (1.0 - t2 / 156.0));
    return {a, 1.0 / 6.0 - t2 / 120.0 * (1.0 - t2 / 42.0 * tail)};
  }
  return {a, (theta - std::sin(theta)) / (t2 * theta)};
}

Mat3 cross_matrix(const Vec3& v) {
  Mat3 m;
  m << 0.0, -v.z(), v.y(), v.z(), 0.0, -v.x(), -v.y(), v.x(), 0.0;
  return m;
}

Quat exp_rotation(const Vec3& v) {
  const double theta = v.norm();
  const double half = theta / 2.0;
  // sin(θ/2)/θ
  const double k = theta < kSmall ? 0.5 - theta * theta / 48.0 : std::sin(half) / theta;
  return Quat(std::cos(half), k * v.x(), k * v.y(), k * v.z());
}

Quat about(const Vec3& axis, double angle) {
  const double s = std::sin(angle / 2.0);
  return Quat(std::cos(angle / 2.0), s * axis.x(), s * axis.y(), s * axis.z());
}

Vec3 log_rotation(const Quat& q) {
  const double sign = q.w() < 0.0 ? -1.0 : 1.0;
  const double s = q.vec().norm();
  const double c = sign * q.w();
  const double k = s < 1e-9 ? 2.0 / c : 2.0 * std::atan2(s, c) / s;
  return sign * k * q.vec();
}

Mat3 right_jacobian(const Vec3& v) {
  const auto [a, b] = exp_coefficients(v.norm());
  const Mat3 x = cross_matrix(v);
  return Mat3::Identity() - a * x + b * (x * x);
}

Mat3 right_jacobian_inverse(const Vec3& v) {
  const double theta = v.norm();
  const double t2 = theta * theta;
  const Mat3 x = cross_matrix(v);
  // 1/θ² − (1 + cos θ)/(2 θ sin θ) = (1 − (θ/2) cot(θ/2))/θ²
  double c;
  if (theta < 0.1) {
    c = 1.0 / 12.0 + t2 / 720.0 * (1.0 + t2 / 42.0 * (1.0 + t2 / 40.0));
  } else {
    c = (1.0 - 0.5 * theta / std::tan(theta / 2.0)) / t2;
  }
  return Mat3::Identity() + 0.5 * x + c * (x * x);
}

Quat direct_rotation(const Vec3& a, const Vec3& b) {
  const Vec3 sum = a + b;
  if (!(sum.norm() <= 1e-7)) {           // so that what is not a number ends here, too
    const Vec3 half = sum.normalized();  // a to half is half the angle, which is what a quaternion holds
    const Vec3 v = a.cross(half);
    return normalized(Quat(a.dot(half), v.x(), v.y(), v.z()));
  }
  // Opposite: half a turn about any perpendicular, then the little that is missing.
  const Vec3 across = a.unitOrthogonal();
  return direct_rotation(-a, b) * Quat(0.0, across.x(), across.y(), across.z());
}

Quat normalized(const Quat& q) {
  const double n2 = q.squaredNorm();
  if (std::abs(n2 - 1.0) < 2e-15) return q;
  return Quat(q.coeffs() / std::sqrt(n2));
}

double angle_between(const Vec3& a, const Vec3& b) { return std::atan2(a.cross(b).norm(), a.dot(b)); }

}  // namespace poise
