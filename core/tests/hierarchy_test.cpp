#include "poise/hierarchy.hpp"

#include "check.hpp"

using namespace poise;

namespace {

struct Case {
  std::vector<LevelRows> levels;
  std::vector<BoundRow> bounds;
};

MatX random(test::Dice& dice, int rows, int columns) {
  return MatX::NullaryExpr(rows, columns, [&] { return dice.uniform(-1.0, 1.0); });
}

Case make(test::Dice& dice, int n, std::vector<int> rows, double room) {
  Case c;
  for (const int m : rows) {
    LevelRows level;
    level.Jt = random(dice, n, m);
    level.e = random(dice, m, 1).col(0);
    c.levels.push_back(level);
  }
  for (int k = 0; k < n; ++k) {
    BoundRow bound;
    bound.dof = k;
    bound.lower = -room * dice.uniform(0.0, 1.0);
    bound.upper = room * dice.uniform(0.0, 1.0);
    c.bounds.push_back(bound);
  }
  for (int i = 0; i < 3; ++i) {
    BoundRow bound;
    bound.row = random(dice, n, 1).col(0).normalized();
    bound.upper = room * dice.uniform(0.0, 1.0);
    c.bounds.push_back(bound);
  }
  return c;
}

VecX solved(const Case& c, std::size_t count) {
  Hierarchy hierarchy;
  std::vector<Held> held(c.bounds.size(), Held::kNo);
  return hierarchy.step(c.levels, count, c.bounds, held, VecX());
}

double residual(const LevelRows& level, const VecX& v) { return (level.Jt.transpose() * v - level.e).norm(); }

bool inside(const Case& c, const VecX& v, double slack) {
  for (const BoundRow& b : c.bounds) {
    const double value = b.dof >= 0 ? v[b.dof] : b.row.dot(v);
    if (value > b.upper + slack || value < b.lower - slack) return false;
  }
  return true;
}

}  // namespace

TEST("without bounds the step is that of the projector recursion (Baerlocher 5.3.10)") {
  test::Dice dice;
  for (int trial = 0; trial < 50; ++trial) {
    const Case c = make(dice, 12, {4, 5, 6}, 1e6);
    VecX v = VecX::Zero(12);
    MatX projector = MatX::Identity(12, 12);
    for (const LevelRows& level : c.levels) {
      const MatX J = level.Jt.transpose() * projector;
      const Eigen::CompleteOrthogonalDecomposition<MatX> inverse = [&] {
        Eigen::CompleteOrthogonalDecomposition<MatX> cod;
        cod.setThreshold(1e-9);
        cod.compute(J);
        return cod;
      }();
      v += inverse.solve(level.e - level.Jt.transpose() * v);
      projector -= inverse.pseudoInverse() * J;
    }
    CHECK_NEAR(solved(c, 3), v, 1e-9);
  }
}

TEST("lower levels never change upper ones, bounds or not") {
  test::Dice dice;
  for (int trial = 0; trial < 200; ++trial) {
    const Case c = make(dice, 10, {3, 3, 3, 3}, dice.uniform(0.2, 2.0));
    for (std::size_t k = 1; k < 4; ++k) {
      const VecX all = solved(c, 4), upper = solved(c, k);
      CHECK(inside(c, all, 1e-9));
      CHECK(residual(c.levels[0], all) <= residual(c.levels[0], upper) + 1e-8);
    }
  }
}

TEST("inside the bounds no other step serves the first level better") {
  test::Dice dice;
  for (int trial = 0; trial < 60; ++trial) {
    const Case c = make(dice, 6, {4, 2}, 0.7);
    const VecX v = solved(c, 2);
    CHECK(inside(c, v, 1e-9));
    const double best = residual(c.levels[0], v);
    for (int s = 0; s < 400; ++s) {
      VecX other = v + dice.uniform(0.0, 0.5) * random(dice, 6, 1).col(0);
      if (inside(c, other, 0.0)) CHECK(residual(c.levels[0], other) >= best - 1e-9);
    }
  }
}

TEST("an inequality that holds binds the levels below it, and only them") {
  test::Dice dice;
  for (int trial = 0; trial < 100; ++trial) {
    Case c = make(dice, 8, {2, 3, 3}, 1e6);
    LevelRows& middle = c.levels[1];
    middle.e.setZero();
    middle.low = VecX::Constant(3, -0.05);
    middle.high = VecX::Constant(3, 0.05);
    const VecX v = solved(c, 3), above = solved(c, 1);
    CHECK(residual(c.levels[0], v) <= residual(c.levels[0], above) + 1e-9);
    CHECK(lacking(middle, v).norm() <= lacking(middle, solved(c, 2)).norm() + 1e-9);
  }
}

TEST("a dependent row and a row of nothing are harmless") {
  test::Dice dice;
  Case c = make(dice, 6, {3, 3}, 10.0);
  c.levels[0].Jt.col(1) = c.levels[0].Jt.col(0);
  c.levels[1].Jt.col(2).setZero();
  CHECK(solved(c, 2).allFinite());
}

TEST("the pull moves only what the levels leave free") {
  test::Dice dice;
  const Case c = make(dice, 8, {3}, 1e6);
  Hierarchy hierarchy;
  std::vector<Held> held(c.bounds.size(), Held::kNo);
  const VecX v = hierarchy.step(c.levels, 1, c.bounds, held, random(dice, 8, 1).col(0));
  CHECK(hierarchy.freedom() == 5);
  CHECK_NEAR(c.levels[0].Jt.transpose() * v, c.levels[0].e, 1e-12);
}
