#include "motion/key_rates.hpp"

namespace poise {

namespace {

// d_i
MatX speeds(const CurveKeys& keys) { return keys.way * keys.spans.cwiseInverse().asDiagonal(); }

// A tridiagonal system for many right-hand sides, rows of `right` (Thomas). It is diagonally dominant.
void solve_tridiagonal(const VecX& below, VecX diagonal, const VecX& above, MatX& right) {
  const Eigen::Index n = diagonal.size();
  for (Eigen::Index i = 1; i < n; ++i) {
    const double factor = below[i] / diagonal[i - 1];
    diagonal[i] -= factor * above[i - 1];
    right.col(i) -= factor * right.col(i - 1);
  }
  right.col(n - 1) /= diagonal[n - 1];
  for (Eigen::Index i = n - 2; i >= 0; --i) right.col(i) = (right.col(i) - above[i] * right.col(i + 1)) / diagonal[i];
}

}  // namespace

KeyRates shaped_rates(const CurveKeys& keys, const KeyShape& shape) {
  const Eigen::Index n = keys.count();
  const MatX d = speeds(keys);
  KeyRates rates{MatX::Zero(keys.ways(), n), MatX::Zero(keys.ways(), n), MatX()};
  for (Eigen::Index i = 1; i + 1 < n; ++i) {
    const double t = 1.0 - shape.tension[i], c = shape.continuity[i], b = shape.bias[i];
    const double share = t / (keys.spans[i - 1] + keys.spans[i]);
    const auto before = keys.way.col(i - 1), after = keys.way.col(i);
    rates.reached.col(i) = share * ((1.0 - c) * (1.0 + b) * before + (1.0 + c) * (1.0 - b) * after);
    rates.left.col(i) = share * ((1.0 + c) * (1.0 + b) * before + (1.0 - c) * (1.0 - b) * after);
  }
  const auto last = n - 1;
  if (n == 2) {
    rates.left.col(0) = rates.reached.col(1) = d.col(0);
  } else {
    rates.left.col(0) = 1.5 * d.col(0) - 0.5 * rates.reached.col(1);
    rates.reached.col(last) = 1.5 * d.col(last - 1) - 0.5 * rates.left.col(last - 1);
  }
  rates.reached.col(0) = rates.left.col(0);
  rates.left.col(last) = rates.reached.col(last);
  return rates;
}

KeyRates natural_rates(const CurveKeys& keys) {
  const Eigen::Index n = keys.count();
  const VecX& h = keys.spans;
  const MatX d = speeds(keys);
  VecX below = VecX::Ones(n), diagonal = VecX::Constant(n, 2.0), above = VecX::Ones(n);
  MatX right(keys.ways(), n);
  right.col(0) = 3.0 * d.col(0);
  right.col(n - 1) = 3.0 * d.col(n - 2);
  for (Eigen::Index i = 1; i + 1 < n; ++i) {  // divided by h_{i−1} + h_i, so that all rows are alike in size
    const double sum = h[i - 1] + h[i];
    below[i] = h[i] / sum;
    above[i] = h[i - 1] / sum;
    right.col(i) = 3.0 * (below[i] * d.col(i - 1) + above[i] * d.col(i));
  }
  solve_tridiagonal(below, diagonal, above, right);
  MatX bent = MatX::Zero(keys.ways(), n);
  for (Eigen::Index i = 1; i + 1 < n; ++i)
    bent.col(i) = (6.0 * d.col(i) - 4.0 * right.col(i) - 2.0 * right.col(i + 1)) / h[i];
  return {right, right, bent};
}

}  // namespace poise
