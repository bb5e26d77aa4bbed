// One level in the null space of others, by each of the ways in which a level can be served.
#include "kernel/level_solver.hpp"

#include "kernel/diagonal_level.hpp"
#include "testing/check.hpp"

using namespace poise;

namespace {

constexpr int kDofs = 9;

MatX random(test::Dice& dice, int rows, int columns) {
  return MatX::NullaryExpr(rows, columns, [&] { return dice.uniform(-1.0, 1.0); });
}

LevelRows level(const MatX& Jt, const VecX& e) {
  LevelRows rows;
  rows.Jt = Jt;
  rows.e = e;
  return rows;
}

// A level of rows above, served, and the one below it in its null space.
struct Two {
  RowFactorisation factors;
  LevelSolver solver;
  VecX y = VecX::Zero(kDofs);

  VecX step(const LevelRows& above, Subproblem below) {
    factors.clear(kDofs);
    Subproblem first = subproblem_of(above, 0, false);
    serve(first, false);
    serve(below, true);
    VecX v = y;
    factors.reflections().unapply(v);
    return v;
  }
  void serve(Subproblem& problem, bool shared) {
    const int rank = factors.rank();
    solver.load(problem, factors, rank);
    solver.stage(factors, rank);
    solver.serve(problem, factors, shared, y);
  }
};

// Columns that span the null space of rows.
MatX null_space(const MatX& Jt) {
  const Eigen::HouseholderQR<MatX> qr(Jt);
  return MatX(qr.householderQ()).rightCols(Jt.rows() - Jt.cols());
}

// The minimum of g · v + ½ vᵀ H v from a step on, in a null space, by its normal equations.
VecX minimum(const MatX& H, const VecX& g, const VecX& from, const MatX& Z) {
  return from - Z * (Z.transpose() * H * Z).ldlt().solve(Z.transpose() * (g + H * from));
}

VecX least_norm(const LevelRows& rows) { return rows.Jt * (rows.Jt.transpose() * rows.Jt).ldlt().solve(rows.e); }

}  // namespace

TEST("rows below are served in the null space, damped or not") {
  test::Dice dice;
  const LevelRows above = level(random(dice, kDofs, 3), random(dice, 3, 1));
  LevelRows below = level(random(dice, kDofs, 4), random(dice, 4, 1));
  const MatX Z = null_space(above.Jt);
  const VecX from = least_norm(above), missing = below.e - below.Jt.transpose() * from;
  const VecX exact = from + Z * (below.Jt.transpose() * Z).completeOrthogonalDecomposition().solve(missing);
  CHECK_NEAR(Two().step(above, subproblem_of(below, 1, true)), exact, 1e-12);
  // Damping counts from where the levels above have gone.
  below.damping = 0.3;
  const MatX H = below.Jt * below.Jt.transpose() + 0.3 * MatX::Identity(kDofs, kDofs);
  const VecX damped = from + minimum(H, -below.Jt * missing, VecX::Zero(kDofs), Z);
  CHECK_NEAR(Two().step(above, subproblem_of(below, 1, true)), damped, 1e-12);
}

TEST("a quadratic objective goes to its minimum in the null space, a uniform one as well") {
  test::Dice dice;
  const LevelRows above = level(random(dice, kDofs, 3), random(dice, 3, 1));
  const MatX root = random(dice, kDofs, kDofs), Z = null_space(above.Jt);
  Objective dense{random(dice, kDofs, 1), root * root.transpose(), 1.0, 0.0, {}};
  Objective plain{dense.gradient, {}, 1.7, 0.0, {}};
  CHECK_NEAR(Two().step(above, subproblem_of(dense, 1)), minimum(dense.hessian, dense.gradient, least_norm(above), Z),
             1e-9);
  const MatX H = 1.7 * MatX::Identity(kDofs, kDofs);
  CHECK_NEAR(Two().step(above, subproblem_of(plain, 1)), minimum(H, plain.gradient, least_norm(above), Z), 1e-12);
}

