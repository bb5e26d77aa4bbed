// Limits of the whole figure: how far a pose is outside, the nearest pose inside, and random poses inside.
//
// This folder is for joint limits and couplings of whole figures. It may know `body` and `math`; criteria, the solver,
// limbs and the bindings use it.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "body/coordinates.hpp"
#include "math/polyhedron.hpp"

namespace poise {

enum class LimitKind : int { kNone, kRange, kSwing, kTwist, kCoupling };

struct Violation {
  LimitKind kind = LimitKind::kNone;
  int index = -1;       // joint, or coupling
  int coordinate = 0;   // which range of an elbow
  double amount = 0.0;  // radians or metres; for a coupling, the distance to its plane
};

// The largest violation; kind kNone and amount 0 inside.
Violation worst_violation(const Figure& figure, const ConstVec& q);

// The nearest pose inside all limits, joint by joint: the limb is projected orthogonally on the sphere and turned there
// by a direct rotation, then the twist it has there (induced twist included) is brought into its range (Baerlocher
// 3.7.2). When couplings are then left, the coupled joints go to the nearest point that satisfies couplings and limits
// at once, measured in their natural coordinates. With `start`, a valid pose, the midpoint rule for concave limits
// applies (3.7.3): a limb whose way to its new direction is blocked halfway stops at the nearest allowed point to the
// middle of that way.
VecX clamp(const Figure& figure, const ConstVec& q, const VecX* start = nullptr);

// The same for one joint alone, couplings aside, in place.
void clamp_joint(const Joint& joint, const VecX* start, VecX& q);
// The same without a start, where a joint is outside its limits at all; how far it was.
double bring_inside(const Joint& joint, VecX& q);

// Couplings and ranges over the natural coordinates of the joints they involve.
struct CoupledSpace {
  Polyhedron polyhedron;
  std::vector<std::pair<int, Eigen::Index>> joints;  // those joints, and the column of their first coordinate
  std::vector<int> coordinates;                      // natural coordinate of every column
  std::vector<int> couplings;                        // coupling of every row, −1 for a range
};
CoupledSpace coupled_space(const Figure& figure);
CoupledSpace coupled_space(const Figure& figure, const std::vector<int>& couplings);  // of some of them

// A pose inside the limits, from `rest` (whose free joints are kept) and a seed: same seed, same pose.
VecX random_pose(const Figure& figure, const ConstVec& rest, std::uint64_t seed);

}  // namespace poise
