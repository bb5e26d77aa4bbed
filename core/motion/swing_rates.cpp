#include "motion/swing_rates.hpp"

#include <algorithm>
#include <cmath>

#include "math/swing_twist.hpp"

namespace poise {

namespace {

// (db/dθ)/θ of b = (θ − sin θ)/θ³, which is (a − 3b)/θ²; its series where that cancels.
double slope_of_b(double a, double b, double theta) {
  const double t2 = theta * theta;
  return theta < 0.1 ? -1.0 / 60.0 + t2 / 1260.0 - t2 * t2 / 60480.0 : (a - 3.0 * b) / t2;
}

}  // namespace

// With S = exp([s]×) and its body rate ω = B(s) ds/dt, B₂ = e 1 + b s sᵀ its first two rows, e = sin θ/θ:
//   Sᵀ dd/dt = ω × z and Sᵀ d²d/dt² = ω × (ω × z) + dω/dt × z give ω and dω/dt about x and y,
//   ds/dt = B₂⁻¹ ω and d²s/dt² = B₂⁻¹ (dω/dt − dB₂/dt ds/dt), where de/dθ = (b − a) θ.
SwingRates swing_rates(const Vec2& s, const Quat& R, const Vec3& omega, const Vec3& change) {
  constexpr double kLeast = 1e-9;  // of e, near θ = π
  const Quat seen = rotation_of_swing(s).conjugate() * R;
  const Vec3 z = Vec3::UnitZ();
  const Vec3 d1 = seen * omega.cross(z), d2 = seen * (omega.cross(omega.cross(z)) + change.cross(z));
  const double theta = s.norm();
  const auto [a, b] = exp_coefficients(theta);
  const double e = std::max(1.0 - b * theta * theta, kLeast);
  const Eigen::Matrix2d inverse =
      (Eigen::Matrix2d() << e + b * s.y() * s.y(), -b * s.x() * s.y(), -b * s.x() * s.y(), e + b * s.x() * s.x())
          .finished() /
      (e * (e + b * theta * theta));
  const Vec2 w(-d1.y(), d1.x());
  const Vec2 first = inverse * w;
  const double wz = a * (s.y() * first.x() - s.x() * first.y());
  const Vec2 w1(wz * w.y() - d2.y(), d2.x() - wz * w.x());
  const double along = s.dot(first);
  const Vec2 turned = (b - a) * along * first + slope_of_b(a, b, theta) * along * along * s +
                      b * (first * along + s * first.squaredNorm());
  return {first, inverse * (w1 - turned)};
}

}  // namespace poise