TEST("a model that is not convex is shifted until it is, and remembers by how much") {
  test::Dice dice;
  Reflections Q;
  Q.clear(kDofs);
  QuadraticModel model;
  Quadratic f;
  f.gradient = random(dice, kDofs, 1);
  f.hessian = random(dice, kDofs, 1).col(0).asDiagonal();
  f.hessian(0, 0) = -0.9;
  model.reduce(f.hessian, Q, 0);
  model.stage(Q, 0);
  VecX y = VecX::Zero(kDofs);
  model.minimise(f, Q, 0, kDofs, y);
  CHECK(f.shift > 0.9 && f.shift < 6.0);
  CHECK(f.gradient.dot(y) < 0.0);
  CHECK_NEAR((f.hessian + f.shift * MatX::Identity(kDofs, kDofs)) * y, VecX(-f.gradient), 1e-9);
}

TEST("curved directions span what a matrix is curved in; concave ones are told") {
  test::Dice dice;
  const MatX root = random(dice, 6, 2);
  bool concave = true;
  const MatX curved = curved_directions(root * root.transpose(), 1e-9, concave);
  CHECK(!concave && curved.cols() == 2);
  CHECK_NEAR(curved * curved.householderQr().solve(root), root, 1e-9);
  curved_directions(-root * root.transpose(), 1e-9, concave);
  CHECK(concave);
}

TEST("a uniform diagonal level comes as near to its target as the rows above allow, in what matters to it") {
  test::Dice dice;
  const LevelRows above = level(random(dice, kDofs, 3), random(dice, 3, 1));
  LevelRows posture;
  posture.diagonal = VecX::Constant(kDofs, 0.6);
  posture.diagonal[1] = posture.diagonal[4] = 0.0;
  posture.e = random(dice, kDofs, 1).col(0).cwiseProduct(posture.diagonal);
  CHECK(is_uniform(posture.diagonal) && irrelevant_directions(posture.diagonal).cols() == 2);
  const Subproblem problem = subproblem_of(posture, 1, true);
  CHECK(problem.kind == Subproblem::Kind::kUniformDiagonal);
  const MatX H = posture.diagonal.cwiseAbs2().asDiagonal();
  const VecX g = -posture.diagonal.cwiseProduct(posture.e);
  CHECK_NEAR(Two().step(above, problem), minimum(H, g, least_norm(above), null_space(above.Jt)), 1e-6);
}

TEST("a level with allowed joints moves no others, where no level above is there to make up for") {
  test::Dice dice;
  LevelRows rows = level(random(dice, kDofs, 3), random(dice, 3, 1));
  rows.allowed_Jt = rows.Jt;
  rows.allowed_Jt.bottomRows(4).setZero();
  const LevelRows nothing = level(MatX(kDofs, 0), VecX(0));
  const VecX v = Two().step(nothing, subproblem_of(rows, 1, true));
  CHECK_NEAR(v.tail(4), VecX(VecX::Zero(4)), 1e-15);
  CHECK_NEAR(rows.Jt.transpose() * v, rows.e, 1e-12);
}

TEST("one bound more by itself is the same as all bounds again") {
  test::Dice dice;
  const LevelRows rows = level(random(dice, kDofs, 4), random(dice, 4, 1));
  Objective objective{random(dice, kDofs, 1), MatX::Identity(kDofs, kDofs) * 2.0, 1.0, 0.0, {}};
  objective.hessian(0, 1) = objective.hessian(1, 0) = 0.5;
  for (Subproblem problem : {subproblem_of(rows, 0, true), subproblem_of(objective, 0)}) {
    RowFactorisation factors;
    factors.clear(kDofs);
    LevelSolver grown, anew;
    grown.load(problem, factors, 0);
    grown.stage(factors, 0);
    anew.load(problem, factors, 0);
    Eigen::Map<VecX>(factors.more(1), kDofs) = VecX::Unit(kDofs, 2);
    factors.adopt_bound(0);
    grown.add_row(factors);
    anew.stage(factors, 0);
    const RowFactorisation::Mark held = factors.mark();
    VecX a = VecX::Zero(kDofs), b = a;
    grown.serve(problem, factors, true, a);
    factors.rewind(held);
    anew.serve(problem, factors, true, b);
    CHECK_NEAR(a, b, 1e-12);
  }
}
