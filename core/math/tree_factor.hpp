// A factorisation of a matrix over a tree, its squares left out, in O(n).
//
// Node by node from the leaves, what lies beyond a node is eliminated. Of it, the nodes above feel only how far they
// turn it, φ = Σ ω v: the least of ½ vᵀ H v over all beyond is ½ φᵀ P φ. For node a with the block B, its own ω and β
// and P̄ = Σ P of what hangs on it,
//
//   M = B + ωᵀ P̄ ω,   N = β + P̄ ω,   P = P̄ − N M⁻¹ Nᵀ
//
// (a Riccati recursion; rigid bodies' articulated inertias are another: Featherstone 2008, 7.2). The M are the pivots
// of a block L D Lᵀ: H has as many negative eigenvalues as they have.
#pragma once

#include "math/tree_matrix.hpp"

namespace poise {

class TreeFactor {
 public:
  // Of H + shift · 1. How many eigenvalues are negative; −1 when a pivot is singular and nothing can be solved.
  int factorise(const TreeMatrix& H, double shift);
  // x ← (H + shift)⁻¹ x, in variables. H must be there still.
  void solve(Eigen::Ref<VecX> x) const;

 private:
  template <int D>
  bool eliminate(const TreeNode& node, double shift, Mat3& P, int& negative);
  template <int D>
  void up(const TreeNode& node, VecX& v, Eigen::Ref<Vec3> felt) const;
  template <int D>
  void down(const TreeNode& node, VecX& v, Eigen::Ref<Vec3> turned) const;

  const TreeMatrix* H_ = nullptr;
  MatX inverse_;           // M⁻¹, columns of the blocks
  Eigen::Matrix3Xd gain_;  // N M⁻¹, a column by row
};

}  // namespace poise
