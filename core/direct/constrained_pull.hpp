// Constraints while dragging, by Lagrange multipliers (Welman 5.2).
//
// Of all motions w that keep the constraints, J w = b and low ≤ N w ≤ high, the one nearest to what the pull wants, w₀:
// w = w₀ + Jᵀλ + Nᵀμ, the multipliers being the forces with which constraints and limits hold (eq. 5.5, in variables in
// which K = 1). Where Welman takes the truncated singular values of J K Jᵀ, whose condition is that of J squared, this
// takes a complete orthogonal decomposition of the rows themselves: constraints that say nothing new carry no force,
// and of those that contradict each other the least squares are kept. Limits that contradict them go before.
#pragma once

#include <Eigen/QR>
#include <vector>

#include "kernel/bounds.hpp"
#include "kernel/level_rows.hpp"

namespace poise {

// Constraints of one pose, decomposed once for all motions from there, and for corrections along its chords.
class HeldRows {
 public:
  // Rows as columns, n × m.
  void read(const MatX& Jt);

  int rank() const { return static_cast<int>(decomposition_.rank()); }
  // What of a motion changes no constraint.
  VecX free_part(const VecX& w) const;
  // The shortest motion that changes them by b, in least squares.
  VecX correction(const VecX& b) const;
  // All motions that change none, as columns.
  MatX free_motions() const;

 private:
  Eigen::Index variables_ = 0;
  std::vector<Eigen::Index> touched_;  // variables that some row changes
  MatX rows_;                          // over these
  Eigen::CompleteOrthogonalDecomposition<MatX> decomposition_;
};

// Rows as columns, with what is wanted of them.
struct ConstraintRows {
  MatX Jt;  // n × m
  VecX b;   // wanted J w
  MatX Nt;  // n × k: limits, and inequalities of tasks
  VecX low, high;
};

struct ConstrainedMotion {
  VecX w;
  int rank = 0;       // of the equalities
  bool done = false;  // constraints and limits can both be kept, and are
};

ConstrainedMotion nearest_motion(const VecX& w0, const ConstraintRows& rows);

}  // namespace poise
