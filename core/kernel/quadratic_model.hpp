// The quadratic model of a second-order level, or of a dense objective, in the null space of what stands above it.
//
//   f(v) = g · v + ½ vᵀ H v        in the coordinates y = Qᵀ v:  Qᵀ H Q, of which only what lies in the null space
//   counts
//
// For a second-order (Newton) level H = JᵀJ + C, C being the curvature of its own errors and, by their Lagrange
// multipliers, of everything that holds it (cf. Pfeiffer, Escande & Rapetti's Newton method for hierarchies, 2018). H
// may be indefinite; then it is shifted by a multiple of the unit matrix until it is positive (Nocedal & Wright 2006,
// 3.4). Only the lower halves of symmetric matrices are kept up to date.
#pragma once

#include "kernel/quadratic.hpp"
#include "kernel/row_factorisation.hpp"

namespace poise {

class QuadraticModel {
 public:
  // There is none.
  void clear() { base_.resize(0, 0); }
  // H in the null space of the first `rank` rows of a factorisation: those of the levels above.
  void reduce(const MatX& hessian, const Reflections& Q, int rank);
  // And in what the rows after these leave of it: the bounds that the level holds.
  void stage(const Reflections& Q, int rank);
  // One bound more is held, the newest row of the factorisation.
  void add_row(const Reflections& Q);

  // min f + ½ λ² |Δv|² over the coordinates [first, first + rank), those before being y and those behind zero.
  void minimise(Quadratic& f, const Reflections& Q, int first, int rank, VecX& y);

  // The model in the null space that all rows leave; the staged one goes along. `restage`: from H, as it has changed.
  void into_null_space(const MatX& hessian, const Reflections& Q, bool restage, MatX& reduced);

 private:
  void reflect(MatX& model, const Reflections& Q, int from, int to);
  void reflect_by_one(MatX& model, const Reflections& Q, int reflector, int first);

  MatX base_, staged_;     // reduced by the levels above, and by the bounds held as well
  int staged_rank_ = 0;    // reflectors that the staged one has seen
  MatX turned_, shifted_;  // room to work in
  VecX slope_;             // ∇f where the coordinates to be found are zero, in the coordinates y
  VecX room_;              // for reflections from both sides
};

// The columns of L for those d of L D Lᵀ = A that exceed `least`: directions in which a model is curved. `concave`:
// whether some d is below −least.
MatX curved_directions(const MatX& A, double least, bool& concave);

}  // namespace poise
