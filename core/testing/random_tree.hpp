// Random matrices over random trees.
#pragma once

#include <algorithm>

#include "math/tree_matrix.hpp"
#include "testing/check.hpp"

namespace poise::test {

inline MatX random_matrix(Dice& dice, int rows, int columns) {
  return MatX::NullaryExpr(rows, columns, [&] { return dice.uniform(-1.0, 1.0); });
}

// Nodes of no to six rows; every third hangs on one far above it, the others on the one before.
inline TreeMatrix random_tree(Dice& dice, int nodes) {
  std::vector<TreeNode> tree;
  int first = 0;
  for (int i = 0; i < nodes; ++i) {
    const int parent = i % 3 == 2 ? i / 2 : i - 1, size = static_cast<int>(dice.uniform(0.0, 6.99));
    tree.push_back({parent, first, size});
    first += size;
  }
  return TreeMatrix(tree);
}

// Fills blocks, ω, β and some squares at random; the blocks are symmetric.
inline void fill(Dice& dice, int squares, TreeMatrix& H) {
  const int n = H.size();
  H.omega = random_matrix(dice, 3, n);
  H.beta = random_matrix(dice, 3, n);
  for (const TreeNode& node : H.nodes()) {
    const MatX root = random_matrix(dice, node.size, node.size);
    if (node.size > 0) H.block(node.first, node.first, node.size, node.size) = root + root.transpose();
  }
  for (int i = 0; i < squares; ++i) H.add_squares(random_matrix(dice, n, 1), i % 2 == 0 ? 0.7 : -0.4);
}

}  // namespace poise::test
