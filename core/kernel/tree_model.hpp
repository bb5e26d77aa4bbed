// The quadratic model of a second-order level, or of an objective, whose Hessian is a matrix over a tree: the same
// minimum as quadratic_model.hpp finds, by the range-space method (Nocedal & Wright 2006, 16.2) and in O(n m²) for m
// rows above, where the dense way takes O(n³).
//
//   min s · d + ½ dᵀ (T + Σ w u uᵀ + σ) d   where Eᵀ d = 0, E: the m coordinates of y that are decided, orthonormal
//
//   ⎡T + σ   F⎤ ⎡d⎤   ⎡−s⎤
//   ⎣Fᵀ      C⎦ ⎣λ⎦ = ⎣ 0⎦   F = (U E),  C = diag(−1/w, 0);  S = C − Fᵀ (T + σ)⁻¹ F is small
//
// By the inertia of T + σ and of S together it is known whether the model is positive where d may go (Haynsworth).
#pragma once

#include "kernel/quadratic.hpp"
#include "math/dense.hpp"
#include "math/reflections.hpp"
#include "math/tree_factor.hpp"

namespace poise {

class TreeModel {
 public:
  // min f + ½ λ² |Δv|² over the coordinates that Q has not decided, those before being y. False when it cannot be done
  // exactly enough; y is as it was then.
  bool minimise(Quadratic& f, const Reflections& Q, VecX& y);
  // Whether the model is positive, with `shift` added, in the null space that Q leaves.
  bool is_positive(const TreeMatrix& H, const Reflections& Q, double shift);

 private:
  void gather(const TreeMatrix& H, const Reflections& Q);
  bool factorise(const TreeMatrix& H, double shift);
  bool solve(const TreeMatrix& H, double shift, const VecX& slope, VecX& d);
  void improve(const VecX& wanted, const VecX& small_wanted, VecX& d);

  TreeFactor factor_;
  MatX border_, solved_;  // F, and (T + σ)⁻¹ F
  VecX corner_;           // C
  Spectrum small_;        // of S, its rows and columns scaled to units
  VecX units_;
  VecX lambda_;
};

}  // namespace poise
