#include "math/dense.hpp"

#include <algorithm>
#include <cmath>

#include "math/factor_positive.hpp"
#include "math/lanes.hpp"
#include "math/small_solve.hpp"

namespace poise {

namespace {

constexpr Eigen::Index kMostOfOurOwn = 128;  // rows: larger ones outgrow fast memory, and are factorised in blocks

}  // namespace

bool cholesky(MatX& A) {
  if (A.cols() > kMostOfOurOwn) return Eigen::LLT<Eigen::Ref<MatX>>(A).info() == Eigen::Success;
  return factor_positive(A.data(), static_cast<int>(A.cols()), static_cast<int>(A.rows()));
}

void solve_lower(const MatX& L, VecX& x) { L.triangularView<Eigen::Lower>().solveInPlace(x); }

void solve_lower_transposed(const MatX& L, VecX& x) { L.triangularView<Eigen::Lower>().transpose().solveInPlace(x); }

void solve_lower(const MatX& L, MatX& X) { L.triangularView<Eigen::Lower>().solveInPlace(X); }

VecX solve_positive(MatX A, VecX b) {
  cholesky(A);
  solve_lower(A, b);
  solve_lower_transposed(A, b);
  return b;
}

VecX solve_symmetric(const MatX& A, const VecX& b) { return A.ldlt().solve(b); }

Vec3 solve_symmetric(const Mat3& A, const Vec3& b) {
  SmallSystem<3> system(3);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j <= i; ++j) system.A(i, j) = A(i, j);
    system.b(i) = b[i];
  }
  system.solve_pivoted();
  return {system.b(0), system.b(1), system.b(2)};
}

PivotedFactors pivoted_factors(const MatX& A) {
  const Eigen::LDLT<MatX> factors(A);
  return {factors.transpositionsP().transpose() * MatX(factors.matrixL()), factors.vectorD()};
}

Spectrum spectrum(const MatX& A) {
  const Eigen::SelfAdjointEigenSolver<MatX> found(A);
  return {found.eigenvalues(), found.eigenvectors(), found.info() == Eigen::Success};
}

VecX least_squares(const MatX& A, const VecX& b) { return A.colPivHouseholderQr().solve(b); }

VecX least_norm(const MatX& A, const VecX& b) { return least_norm(A, MatX(b)); }

MatX least_norm(const MatX& A, const MatX& B) { return A.completeOrthogonalDecomposition().solve(B); }

MatX spanning_columns(const MatX& A, double least) {
  const Eigen::ColPivHouseholderQR<MatX> qr(A);
  Eigen::Index rank = 0;
  while (rank < std::min(A.rows(), A.cols()) && std::abs(qr.matrixQR()(rank, rank)) > least) ++rank;
  return MatX(qr.householderQ()).leftCols(rank);
}

void triangularise(MatX& A, VecX& b) {
  const auto m = static_cast<int>(A.rows()), n = static_cast<int>(A.cols());
  VecX h(m);  // of the reflection that leaves one entry of a column, from its own row on
  for (int k = 0; k < n; ++k) {
    const double length = A.col(k).tail(m - k).norm();
    if (length == 0.0) continue;
    const double alpha = A(k, k) > 0.0 ? -length : length, beta = 1.0 / (length * length - alpha * A(k, k));
    for (int i = k; i < m; ++i) h[i] = A(i, k);
    h[k] -= alpha;
    A.col(k).tail(m - k).setZero();
    A(k, k) = alpha;
    for (int j = k + 1; j < n; ++j) reflect_one(&h[k], beta, m - k, &A(k, j));
    reflect_one(&h[k], beta, m - k, &b[k]);
  }
  A.conservativeResize(n, n);
  b.conservativeResize(n);
}

RowSolution solve_rows(const MatX& A, const VecX& b, double threshold) {
  Eigen::CompleteOrthogonalDecomposition<MatX> found;
  found.setThreshold(threshold);
  found.compute(A);
  const auto rank = static_cast<int>(found.rank());
  return {found.transpose().solve(b), rank, MatX(found.householderQ()).rightCols(A.rows() - rank)};
}

SingularValues singular_values(const MatX& A) {
  const Eigen::JacobiSVD<MatX> found(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
  return {found.singularValues(), found.matrixU(), found.matrixV()};
}

}  // namespace poise
