// The joints about one point of a limb, shoulder or wrist: together they make any rotation.
//
// Three kinds are known: a ball joint; the twist of an elbow joint followed by a swing (the human forearm and wrist);
// and three hinges whose axes meet (robots). Rotations are displacements from the zero configuration, in the axes of
// the segment that carries the limb: R = Q M Qᵀ for a joint whose axes are Q there.
#pragma once

#include <array>

#include "limb/limit_arcs.hpp"

namespace poise {

enum class GroupKind : int { kBall, kTwistSwing, kHinges };

struct LimbGroup {
  GroupKind kind = GroupKind::kBall;
  Quat frame = Quat::Identity();  // Q of the ball or the swing joint
  // As a ball has them. Rz(τ) S(s) is the inverse of S(−s) Rz(−τ), so a twist–swing keeps its limits negated.
  SwingLimit swing;
  TwistLimit twist;
  std::array<Vec3, 3> axes;                                                          // of the hinges
  std::array<Range, 3> ranges{{{-1e300, 1e300}, {-1e300, 1e300}, {-1e300, 1e300}}};  // hinges; [0]: the elbow's twist
  int size = 0;                                                                      // stored numbers: 4, 3 or 3
  std::array<int, 4> slots{};  // where they stand in the coordinates of a pose
  std::array<int, 3> naturals{};
  std::array<int, 3> tangents{};
};

// Three hinges make a rotation in two ways, the others in one.
inline int families(const LimbGroup& group) { return group.kind == GroupKind::kHinges ? 2 : 1; }

// The rotation that stored coordinates show.
Quat shown_rotation(const LimbGroup& group, const Eigen::Ref<const VecX>& q);

// The natural coordinates that stored ones stand for.
Vec3 shown_natural(const LimbGroup& group, const Eigen::Ref<const VecX>& q);

// Natural coordinates that show a rotation: (swing_x, swing_y, twist), (twist, swing_x, swing_y) or three angles.
// False when the hinges cannot show it; they then come near.
bool natural_of(const LimbGroup& group, const Quat& rotation, int family, Vec3& natural);

// Stored numbers in the order of `slots`.
void stored_of(const LimbGroup& group, const Quat& rotation, const Vec3& natural, double* stored);

bool allows(const LimbGroup& group, const Quat& rotation, int family);

// The angles at which a rotation that turns about a fixed axis is allowed.
ArcSet allowed_arcs(const LimbGroup& group, const Turning& turning, int family);

// Rates of the tangent for a rotation that turns at ω: d/dt R = [ω]× R.
Vec3 tangent_rates(const LimbGroup& group, const Quat& rotation, const Vec3& natural, const Vec3& omega);

}  // namespace poise
