// What the levels of a hierarchy want of a step, and what holds them.
#pragma once

#include <cstdint>

#include "poise/rotation.hpp"

namespace poise {

// The rows of one level.
struct LevelRows {
  MatX Jt;               // n × m; column i is row i of J
  VecX e;                // wanted J v; of an inequality, what it lacks (0 inside)
  VecX low, high;        // low ≤ J v ≤ high wanted; equal for equalities; empty when all rows are equalities
  VecX roots;            // not empty: J is the diagonal matrix of these n numbers; Jt is not used
  double damping = 0.0;  // λ²
  bool bent = false;     // whether `curvature` counts
  MatX curvature;        // C, n × n
  MatX recruits;         // as Jt, less the joints that shall not help; empty: all may help
};

// What a level lacks after a step, by its own rows.
VecX lacking(const LevelRows& level, const VecX& v);
// The norm of it, curvature included where the level is bent.
double foretold(const LevelRows& level, const VecX& v);
// J ᵀ of a level, whichever way it is kept.
MatX rows_of(const LevelRows& level);

enum class Held : std::int8_t { kNo = 0, kLower = -1, kUpper = 1 };

// A bound that a level leans on.
struct Leaning {
  Held side = Held::kNo;
  int level = 0;
};

// What the freedom that all levels leave should do: minimise g · v + ½ vᵀ B v.
struct Pull {
  VecX gradient;  // empty: nothing is preferred
  MatX hessian;   // positive semidefinite; empty: `stiffness` times the unit matrix
  double stiffness = 1.0;
  double damping = 0.0;  // λ²
};

}  // namespace poise
