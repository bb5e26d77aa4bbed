#include "math/tree_matrix.hpp"

#include <numeric>

#include "math/tree_factor.hpp"
#include "testing/random_tree.hpp"

using namespace poise;

namespace {

bool is_above(const TreeMatrix& H, int a, int b) {
  for (int i = H.nodes()[static_cast<std::size_t>(b)].parent; i >= 0; i = H.nodes()[static_cast<std::size_t>(i)].parent)
    if (i == a) return true;
  return false;
}

// Entry by entry from the definition, by rows.
MatX by_definition(const TreeMatrix& H) {
  MatX D = MatX::Zero(H.size(), H.size());
  for (int a = 0; a < static_cast<int>(H.nodes().size()); ++a) {
    const TreeNode& node = H.nodes()[static_cast<std::size_t>(a)];
    D.block(node.first, node.first, node.size, node.size) = H.own(node);
    for (int b = 0; b < static_cast<int>(H.nodes().size()); ++b) {
      const TreeNode& other = H.nodes()[static_cast<std::size_t>(b)];
      if (!is_above(H, a, b)) continue;
      const MatX far =
          H.omega.middleCols(node.first, node.size).transpose() * H.beta.middleCols(other.first, other.size);
      D.block(node.first, other.first, node.size, other.size) = far;
      D.block(other.first, node.first, other.size, node.size) = far.transpose();
    }
  }
  return D + H.squares() * H.weights().asDiagonal() * H.squares().transpose();
}

}  // namespace

TEST("a matrix over a tree: products and diagonal are those of its entries") {
  test::Dice dice;
  TreeMatrix H = test::random_tree(dice, 9);
  test::fill(dice, 3, H);
  const MatX D = by_definition(H);
  CHECK_NEAR(H.dense(), D, 1e-13);
  CHECK_NEAR(H.diagonal(), VecX(D.diagonal()), 1e-13);
  TreeMatrix sum = H, bare = test::random_tree(dice, 0);
  sum.add(H, 0.5);
  CHECK_NEAR(sum.dense(), MatX(1.5 * D), 1e-12);
  CHECK(!bare.exists() && !H.is_uniform());
}

TEST("a matrix over a tree in variables of another order and scale") {
  test::Dice dice;
  TreeMatrix H = test::random_tree(dice, 7);
  test::fill(dice, 2, H);
  const MatX D = by_definition(H);
  const int n = H.size();
  std::vector<int> place(static_cast<std::size_t>(n));
  std::iota(place.begin(), place.end(), 0);
  std::reverse(place.begin(), place.end());
  const VecX scale = VecX::LinSpaced(n, 0.5, 2.0);
  MatX P = MatX::Zero(n, n);  // rows = P · variables
  for (int i = 0; i < n; ++i) {
    const int variable = place[static_cast<std::size_t>(i)];
    P(i, variable) = scale[variable];
  }
  H.take(place, scale);
  CHECK_NEAR(H.dense(), MatX(P.transpose() * D * P), 1e-12);
  TreeMatrix unit = H;
  unit.add(H, -1.0);
  VecX diagonal = VecX::LinSpaced(n, 1.0, 2.0);
  unit.add_diagonal(diagonal);
  CHECK_NEAR(unit.diagonal(), diagonal, 1e-12);
}

TEST("only a multiple of the unit matrix is uniform") {
  test::Dice dice;
  TreeMatrix H = test::random_tree(dice, 5);
  H.add_diagonal(VecX::Constant(H.size(), 0.3));
  CHECK(H.is_uniform());
  TreeMatrix other = H;
  other.entry(other.size() - 1, other.size() - 1) += 0.1;
  CHECK(!other.is_uniform());
  H.beta(1, 2) = 0.1;
  CHECK(!H.is_uniform());
}

TEST("a factorisation over a tree solves, and counts negative eigenvalues") {
  test::Dice dice;
  for (int trial = 0; trial < 60; ++trial) {
    TreeMatrix H = test::random_tree(dice, 3 + trial % 9);
    test::fill(dice, 0, H);
    const double shift = dice.uniform(0.0, 8.0);
    const MatX D = by_definition(H) + shift * MatX::Identity(H.size(), H.size());
    TreeFactor factor;
    const int negative = factor.factorise(H, shift);
    const VecX eigenvalues = Eigen::SelfAdjointEigenSolver<MatX>(D).eigenvalues();
    if (eigenvalues.cwiseAbs().minCoeff() < 1e-3) continue;
    CHECK(negative == (eigenvalues.array() < 0.0).count());
    const VecX wanted = test::random_matrix(dice, H.size(), 1);
    VecX x = wanted;
    factor.solve(x);
    CHECK_NEAR(D * x, wanted, 1e-7);
  }
}

TEST("a singular pivot is refused") {
  test::Dice dice;
  TreeMatrix H = test::random_tree(dice, 4);
  TreeFactor factor;
  CHECK(factor.factorise(H, 0.0) == -1);
  CHECK(factor.factorise(H, 1.0) == 0);
}
