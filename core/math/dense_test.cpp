#include "math/dense.hpp"

#include "math/small_solve.hpp"
#include "testing/check.hpp"
#include "testing/random_tree.hpp"

using namespace poise;

namespace {

// Symmetric, of a rank, with eigenvalues of both signs unless it shall be positive.
MatX symmetric(test::Dice& dice, int size, int rank, bool positive) {
  const MatX B = test::random_matrix(dice, size, rank);
  VecX signs = VecX::Ones(rank);
  if (!positive) signs.head(rank / 2) *= -1.0;
  return B * signs.asDiagonal() * B.transpose();
}

VecX solved_small(const MatX& A, const VecX& b, bool pivoted, bool& positive) {
  const auto n = static_cast<int>(b.size());
  SmallSystem<7> system(n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) system.A(i, j) = A(i, j);
    system.b(i) = b[i];
  }
  if (pivoted) {
    system.solve_pivoted();
  } else {
    positive = system.solve();
  }
  VecX x(n);
  for (int i = 0; i < n; ++i) x[i] = system.b(i);
  return x;
}

}  // namespace

TEST("symmetric systems of every size are solved, whatever their signs") {
  test::Dice dice;
  for (int n = 1; n <= 7; ++n) {
    const VecX b = test::random_matrix(dice, n, 1);
    bool positive = false;
    const MatX A = symmetric(dice, n, n + 2, true), mixed = symmetric(dice, n, n, false);
    CHECK_NEAR(A * solve_positive(A, b), b, 1e-8);
    CHECK_NEAR(A * solved_small(A, b, false, positive), b, 1e-8);
    CHECK(positive);
    CHECK_NEAR(mixed * solve_symmetric(mixed, b), b, 1e-6);
    CHECK_NEAR(mixed * solved_small(mixed, b, true, positive), b, 1e-6);
    solved_small(-A, b, false, positive);
    CHECK(!positive);
    MatX negative = -A;
    CHECK(!cholesky(negative));
  }
}

TEST("where a small system says the same twice, one of its solutions is found") {
  test::Dice dice;
  for (int n = 2; n <= 7; ++n) {
    MatX A = symmetric(dice, n, n + 1, true);
    A.row(n - 1) = A.row(0);
    A.col(n - 1) = A.col(0);
    A(n - 1, n - 1) = A(0, 0);
    const VecX b = A * VecX::Ones(n);
    bool positive = false;
    CHECK_NEAR(A * solved_small(A, b, true, positive), b, 1e-6);
  }
  bool positive = false;
  CHECK_NEAR(solved_small(MatX::Zero(3, 3), VecX::Zero(3), true, positive), VecX::Zero(3), 0.0);
}

TEST("L D Lᵀ and V Λ Vᵀ are the matrix again") {
  test::Dice dice;
  const MatX A = symmetric(dice, 6, 6, false);
  const PivotedFactors factors = pivoted_factors(A);
  CHECK_NEAR(factors.L * factors.D.asDiagonal() * factors.L.transpose(), A, 1e-9);
  const Spectrum modes = spectrum(A);
  CHECK(modes.found);
  CHECK_NEAR(modes.vectors * modes.values.asDiagonal() * modes.vectors.transpose(), A, 1e-9);
}

TEST("a triangle keeps every length, with columns of zeros and with dependent ones") {
  test::Dice dice;
  MatX A = test::random_matrix(dice, 9, 4);
  A.col(1).setZero();
  A.col(3) = 2.0 * A.col(0);
  const VecX b = test::random_matrix(dice, 9, 1);
  MatX R = A;
  VecX s = b;
  triangularise(R, s);
  CHECK(R.rows() == 4 && R.cols() == 4 && s.size() == 4);
  CHECK_NEAR(R.transpose() * R, A.transpose() * A, 1e-13);
  CHECK_NEAR(R.transpose() * s, A.transpose() * b, 1e-13);
  for (int j = 0; j < 4; ++j) CHECK(R.col(j).tail(3 - j).isZero(0.0));
}

TEST("rows that say the same count once, and what lies across them changes none") {
  test::Dice dice;
  MatX A = test::random_matrix(dice, 6, 3);
  A.col(2) = A.col(0) - A.col(1);
  const VecX wanted = A.transpose() * VecX::Ones(6);
  const RowSolution found = solve_rows(A, wanted, 1e-9);
  CHECK(found.rank == 2 && found.across.cols() == 4);
  CHECK_NEAR(A.transpose() * found.x, wanted, 1e-13);
  CHECK_NEAR(A.transpose() * found.across, MatX::Zero(3, 4), 1e-13);
  CHECK_NEAR(found.across.transpose() * found.across, MatX::Identity(4, 4), 1e-13);
  CHECK_NEAR(found.across.transpose() * found.x, VecX::Zero(4), 1e-13);
  CHECK_NEAR(least_norm(MatX(A.transpose()), wanted), found.x, 1e-12);
  CHECK(spanning_columns(A, 1e-9).cols() == 2);
}
