// What the levels of a hierarchy want of a step, and what holds them.
#pragma once

#include <cstdint>

#include "math/rotation.hpp"

namespace poise {

// The rows of one level.
struct LevelRows {
  MatX Jt;                    // n × m; column i is row i of J
  VecX e;                     // wanted J v; of an inequality, what it lacks (0 inside)
  VecX low, high;             // low ≤ J v ≤ high wanted; equal for equalities; empty when all rows are equalities
  VecX diagonal;              // not empty: J is the diagonal matrix of these n numbers; Jt is not used
  double damping = 0.0;       // λ²
  bool second_order = false;  // whether the second-order model (`curvature`) counts
  MatX curvature;             // C, n × n
  MatX allowed_Jt;            // as Jt, less the joints that shall not help; empty: all may help
};

// What a level lacks after a step, by its own rows.
VecX lacking(const LevelRows& level, const VecX& v);
// The norm of it, curvature included where the level is bent.
double predicted_residual(const LevelRows& level, const VecX& v);
// J ᵀ of a level, whichever way it is kept.
MatX rows_of(const LevelRows& level);

enum class Side : std::int8_t { kNone = 0, kLower = -1, kUpper = 1 };

// A bound that the active set holds: its side, and the level whose multiplier holds it.
struct ActiveBound {
  Side side = Side::kNone;
  int level = 0;
};

// What the freedom that all levels leave should do: minimise g · v + ½ vᵀ B v.
struct Objective {
  VecX gradient;  // empty: nothing is preferred
  MatX hessian;   // positive semidefinite; empty: `stiffness` times the unit matrix
  double stiffness = 1.0;
  double damping = 0.0;  // λ²
};

}  // namespace poise
