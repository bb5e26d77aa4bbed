#include "kernel/row_factorisation.hpp"

#include "testing/check.hpp"

using namespace poise;

namespace {

MatX random(test::Dice& dice, int rows, int columns) {
  return MatX::NullaryExpr(rows, columns, [&] { return dice.uniform(-1.0, 1.0); });
}

// Adds rows (columns of Jt) as a level.
RowBlock add(const MatX& Jt, int level, RowFactorisation& factors) {
  const auto m = static_cast<int>(Jt.cols());
  double* columns = factors.more(m);
  Eigen::Map<MatX>(columns, factors.size(), m) = Jt;
  factors.reflections().apply(columns, factors.size(), m, 0, factors.rank());
  return factors.adopt(m, level);
}

}  // namespace

TEST("coordinates decided row after row give every independent row the value it wants") {
  test::Dice dice;
  const MatX first = random(dice, 9, 3), second = random(dice, 9, 4);
  const VecX wanted = random(dice, 7, 1);
  RowFactorisation factors;
  factors.clear(9);
  add(first, 0, factors);
  add(second, 1, factors);
  CHECK(factors.rank() == 7 && factors.null_space() == 2);
  VecX y = VecX::Zero(9);
  for (int i = 0; i < 7; ++i) {
    const RowOwner owner = factors.owner(i);
    CHECK((owner.level == 0) == (i < 3));
    y[i] = factors.decided(i, wanted[3 * owner.level + owner.row], y);
  }
  factors.reflections().unapply(y);
  CHECK_NEAR(first.transpose() * y, wanted.head(3), 1e-12);
  CHECK_NEAR(second.transpose() * y, wanted.tail(4), 1e-12);
}

TEST("rows that depend on earlier ones, or say nothing, decide no coordinate") {
  test::Dice dice;
  MatX rows = random(dice, 6, 4);
  rows.col(2) = rows.col(0) - 2.0 * rows.col(1);
  rows.col(3).setZero();
  RowFactorisation factors;
  factors.clear(6);
  CHECK(add(rows, 0, factors).rank == 2);
  Eigen::Map<VecX>(factors.more(1), 6) = rows.col(2);
  CHECK(factors.adopt_bound(5) == -1);
  const RowFactorisation::Mark mark = factors.mark();
  Eigen::Map<VecX>(factors.more(1), 6) = VecX::Unit(6, 3);
  CHECK(factors.adopt_bound(5) == 2);
  CHECK(factors.owner(2).level == RowOwner::kBound && factors.owner(2).row == 5);
  factors.rewind(mark);
  CHECK(factors.rank() == 2);
}

TEST("multipliers combine the rows to the opposite of a gradient in their row space") {
  test::Dice dice;
  const MatX rows = random(dice, 8, 5);
  RowFactorisation factors;
  factors.clear(8);
  add(rows, 0, factors);
  const VecX g = rows * random(dice, 5, 1);
  VecX reduced = g, mu;
  factors.reflections().apply(reduced);
  factors.multipliers(reduced, 5, mu);
  VecX sum = g;
  for (int i = 0; i < 5; ++i) sum += mu[i] * rows.col(factors.owner(i).row);
  CHECK_NEAR(sum, VecX(VecX::Zero(8)), 1e-12);
}

TEST("rows chosen from a level can be numbered as the level numbers them") {
  test::Dice dice;
  RowFactorisation factors;
  factors.clear(5);
  add(random(dice, 5, 2), 3, factors);
  factors.renumber(3, {4, 7});
  CHECK(factors.owner(0).row + factors.owner(1).row == 11);
}
