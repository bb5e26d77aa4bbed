#include "kernel/diagonal_level.hpp"

#include "math/dense.hpp"

namespace poise {

bool is_uniform(const VecX& diagonal) {
  const double most = diagonal.maxCoeff();
  return most > 0.0 && (diagonal.array() == 0.0 || diagonal.array() == most).all();
}

MatX irrelevant_directions(const VecX& diagonal) {
  const Eigen::Index n = diagonal.size();
  MatX U = MatX::Zero(n, (diagonal.array() == 0.0).count());
  Eigen::Index m = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    if (diagonal[i] == 0.0) U(i, m++) = 1.0;
  }
  return U;
}

void serve_uniform_diagonal(const LevelRows& level, const Reflections& Q, const MatX& reduced_U, VecX& y) {
  const int n = Q.size(), left = n - Q.count();
  const double weight = level.diagonal.maxCoeff();
  VecX wanted = y;  // t, less what the coordinates of the levels above make of it
  wanted.tail(left).setZero();
  Q.unapply(wanted);
  for (int i = 0; i < n; ++i) wanted[i] = level.diagonal[i] > 0.0 ? level.e[i] / weight - wanted[i] : 0.0;
  Q.apply(wanted);
  auto tail = y.tail(left);
  tail = wanted.tail(left);
  if (reduced_U.cols() == 0) return;
  const auto At = reduced_U.bottomRows(left);  // Aᵀ
  MatX small = -(At.transpose() * At);
  small.diagonal().array() += 1.0 + kSingular;
  tail += At * solve_positive(small, At.transpose() * tail);
}

}  // namespace poise
