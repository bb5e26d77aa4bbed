// Solving a limb: the swivels that all limits allow, the choice among them, and what to say when there are none.
#pragma once

#include "limb/limb_family.hpp"

namespace poise {

// Why a goal is not reached.
enum class Verdict : int {
  kReached,
  kTooFar,
  kTooNear,
  kHinge,     // the hinge would have to bend beyond its limits
  kRoot,      // the shoulder's limits leave no swivel
  kEnd,       // the wrist's do
  kTogether,  // each leaves some, but no common one
  kCoupled,   // couplings leave none
};

// One branch of a family: which of the two ways of either group, and the swivels it allows.
struct FamilyArcs {
  int root_family = 0, end_family = 0;
  ArcSet arcs;
};

struct Allowed {
  std::vector<FamilyArcs> ways;  // none of them empty
  ArcSet all;                    // their union
  Verdict verdict = Verdict::kReached;
};

Allowed allowed_swivels(const LimbStance& stance, const SwivelFamily& family);

struct LimbChoice {
  double swivel = 0.0;  // wanted: the nearest allowed one is taken
  bool middle = false;  // or the middle of the widest interval
  double second = 0.0;  // wanted ψ or θ: likewise
  bool limits = true;
  int branch = -1;       // 0, 1, or −1 for the preferred one that works
  bool closest = false;  // the second angle as near to the wanted one as can be, not the nearest of many
};

// Of the whole limb, in the order of Limb::slots.
inline constexpr int kMostNumbers = 9;

struct LimbAnswer {
  Verdict verdict = Verdict::kReached;
  bool certain = false;  // not reached, and proven that nothing is better
  double lack = 0.0;     // metres by which a goal is out of reach
  int branch = 0;
  double swivel = 0.0, second = 0.0, hinge = 0.0;
  Quat root, end;
  Vec3 root_natural, end_natural;
  Vec3 elbow;  // world
  std::array<double, kMostNumbers> stored{};
};

// The pose of a family at a swivel; the first of the ways that allow it, or the first that exists.
LimbAnswer answer_at(const LimbStance& stance, const SwivelFamily& family, const Allowed* allowed, double swivel);

// The closed-form answer for one value of the second angle. When the goal is not reached, the nearest that the first
// branch gives without regard to limits: a start for a search, not an answer.
LimbAnswer solve_at(const LimbStance& stance, const LimbGoal& goal, const LimbChoice& choice, double second);

// The swivel that the limb has now about the axis of such goals: to the site when they hold the wrist, else to the
// wrist.
double present_swivel(const LimbStance& stance, GoalKind kind);

}  // namespace poise
