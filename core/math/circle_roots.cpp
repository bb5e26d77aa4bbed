#include "math/circle_roots.hpp"

#include "math/swing_twist.hpp"

namespace poise {

void add_trigonometric_roots(double a, double b, double c, std::vector<double>& roots) {
  const TrigonometricRoots found(a, b, c);
  for (int i = 0; i < found.count; ++i) roots.push_back(std::atan2(found.points[i].y(), found.points[i].x()));
}

void add_half_angle_root(double a, double b, std::vector<double>& roots) {
  if (std::hypot(a, b) < 1e-15) return;
  roots.push_back(wrapped_angle(2.0 * std::atan2(-a, b)));
}

}  // namespace poise
