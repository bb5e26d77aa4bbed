// A symmetric matrix over a tree, kept by what it is made of: a product with it costs O(n).
//
// Its rows belong to nodes, each of which hangs on an earlier one or on nothing. For rows k and l of nodes a and b,
//
//   H_kl = a block of its own   a = b
//          ω_k · β_l            a above b, and the same the other way round
//          0                    neither above the other
//   H ← H + Σ w u uᵀ            for a few vectors u
//
// Second derivatives of what a figure does to a point have this form: what stands nearer to the root turns (ω) what
// lies beyond it (a semiseparable matrix: Vandebril, Van Barel & Mastronardi 2008). So have matrices of single joints.
// The variables that it is multiplied with may stand in another order than the rows, and be scaled: see `take`.
#pragma once

#include <vector>

#include "math/rotation.hpp"

namespace poise {

struct TreeNode {
  int parent;       // −1: none
  int first, size;  // its rows
};

class TreeMatrix {
 public:
  static constexpr int kMostRows = 6;  // of a node

  TreeMatrix() = default;
  // Zero; ω and variables as the rows are.
  explicit TreeMatrix(std::vector<TreeNode> nodes);

  bool exists() const { return !nodes_.empty(); }
  int size() const { return static_cast<int>(place_.size()); }
  const std::vector<TreeNode>& nodes() const { return nodes_; }
  const std::vector<int>& place() const { return place_; }  // variable of a row

  // By rows: a part of the block of a node, as Eigen's `block`; ω and β, a column each.
  auto block(int row, int column, int rows, int columns) {
    return blocks_.block(row - first_[static_cast<std::size_t>(column)], column, rows, columns);
  }
  auto own(const TreeNode& node) const { return blocks_.block(0, node.first, node.size, node.size); }
  double& entry(int row, int column) { return blocks_(row - first_[static_cast<std::size_t>(column)], column); }
  Eigen::Matrix3Xd omega, beta;
  // By variables: Σ w u uᵀ, a column each.
  const MatX& squares() const { return squares_; }
  const VecX& weights() const { return weights_; }
  void add_squares(const MatX& u, double weight);

  // From rows to variables: row i is that of variable place[i], which is measured in units of scale[place[i]].
  void take(const std::vector<int>& place, const VecX& scale);

  // Another one over the same tree, and with the same ω unless one of them has β = 0.
  void add(const TreeMatrix& other, double factor);
  // Σ over variables, diagonally.
  void add_diagonal(const VecX& by_variable);

  VecX times(const VecX& v) const;
  VecX diagonal() const;
  // Whether it is a multiple of the unit matrix.
  bool is_uniform() const;
  MatX dense() const;

 private:
  std::vector<TreeNode> nodes_;
  std::vector<int> first_, place_;  // by row: the first row of its node, its variable
  MatX blocks_;                     // columns of the blocks, kMostRows × n
  MatX squares_;
  VecX weights_;
};

}  // namespace poise
