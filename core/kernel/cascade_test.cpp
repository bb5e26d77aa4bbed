#include "kernel/cascade.hpp"

#include "testing/check.hpp"

using namespace poise;

namespace {

LevelRows level(const MatX& J, const VecX& e) {
  LevelRows rows;
  rows.Jt = J.transpose();
  rows.e = e;
  return rows;
}

MatX random(Eigen::Index rows, Eigen::Index columns) {
  test::Dice dice;
  return MatX::NullaryExpr(rows, columns, [&] { return dice.uniform(-1.0, 1.0); });
}

// Jᵀ (J Jᵀ + λ²)⁻¹
MatX damped_inverse(const MatX& J, double damping) {
  const MatX normal = J * J.transpose() + damping * MatX::Identity(J.rows(), J.rows());
  return J.transpose() * normal.inverse();
}

MatX null_projector(const MatX& J) { return MatX::Identity(J.cols(), J.cols()) - damped_inverse(J, 0.0) * J; }

}  // namespace

TEST("a cascaded step is the sum of projected solutions") {
  const MatX all = random(5, 9);
  const MatX J1 = all.topRows(2), J2 = all.middleRows(2, 2), J3 = all.bottomRows(1);
  const VecX e1 = Vec2(0.01, 0.02), e2 = Vec2(-0.03, 0.01), e3 = VecX::Constant(1, 0.05);
  const VecX preference = random(9, 1);
  const VecX expected = damped_inverse(J1, e1.norm()) * e1 + null_projector(J1) * damped_inverse(J2, e2.norm()) * e2 +
                        null_projector(all.topRows(4)) * damped_inverse(J3, e3.norm()) * e3 +
                        null_projector(all) * preference;
  CHECK_NEAR(cascade_step({level(J1, e1), level(J2, e2), level(J3, e3)}, preference), expected, 1e-12);
}

TEST("cascaded levels below never move those above, even when rows repeat") {
  const MatX J1 = random(3, 6);
  const VecX e1 = VecX::Zero(3), e2 = VecX::Constant(3, 1.0);
  const VecX v = cascade_step({level(J1, e1), level(J1, e2)}, VecX::Ones(6));
  CHECK_NEAR(VecX(J1 * v), VecX(VecX::Zero(3)), 1e-12);
}

TEST("a cascaded inequality that holds wants nothing") {
  LevelRows kept = level(random(1, 4), VecX::Zero(1));
  kept.low = VecX::Constant(1, -1.0);
  kept.high = VecX::Constant(1, 1.0);
  CHECK_NEAR(cascade_step({kept}, VecX::Ones(4)), VecX(VecX::Ones(4)), 1e-15);
}
