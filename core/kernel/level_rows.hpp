// What the levels want of a step, and what holds them: the types in which the kernel is asked and answers.
#pragma once

#include <cstdint>
#include <vector>

#include "math/tree_matrix.hpp"

namespace poise {

// The curvature of a level, n × n: dense, or over a tree where its form is known.
struct Curvature {
  MatX dense;
  TreeMatrix tree;

  bool exists() const { return dense.size() > 0 || tree.exists(); }
  double along(const VecX& v) const { return tree.exists() ? v.dot(tree.times(v)) : v.dot(dense * v); }
};

// The rows of one level.
struct LevelRows {
  MatX Jt;                    // n × m; column i is row i of J
  VecX e;                     // wanted J v; of an inequality, what it lacks (0 inside)
  VecX low, high;             // low ≤ J v ≤ high wanted; equal for equalities; empty when all rows are equalities
  std::vector<int> lenient;   // inequalities that, while they hold, bind the levels below but not this one
  VecX diagonal;              // not empty: J is the diagonal matrix of these n numbers; Jt is not used
  double damping = 0.0;       // λ²
  bool second_order = false;  // whether the second-order model (`curvature`) counts
  Curvature curvature;        // C
  MatX allowed_Jt;            // as Jt, zero for joints that are not allowed to move for it; empty: all are

  bool is_posture() const { return diagonal.size() > 0; }
};

// What a level lacks after a step, by its own rows.
VecX lacking(const LevelRows& level, const VecX& v);
// The norm of it; of a second-order level, its curvature included.
double predicted_residual(const LevelRows& level, const VecX& v);
// J ᵀ of a level, whichever way it is kept.
MatX rows_of(const LevelRows& level);

enum class Side : std::int8_t { kNone = 0, kLower = -1, kUpper = 1 };

// A bound of an active set: the side on which it is held, and the first level with a Lagrange multiplier for it.
struct ActiveBound {
  Side side = Side::kNone;
  int level = 0;
};

// What is minimised in the null space that all levels leave: g · v + ½ vᵀ B v.
struct Objective {
  VecX gradient;  // empty: nothing is preferred
  MatX hessian;   // positive semidefinite; empty: over a tree, or else `stiffness` times the unit matrix
  double stiffness = 1.0;
  double damping = 0.0;  // λ²
  TreeMatrix tree;       // B, where its form is known
  // The variables from the leaves of a tree to its root, where a dense Hessian has entries along the ways there only.
  std::vector<int> leaves_first = {};

  bool is_uniform() const { return hessian.size() == 0 && !tree.exists(); }
};

}  // namespace poise
