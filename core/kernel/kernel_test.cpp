#include "kernel/kernel.hpp"

#include "testing/check.hpp"

using namespace poise;

namespace {

struct Case {
  std::vector<LevelRows> levels;
  Bounds bounds;
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
    BoundRow& bound = c.bounds.add({k});
    c.bounds.factor(bound.begin) = 1.0;
    bound.lower = -room * dice.uniform(0.0, 1.0);
    bound.upper = room * dice.uniform(0.0, 1.0);
  }
  std::vector<int> all;
  for (int k = 0; k < n; ++k) all.push_back(k);
  for (int i = 0; i < 3; ++i) {
    BoundRow& bound = c.bounds.add(all);
    const VecX row = random(dice, n, 1).col(0).normalized();
    for (int k = 0; k < n; ++k) c.bounds.factor(bound.begin + k) = row[k];
    bound.upper = room * dice.uniform(0.0, 1.0);
  }
  return c;
}

VecX solved(const Case& c, std::size_t count) {
  Kernel kernel;
  std::vector<LevelRows> levels = c.levels;
  std::vector<ActiveBound> active(c.bounds.size());
  return kernel.step(levels, count, c.bounds, active, {});
}

double residual(const LevelRows& level, const VecX& v) { return (level.Jt.transpose() * v - level.e).norm(); }

