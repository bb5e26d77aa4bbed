// A quadratic function of the step, with a dense Hessian or with one over a tree.
#pragma once

#include "math/tree_matrix.hpp"

namespace poise {

// What is minimised, in the step v: g · v + ½ vᵀ H v.
struct Quadratic {
  VecX gradient;         // g
  MatX hessian;          // H; empty: there is none, or it is the tree's
  TreeMatrix tree;       // H, where its form is known
  VecX start;            // a step near the minimum, from which damping counts; empty: zero. A tree's only
  double damping = 0.0;  // λ²
  double shift = 0.0;    // what had to be added to H the last time to make it positive

  bool exists() const { return hessian.size() > 0 || tree.exists(); }
  VecX slope(const VecX& v) const {
    if (tree.exists()) return gradient + tree.times(v);
    return gradient + hessian * v;
  }
};

// How the Hessian of a model is made positive: by adding multiples of the unit matrix, larger and larger ones. They
// begin at a millionth of the largest curvature and grow by a factor each (cf. Nocedal & Wright 2006, algorithm 3.3,
// which takes 1e-3 and 2). Forty of them span thirty decades: more than any model needs.
constexpr double kFirstShift = 1e-6, kMoreShift = 6.0;
constexpr int kShifts = 40;
constexpr double kConcave = 1e-6;   // of the largest curvature: what is less concave counts as flat (by trial)
constexpr double kRegular = 1e-14;  // of the largest curvature, added in any case
constexpr double kPoorShare =
    0.5;  // of the reduction that one curvature predicted: a step that gains less by another is poor
constexpr double kFlat = 1e-12;  // a model whose largest curvature is smaller is scaled as if it had this one

}  // namespace poise
