// Hessians over a tree: the kernel finds the same steps as with dense ones.
#include "kernel/tree_model.hpp"

#include "kernel/kernel.hpp"
#include "testing/random_tree.hpp"

using namespace poise;

namespace {

// The curvature of every level: dense, or over its tree.
struct Given : CurvatureSource {
  TreeMatrix tree, zero;
  bool dense = false;
  explicit Given(const TreeMatrix& C) : tree(C), zero(C.nodes()) {}
  void add_curvature(std::size_t, const Multipliers&, MatX& curvature) override { curvature = tree.dense(); }
  bool add_tree_curvature(std::size_t, const Multipliers&, TreeMatrix& curvature) override {
    curvature.add(tree, 1.0);
    return true;
  }
  const TreeMatrix* form() const override { return dense ? nullptr : &zero; }
};

struct Problem {
  std::vector<LevelRows> levels;
  Bounds bounds;
  Objective objective;
};

// Random levels of rows, and bounds so near that some are active.
Problem make(test::Dice& dice, int n, const std::vector<int>& rows, double room) {
  Problem p;
  for (const int m : rows) {
    p.levels.emplace_back();
    p.levels.back().Jt = test::random_matrix(dice, n, m);
    p.levels.back().e = test::random_matrix(dice, m, 1);
  }
  for (int k = 0; k < n; ++k) {
    BoundRow& bound = p.bounds.add({k});
    p.bounds.factor(bound.begin) = 1.0;
    bound.lower = -room * dice.uniform(0.1, 1.0);
    bound.upper = room * dice.uniform(0.1, 1.0);
  }
  return p;
}

struct Found {
  VecX v;
  std::vector<LevelRows> levels;
};

Found solved(const Problem& p, Given& source, bool dense) {
  source.dense = dense;
  Objective objective = p.objective;
  if (dense && objective.tree.exists()) {
    objective.hessian = objective.tree.dense();
    objective.tree = {};
  }
  Kernel kernel;
  Found found;
  found.levels = p.levels;
  std::vector<ActiveBound> active(p.bounds.size());
  found.v = kernel.step(found.levels, p.levels.size(), p.bounds, active, objective, &source);
  return found;
}

// Blocks that outweigh everything else: the matrix is positive.
TreeMatrix positive(test::Dice& dice, int nodes) {
  TreeMatrix H = test::random_tree(dice, nodes);
  test::fill(dice, 2, H);
  const VecX eigenvalues = Eigen::SelfAdjointEigenSolver<MatX>(H.dense()).eigenvalues();
  H.add_diagonal(VecX::Constant(H.size(), 0.5 - eigenvalues.minCoeff()));
  return H;
}

}  // namespace

TEST("an objective over a tree: the same step as with a dense one, with active bounds and without") {
  test::Dice dice;
  for (int trial = 0; trial < 40; ++trial) {
    const TreeMatrix H = positive(dice, 6);
    TreeMatrix none(H.nodes());
    Problem p = make(dice, H.size(), {3, 2}, trial % 2 == 0 ? 1e6 : 1.5);
    p.objective.gradient = test::random_matrix(dice, H.size(), 1);
    p.objective.tree = H;
    Given source(none);
    CHECK_NEAR(solved(p, source, false).v, solved(p, source, true).v, 1e-7);
  }
}

TEST("a second-order level over a tree: the same step as with a dense model, convex or not") {
  test::Dice dice;
  for (int trial = 0; trial < 40; ++trial) {
    TreeMatrix C = positive(dice, 6);
    if (trial % 4 == 3) C.add_diagonal(VecX::Constant(C.size(), -0.7));  // no longer convex, but where rows hold it
    Problem p = make(dice, C.size(), {3, 4}, trial % 2 == 0 ? 1e6 : 1.5);
    p.levels[1].second_order = true;
    p.levels[1].damping = 1e-3;
    Given source(C);
    const Found tree = solved(p, source, false), dense = solved(p, source, true);
    CHECK(tree.levels[1].curvature.tree.exists() && !dense.levels[1].curvature.tree.exists());
    const double a = predicted_residual(tree.levels[1], tree.v), b = predicted_residual(dense.levels[1], dense.v);
    if (trial % 4 == 3)
      CHECK_NEAR(a, b, 0.05 * (1.0 + b));  // shifts are found by steps, not alike
    else
      CHECK_NEAR(tree.v, dense.v, 1e-7);
  }
}

// A second-order level that is flat in some directions leaves those, and no others, to what comes after it.
TEST("what a second-order level over a tree is curved in is left alone by the objective") {
  test::Dice dice;
  for (int trial = 0; trial < 20; ++trial) {
    TreeMatrix C = test::random_tree(dice, 8);
    const int n = C.size();
    VecX curved = VecX::Zero(n);
    for (int k = 0; k < n; k += 2) curved[k] = dice.uniform(0.1, 2.0);
    C.add_diagonal(curved);
    Problem p = make(dice, n, {2, 3}, 1e6);
    p.levels[1].second_order = true;
    p.objective.gradient = test::random_matrix(dice, n, 1);
    p.objective.tree = TreeMatrix(C.nodes());
    p.objective.tree.add_diagonal(VecX::Constant(n, 1.3));
    Given source(C);
    const VecX found = solved(p, source, false).v;
    Problem alone = p;
    alone.objective = {};
    const VecX from = solved(alone, source, true).v;
    // By its normal equations, where no row and no curvature of the levels is changed.
    MatX held(n, 5 + (curved.array() > 0.0).count());
    held << p.levels[0].Jt, p.levels[1].Jt, MatX::Zero(n, held.cols() - 5);
    for (int k = 0, column = 5; k < n; ++k)
      if (curved[k] > 0.0) held(k, column++) = 1.0;
    const MatX Z = MatX(Eigen::HouseholderQR<MatX>(held).householderQ()).rightCols(n - held.cols());
    const MatX H = p.objective.tree.dense() + C.dense();
    const VecX slope = p.objective.gradient + H * from;
    const VecX expected = from - Z * (Z.transpose() * H * Z).ldlt().solve(Z.transpose() * slope);
    CHECK_NEAR(found, expected, 1e-6);
  }
}

TEST("a model that is positive only where rows allow steps is known as such") {
  test::Dice dice;
  TreeMatrix H = test::random_tree(dice, 5);
  H.add_diagonal(VecX::Ones(H.size()));
  H.entry(0, 0) = -2.0;
  Reflections Q;
  Q.clear(H.size());
  TreeModel model;
  CHECK(!model.is_positive(H, Q, 0.0));
  VecX held = VecX::Unit(H.size(), 0);
  Q.grow(held.data());
  CHECK(model.is_positive(H, Q, 0.0));
}