bool inside(const Case& c, const VecX& v, double slack) {
  for (std::size_t i = 0; i < c.bounds.size(); ++i) {
    const double value = c.bounds.value(i, v);
    if (value > c.bounds[i].upper + slack || value < c.bounds[i].lower - slack) return false;
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

TEST("a lenient inequality holds the levels below but not its own") {
  Case c;
  c.levels.resize(2);
  c.levels[0].Jt = MatX::Zero(3, 2);
  c.levels[0].Jt.col(0) << 1.0, 1.0, 0.0;  // wanted at 1, and of the second row at most 0.2
  c.levels[0].Jt.col(1) << 0.0, 1.0, 1.0;
  c.levels[0].e = c.levels[0].low = VecX::Zero(2);
  c.levels[0].e[0] = c.levels[0].low[0] = 1.0;
  c.levels[0].low[1] = -1e300;
  c.levels[0].high = VecX::Zero(2);
  c.levels[0].high << 1e300, 0.2;
  c.levels[1].Jt = MatX::Zero(3, 1);
  c.levels[1].Jt.col(0) << 0.0, 0.0, 1.0;
  c.levels[1].e = VecX::Constant(1, 1.0);
  c.levels[0].lenient = {1};
  const VecX own = solved(c, 1), both = solved(c, 2);
  CHECK_NEAR(own, Vec3(0.5, 0.5, 0.0), 1e-12);  // the shortest way, over the bound
  CHECK_NEAR(both[2], 1.0, 1e-12);              // which is broken, and binds nobody
  c.levels[0].high[1] = 0.6;
  const VecX held = solved(c, 2);
  CHECK_NEAR(held[0] + held[1], 1.0, 1e-12);
  CHECK_NEAR(held[1] + held[2], 0.6, 1e-9);  // it holds, and the level below stops there
}

TEST("a dependent row and a row of nothing are harmless") {
  test::Dice dice;
  Case c = make(dice, 6, {3, 3}, 10.0);
  c.levels[0].Jt.col(1) = c.levels[0].Jt.col(0);
  c.levels[1].Jt.col(2).setZero();
  CHECK(solved(c, 2).allFinite());
}

TEST("the objective moves only what the levels leave free, and goes as far as it wants there") {
  test::Dice dice;
  for (int trial = 0; trial < 20; ++trial) {
    Case c = make(dice, 8, {3}, 1e6);
    const VecX goal = random(dice, 8, 1).col(0);
    const MatX root = random(dice, 8, 8);
    Objective plain{-goal, {}, 1.0, 0.0, {}};
    Objective dense{-(root * root.transpose()) * goal, root * root.transpose(), 1.0, 0.0, {}};
    for (const Objective* objective : {&plain, &dense}) {
      Kernel kernel;
      std::vector<ActiveBound> active(c.bounds.size());
      const VecX v = kernel.step(c.levels, 1, c.bounds, active, *objective);
      CHECK(kernel.freedom() == 5);
      CHECK_NEAR(c.levels[0].Jt.transpose() * v, c.levels[0].e, 1e-12);
      // What it still wants must be across the freedom: a combination of the level's rows.
      const VecX slope = objective == &plain ? VecX(v - goal) : VecX(root * root.transpose() * (v - goal));
      const VecX rest = slope - c.levels[0].Jt * c.levels[0].Jt.householderQr().solve(slope);
      CHECK_NEAR(rest, VecX(VecX::Zero(8)), 1e-9);
    }
  }
}

TEST("a diagonal last level is served as its rows are, few degrees of freedom left out or none") {
  test::Dice dice;
  for (int trial = 0; trial < 60; ++trial) {
    Case rows = make(dice, 9, {3, 2, 0}, trial % 2 == 0 ? 1e6 : 0.4);
    Case diagonal = rows;
    VecX roots = VecX::Constant(9, 0.7);
    for (int k = 0; k < trial % 4; ++k) roots[2 * k] = 0.0;
    const VecX wanted = random(dice, 9, 1).col(0).cwiseProduct((roots.array() > 0.0).cast<double>().matrix());
    rows.levels[2].Jt = roots.asDiagonal();
    rows.levels[2].e = diagonal.levels[2].e = wanted;
    diagonal.levels[2].diagonal = roots;
    diagonal.levels[2].Jt.resize(9, 0);
    const VecX a = solved(rows, 3), b = solved(diagonal, 3);
    CHECK(inside(diagonal, b, 1e-9));
    CHECK_NEAR(residual(rows.levels[2], a), residual(rows.levels[2], b), 1e-7);
    CHECK_NEAR(residual(rows.levels[0], a), residual(rows.levels[0], b), 1e-9);
    if (trial % 4 == 0) CHECK_NEAR(a, b, 1e-6);
  }
}

TEST("the chord repeats the step for other errors of the same levels") {
  test::Dice dice;
  Case c = make(dice, 12, {4, 3, 3}, 1e6);
  Kernel kernel;
  std::vector<ActiveBound> active(c.bounds.size());
  kernel.step(c.levels, 3, c.bounds, active, {});
  for (LevelRows& level : c.levels) level.e = random(dice, static_cast<int>(level.e.size()), 1).col(0);
  const VecX v = kernel.again(c.levels, 2, VecX());
  CHECK_NEAR(v, solved(c, 2), 1e-10);
}

namespace {

// Every level's curvature is a given matrix.
struct Given : CurvatureSource {
  MatX C;
  void add_curvature(std::size_t, const Multipliers&, MatX& curvature) override { curvature = C; }
};

}  // namespace

TEST("a second-order level goes to the minimum of its model and keeps every curved direction") {
  test::Dice dice;
  for (int trial = 0; trial < 20; ++trial) {
    Case c = make(dice, 8, {2, 2, 3}, 1e6);
    const MatX root = random(dice, 8, 3);
    Given source;
    source.C = root * root.transpose();
    c.levels[1].second_order = true;
    Kernel kernel;
    std::vector<ActiveBound> active(c.bounds.size());
    std::vector<LevelRows> levels = c.levels;
    const VecX all = kernel.step(levels, 3, c.bounds, active, {}, &source);
    const VecX upper = kernel.step(levels, 2, c.bounds, active, {}, &source);
    CHECK_NEAR(residual(c.levels[0], all), 0.0, 1e-10);
    CHECK_NEAR(predicted_residual(levels[1], all), predicted_residual(levels[1], upper), 1e-7);
    const MatX H = c.levels[1].Jt * c.levels[1].Jt.transpose() + source.C;
    const VecX slope = H * all - c.levels[1].Jt * c.levels[1].e;  // active by the first level's rows alone
    const VecX rest = slope - c.levels[0].Jt * c.levels[0].Jt.householderQr().solve(slope);
    CHECK_NEAR(rest, VecX(VecX::Zero(8)), 1e-6);
  }
}

TEST("levels below one whose step is cut need not be served: the cut step is the same") {
  test::Dice dice;
  int shorter = 0;
  for (int trial = 0; trial < 20; ++trial) {
    Case c = make(dice, 8, {2, 2, 2}, trial % 2 == 0 ? 1e6 : 0.1);
    const MatX root = random(dice, 8, 2);
    Given source;
    source.C = root * root.transpose();
    c.levels[0].second_order = true;
    std::vector<ActiveBound> active(c.bounds.size()), others = active;
    std::vector<LevelRows> levels = c.levels, same = c.levels;
    Kernel whole, part;
    const double radius = 0.5 * whole.step(levels, 1, c.bounds, active, {}, &source).cwiseAbs().maxCoeff();
    whole.step(levels, 3, c.bounds, active, {}, &source);
    part.step(same, 3, c.bounds, others, {}, &source, radius);
    CHECK_NEAR(part.within(radius), whole.within(radius), 1e-9);
    shorter += part.rounds() < whole.rounds() ? 1 : 0;
  }
  CHECK(shorter > 0);
}

TEST("multipliers say how the rows above hold a second-order level back") {
  test::Dice dice;
  struct Asked : CurvatureSource {
    std::vector<VecX> shares;
    void add_curvature(std::size_t, const Multipliers& multipliers, MatX&) override { shares = multipliers.levels; }
  } source;
  Case c = make(dice, 8, {3, 4}, 1e6);
  c.levels[1].second_order = true;
  Kernel kernel;
  std::vector<ActiveBound> active(c.bounds.size());
  kernel.step(c.levels, 2, c.bounds, active, {}, &source);
  const VecX slope = -(c.levels[1].Jt * c.levels[1].e);
  CHECK_NEAR(VecX(-c.levels[0].Jt.householderQr().solve(slope)), source.shares[0], 1e-9);
}
