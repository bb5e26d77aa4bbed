// The families of solutions of a limb: everything about a goal is decided but the swivel φ about a fixed axis.
//
// For every goal the shoulder turns as R₁(φ) = e^(φ n) R₀ with n the axis from the shoulder to the point that is to be
// reached: the site when the wrist is held (position), the wrist when the site's axes are given (placement, and
// placement of one axis for a given second angle ψ; orientation alone leaves the wrist where it is), the target when
// the site aims at it (for a given hinge angle θ).
// The wrist then turns about a fixed axis as well.
#pragma once

#include <array>

#include "limb/limb_stance.hpp"

namespace poise {

inline constexpr double kReachTolerance = 1e-12;  // metres by which a hinge may miss a distance that it reaches

enum class GoalKind : int { kPosition, kPlacement, kAxis, kAim, kOrient };

// In world axes.
struct LimbGoal {
  GoalKind kind = GoalKind::kPosition;
  Vec3 point = Vec3::Zero();       // where the site goes, or what it aims at
  Mat3 axes = Mat3::Identity();    // placement, orientation: of the site
  Vec3 axis = Vec3::UnitZ();       // axis, aim: in site coordinates, unit
  Vec3 direction = Vec3::UnitZ();  // axis: where that axis shall point, unit
};

// Which angle a goal leaves free beside the swivel: none, ψ about the axis, or the hinge.
inline bool has_second(GoalKind kind) { return kind == GoalKind::kAxis || kind == GoalKind::kAim; }

struct SwivelFamily {
  int branch = 0;  // sign of the hinge: 0 when it bends on beyond its straightest angle, 1 when it bends back
  double hinge = 0.0;
  Vec3 axis;           // n
  Quat root;           // R₁(0)
  bool turns = false;  // whether the wrist turns: R₃(φ) = e^(φ end_axis) end
  Vec3 end_axis = Vec3::UnitZ();
  Quat end = Quat::Identity();
  Vec3 center, u, v;  // elbow circle about the shoulder: center + cos φ u + sin φ v (Tolani eq. 6), carrier's axes
  double miss = 0.0;  // metres by which the hinge fails to give the distance: out of reach, or beyond its limits
  bool bent_enough = true;  // whether more hinge would help: false, too far; true, too near
  // what derivatives need
  Vec3 limb_point, target;  // x₀ in the zero configuration, and x = R₁ x₀
  double aim_distance = 0.0;
};

struct FamilyList {
  std::array<SwivelFamily, 4> items;
  int count = 0;
};

// All branches, preferred one (inside the hinge's limits, then nearer to rest) first. `second` is ψ or θ where the goal
// leaves one free. Out of reach, the nearest distance is taken and `miss` says by how much.
FamilyList families_of(const LimbStance& stance, const LimbGoal& goal, double second, bool limits);

// Site axes wanted, displacement from the zero configuration, in the carrier's axes: R_g Sᵀ.
Quat wanted_turn(const LimbStance& stance, const LimbGoal& goal, double psi);

// How a pose of a family changes: with the swivel, or with the second angle at constant swivel.
struct LimbRates {
  Vec3 root, end;  // ω of R₁ and R₃
  double hinge;
};
LimbRates swivel_rates(const SwivelFamily& family);
LimbRates second_rates(const LimbStance& stance, const LimbGoal& goal, const SwivelFamily& family, double swivel);

}  // namespace poise
