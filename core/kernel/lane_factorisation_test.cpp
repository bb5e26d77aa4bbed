// The parts of the quick way: rows in lanes, their order, and what comes after them.
#include "kernel/lane_factorisation.hpp"

#include "kernel/last_objective.hpp"
#include "testing/check.hpp"

using namespace poise;

namespace {

// All rows are equalities, and there are no bounds.
QuickBounds unbounded(const std::vector<LevelRows>& levels) {
  static const Bounds kNone;
  QuickBounds bounds;
  bounds.start(kNone, levels, levels.size());
  return bounds;
}

constexpr int kDofs = 11;

MatX random(test::Dice& dice, int rows, int columns) {
  return MatX::NullaryExpr(rows, columns, [&] { return dice.uniform(-1.0, 1.0); });
}

std::vector<LevelRows> levels(test::Dice& dice) {
  std::vector<LevelRows> all(2);
  for (LevelRows& level : all) {
    level.Jt = random(dice, kDofs, 3);
    level.e = random(dice, 3, 1);
  }
  return all;
}

// Both levels in their lanes, and what comes last.
bool factorise(const std::vector<LevelRows>& rows, const LastObjective& last, LaneOrder& order,
               LaneFactorisation& factors) {
  CHECK(order.arrange(rows, 2, unbounded(rows), ActiveSet(), last.number(), last.irrelevant(), kDofs));
  factors.unreduced().setZero(order.stride(), kDofs);
  factors.unreduced().topRows(3) = rows[0].Jt.transpose();
  factors.unreduced().middleRows(3, 3) = rows[1].Jt.transpose();
  if (last.exists()) last.write(order.target_lane(), factors.unreduced());
  factors.start();
  return factors.reduce(order.groups(), order.rows()) == nullptr;
}

// The coordinates at which all rows have what they want.
VecX served(const std::vector<LevelRows>& rows, const LaneFactorisation& factors) {
  VecX missing = VecX::Zero(factors.stride()), y(6);
  missing.head(3) = rows[0].e;
  missing.segment(3, 3) = rows[1].e;
  for (int r = 0; r < 6; ++r) {
    y[r] = missing[factors.pivot(r)] / factors.lanes(r)[factors.pivot(r)];
    factors.subtract(y[r], r, 0, missing);
  }
  return y;
}

}  // namespace

TEST("rows in lanes: coordinates to steps and back, and all rows served") {
  test::Dice dice;
  const std::vector<LevelRows> rows = levels(dice);
  LaneOrder order;
  LaneFactorisation factors;
  CHECK(factorise(rows, LastObjective(), order, factors));
  const VecX y = served(rows, factors), v = factors.to_step(y, 6);
  CHECK_NEAR(rows[0].Jt.transpose() * v, rows[0].e, 1e-12);
  CHECK_NEAR(rows[1].Jt.transpose() * v, rows[1].e, 1e-12);
  CHECK_NEAR(factors.to_coordinates(v).head(6), y, 1e-13);
}

TEST("rows in lanes: multipliers combine them to the opposite of a gradient") {
  test::Dice dice;
  const std::vector<LevelRows> rows = levels(dice);
  LaneOrder order;
  LaneFactorisation factors;
  CHECK(factorise(rows, LastObjective(), order, factors));
  const VecX g = rows[0].Jt * random(dice, 3, 1) + rows[1].Jt * random(dice, 3, 1);
  VecX mu = factors.to_coordinates(g).head(6);
  factors.multipliers(6, mu);
  VecX sum = g;
  for (int r = 0; r < 6; ++r) {
    const int row = factors.pivot(r);
    sum += mu[r] * rows[static_cast<std::size_t>(row / 3)].Jt.col(row % 3);
  }
  CHECK_NEAR(sum, VecX(VecX::Zero(kDofs)), 1e-12);
}

TEST("rows in lanes that depend on each other, or nearly, are refused") {
  test::Dice dice;
  std::vector<LevelRows> rows = levels(dice);
  rows[1].Jt.col(1) = rows[0].Jt.col(2) + 1e-7 * rows[1].Jt.col(1);
  LaneOrder order;
  LaneFactorisation factors;
  CHECK(!factorise(rows, LastObjective(), order, factors));
}

TEST("bounds stand ahead of their level, equalities ahead of all") {
  test::Dice dice;
  const std::vector<LevelRows> rows = levels(dice);
  ActiveSet active;
  active.clear(4);
  active.hold({3, Side::kLower, 1});
  active.hold({0, Side::kUpper, 2});
  active.hold({1, Side::kUpper, 0, true});
  LaneOrder order;
  CHECK(order.arrange(rows, 2, unbounded(rows), active, 2, 1, kDofs));
  const std::vector<RowGroup>& groups = order.groups();
  CHECK(groups.size() == 5 && order.rows() == 9);
  CHECK(groups[0].bound == 2 && groups[1].level == 0 && groups[2].bound == 0 && groups[3].level == 1);
  CHECK(groups[4].bound == 1 && groups[4].lane == 6 + 1 + 1 + 1);    // rows, t, U, then the bounds as they are held
  CHECK(!order.arrange(rows, 2, unbounded(rows), active, 2, 1, 8));  // nine rows for eight degrees of freedom
}

TEST("what comes last goes to its target in the null space of the rows, in what matters to it") {
  test::Dice dice;
  const std::vector<LevelRows> rows = levels(dice);
  LevelRows posture;
  posture.diagonal = VecX::Constant(kDofs, 0.6);
  posture.diagonal[1] = posture.diagonal[4] = 0.0;
  posture.e = random(dice, kDofs, 1).col(0).cwiseProduct(posture.diagonal);
  LastObjective last;
  CHECK(last.take(posture, 2));
  LaneOrder order;
  LaneFactorisation factors;
  CHECK(factorise(rows, last, order, factors));
  const VecX y = served(rows, factors);
  VecX v;
  last.complete(factors, order.target_lane(), y, v);
  CHECK_NEAR(rows[1].Jt.transpose() * v, rows[1].e, 1e-12);
  // At the optimum the gradient is a combination of the rows, whose coordinates `gradient` gives.
  const VecX g = posture.diagonal.cwiseProduct(posture.diagonal.cwiseProduct(v) - posture.e);
  const VecX turned = factors.to_coordinates(g);
  CHECK_NEAR(turned.tail(kDofs - 6), VecX(VecX::Zero(kDofs - 6)), 1e-7);
  CHECK_NEAR(last.gradient(factors, order.target_lane(), y, v), turned.head(6), 1e-7);
}

TEST("what comes last must weigh all degrees of freedom alike, but for a few") {
  LevelRows posture;
  posture.diagonal = VecX::Ones(40);
  posture.e = VecX::Zero(40);
  LastObjective last;
  posture.diagonal[3] = 2.0;
  CHECK(!last.take(posture, 0));
  posture.diagonal.setOnes();
  posture.diagonal.head(LastObjective::kMostIrrelevant + 1).setZero();
  last.clear();
  CHECK(!last.take(posture, 0));
}
