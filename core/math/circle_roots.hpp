// Where functions of an angle vanish: in closed form when they are trigonometric, by bracketing when they are not.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "math/rotation.hpp"

namespace poise {

// The points (cos φ, sin φ) with a cos φ + b sin φ = c: two (perhaps the same), or none.
struct TrigonometricRoots {
  TrigonometricRoots(double a, double b, double c) {
    const double r2 = a * a + b * b, s2 = r2 - c * c;
    if (s2 < -1e-14 * r2 || r2 == 0.0) return;
    const double s = std::sqrt(s2 > 0.0 ? s2 : 0.0);
    points[0] = Vec2(a * c + b * s, b * c - a * s) / r2;
    points[1] = Vec2(a * c - b * s, b * c + a * s) / r2;
    count = 2;
  }
  Vec2 points[2];
  int count = 0;
};

// Adds their angles in [−π, π].
void add_trigonometric_roots(double a, double b, double c, std::vector<double>& roots);

// Adds the one angle in [−π, π] with a cos(φ/2) + b sin(φ/2) = 0, unless the function vanishes everywhere.
void add_half_angle_root(double a, double b, std::vector<double>& roots);

// The root of f between two arguments of opposite sign, to rounding (Illinois' regula falsi).
template <typename F>
double bracketed_root(F&& f, double x0, double f0, double x1, double f1) {
  for (int i = 0; i < 100 && std::abs(x1 - x0) > 1e-14 && f1 != 0.0; ++i) {
    double x = x1 - f1 * (x1 - x0) / (f1 - f0);
    if (i % 8 == 7) x = (x0 + x1) / 2.0;  // never much slower than halving
    const double fx = f(x);
    if ((fx > 0.0) != (f1 > 0.0)) {
      x0 = x1;
      f0 = f1;
    } else {
      f0 *= 0.5;
    }
    x1 = x;
    f1 = fx;
  }
  return x1;
}

// The least |f| between x0 and x2, which are on either side of a lesser one at x1 and agree with it in sign. Stops as
// soon as the sign changes.
template <typename F>
std::pair<double, double> turning_point(F&& f, double x0, double x1, double f1, double x2) {
  constexpr double kGolden = 0.3819660112501051;
  double b = x1, fb = f1;
  while (x2 - x0 > 1e-9 && (fb > 0.0) == (f1 > 0.0)) {
    const bool right = x2 - b > b - x0;
    const double x = right ? b + kGolden * (x2 - b) : b - kGolden * (b - x0), fx = f(x);
    if (std::abs(fx) < std::abs(fb) || (fx > 0.0) != (f1 > 0.0)) {
      (right ? x0 : x2) = b;
      b = x;
      fb = fx;
    } else {
      (right ? x2 : x0) = x;
    }
  }
  return {b, fb};
}

// Whether a smooth function with these three samples, the middle one nearest to zero, may turn back only beyond zero:
// the parabola through them must come near it.
inline bool may_cross(double f0, double f1, double f2) {
  if ((f0 > 0.0) != (f1 > 0.0) || (f1 > 0.0) != (f2 > 0.0)) return false;
  const double bend = std::abs(f0) - 2.0 * std::abs(f1) + std::abs(f2), slope = std::abs(f2) - std::abs(f0);
  if (std::abs(f1) > std::abs(f0) || std::abs(f1) > std::abs(f2)) return false;
  return bend <= 0.0 || std::abs(f1) - slope * slope / (8.0 * bend) < 0.5 * bend;
}

// Adds all roots of a smooth f in [low, high], looked at in equal cells no wider than `cell`. A cell whose ends agree
// in sign may still hide two roots where f turns back before it gets to zero: such turns are followed to their bottom.
template <typename F>
void add_bracketed_roots(F&& f, double low, double high, double cell, std::vector<double>& roots) {
  const int cells = std::max(1, static_cast<int>(std::ceil((high - low) / cell)));
  const double h = (high - low) / cells;
  // One sample beyond either end, so that turns in the first and the last cell show as well.
  double x0 = low - h, x1 = low, f0 = f(x0), f1 = f(x1);
  for (int i = 0; i <= cells; ++i) {
    const double x2 = low + (i + 1) * h, f2 = f(x2);
    if (i < cells && (f1 > 0.0) != (f2 > 0.0)) roots.push_back(bracketed_root(f, x1, f1, x2, f2));
    if (may_cross(f0, f1, f2)) {
      const auto [b, fb] = turning_point(f, x0, x1, f1, x2);
      const bool crosses = (fb > 0.0) != (f1 > 0.0);
      for (const double root : {crosses ? bracketed_root(f, x0, f0, b, fb) : b,  // a touch, as far as digits tell
                                crosses ? bracketed_root(f, x2, f2, b, fb) : b})
        if (low <= root && root <= high) roots.push_back(root);
    }
    x0 = x1;
    f0 = f1;
    x1 = x2;
    f1 = f2;
  }
}

}  // namespace poise
