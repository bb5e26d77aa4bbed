// How the axes of a joint change with its own degrees of freedom.
#pragma once

#include <array>

#include "body/kinematics.hpp"

namespace poise {

// A motion: the point x moves by ν + ω × (x − o).
struct Twist {
  Vec3 omega = Vec3::Zero(), nu = Vec3::Zero();
};

inline Twist operator+(const Twist& a, const Twist& b) { return {a.omega + b.omega, a.nu + b.nu}; }

inline Twist twist_of(const Kinematics& kinematics, int k) {
  return {kinematics.angular.col(k), kinematics.linear.col(k)};
}

// How a twist changes when it is moved by another one.
inline Twist moved(const Twist& by, const Twist& twist) {
  return {by.omega.cross(twist.omega), by.omega.cross(twist.nu) - twist.omega.cross(by.nu)};
}

// The vector of an antisymmetric part: Σ r × f from Σ r fᵀ.
inline Vec3 cross_sum(const Mat3& arms) {
  return {arms(1, 2) - arms(2, 1), arms(2, 0) - arms(0, 2), arms(0, 1) - arms(1, 0)};
}

// Elbows and swings: their axes move in the joint's frame when the joint does.
inline bool bends_its_axes(Model model) { return model == Model::kElbow || model == Model::kSwing; }

// Entry 2 k + l: how axis k of such a joint changes with degree of freedom l, in the joint's moving frame.
using AxisChanges = std::array<Vec3, 4>;
AxisChanges axis_changes(const Joint& joint, const VecX& q);
// How those change when the joint moves by p (2).
AxisChanges axis_change_rates(const Joint& joint, const VecX& q, const double* p);

}  // namespace poise
