#include "kernel/cascade.hpp"

#include <algorithm>
#include <cmath>

#include "math/dense.hpp"

namespace poise {

namespace {

constexpr double kIncrement = 0.2;  // longest task increment, metres and radians: linear models end there
constexpr double kRank = 1e-6;      // directions of a Jacobian smaller than this share of the largest are none

// The rows that want something: equalities, and inequalities that are broken.
std::vector<Eigen::Index> wanting(const LevelRows& level) {
  std::vector<Eigen::Index> rows;
  for (Eigen::Index i = 0; i < level.e.size(); ++i) {
    if (level.low.size() == 0 || level.low[i] == level.high[i] || level.e[i] != 0.0) rows.push_back(i);
  }
  return rows;
}

MatX chosen(const MatX& Jt, const std::vector<Eigen::Index>& columns) {
  MatX out(Jt.rows(), static_cast<Eigen::Index>(columns.size()));
  for (Eigen::Index i = 0; i < out.cols(); ++i) out.col(i) = Jt.col(columns[static_cast<std::size_t>(i)]);
  return out;
}

// J⁺ Δx by damped least squares, JᵀJ + λ² with λ² = |Δx|: none is left where nothing is left to do.
VecX own_solution(const MatX& Jt, const VecX& e) {
  const double length = e.norm();
  if (length == 0.0) return VecX::Zero(Jt.rows());
  const VecX increment = e * std::min(1.0, kIncrement / length);
  MatX normal = Jt.transpose() * Jt;
  normal.diagonal().array() += std::max(1e-12, increment.norm());
  return Jt * solve_symmetric(normal, increment);
}

// Orthonormal columns for what Jt spans beyond the columns of `span`, appended to them.
void extend(MatX& span, const MatX& Jt) {
  const MatX beyond = Jt - span * (span.transpose() * Jt);
  const double least = kRank * std::max(1e-300, Jt.colwise().norm().maxCoeff());
  const MatX more = spanning_columns(beyond, least);
  span.conservativeResize(Eigen::NoChange, span.cols() + more.cols());
  span.rightCols(more.cols()) = more;
}

}  // namespace

VecX cascade_step(const std::vector<LevelRows>& levels, const VecX& preference) {
  const Eigen::Index n = preference.size();
  MatX span(n, 0);  // of all rows so far
  VecX v = VecX::Zero(n);
  const auto add_projected = [&](const VecX& x) { v += x - span * (span.transpose() * x); };
  for (const LevelRows& level : levels) {
    const std::vector<Eigen::Index> rows = wanting(level);
    if (rows.empty()) continue;
    const MatX Jt = chosen(rows_of(level), rows);
    add_projected(own_solution(level.allowed_Jt.cols() > 0 ? chosen(level.allowed_Jt, rows) : Jt, level.e(rows)));
    extend(span, Jt);
  }
  add_projected(preference);
  return v;
}

}  // namespace poise
