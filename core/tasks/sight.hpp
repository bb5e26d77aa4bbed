// A direction from a point of the figure to a fixed one, and angles to it: what aims are made of.
#pragma once

#include <algorithm>
#include <cmath>

#include "tasks/task_parts.hpp"

namespace poise {

inline Vec3 turn(const TaskView& view, int k) { return view.kinematics.angular.col(k); }

// How the direction u from a moving point to a fixed one changes with the degrees of freedom that move the point.
class Sight {
 public:
  Sight(const TaskView& view, const Vec3& point, const Vec3& u, double distance)
      : view_(view), arm_(point - view.kinematics.reference), u_(u), distance_(distance) {}
  bool fixed() const { return std::isinf(distance_); }
  double distance() const { return distance_; }
  Vec3 moved(int k) const { return velocity(view_, arm_, k); }
  Vec3 by(int k) const { return -across(velocity(view_, arm_, k)) / distance_; }
  Vec3 by(int k, int l) const {
    const Vec3 pk = velocity(view_, arm_, k), pl = velocity(view_, arm_, l), uk = by(k), ul = by(l);
    return (ul * u_.dot(pk) + uk * u_.dot(pl) + u_ * ul.dot(pk) - across(turn(view_, k).cross(pl))) / distance_;
  }
  Vec3 across(const Vec3& x) const { return x - u_ * u_.dot(x); }

 private:
  const TaskView& view_;
  Vec3 arm_, u_;
  double distance_;
};

// With c = cos θ = d · u: ∂²(½ θ²) = h'' ∂c ∂cᵀ + h' ∂²c, h' = −θ / sin θ, h'' = (sin θ − θ cos θ) / sin³ θ.
struct AngleRates {
  double first, second;
};
inline AngleRates angle_rates(const Vec3& d, const Vec3& u) {
  constexpr double kSmall = 1e-3, kLeastSine = 0.05;  // opposite to its goal an axis may turn any way
  const double sine = d.cross(u).norm(), theta = std::atan2(sine, d.dot(u));
  const double s = std::max(sine, kLeastSine);
  return {theta < kSmall ? -1.0 : -theta / (theta < 1.0 ? sine : s),
          theta < kSmall ? 1.0 / 3.0 : (sine - theta * d.dot(u)) / std::pow(theta < 1.0 ? sine : s, 3)};
}

}  // namespace poise
