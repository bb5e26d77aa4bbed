#include "math/polyhedron.hpp"

#include <algorithm>
#include <cmath>

#include "math/dense.hpp"

namespace poise {

namespace {

// min |E u − f| with u_i ≥ 0 except where `free`. Returns u. (Lawson & Hanson's NNLS; free entries never leave.)
VecX least_squares_nonnegative(const MatX& E, const VecX& f, const std::vector<bool>& free) {
  const Eigen::Index m = E.cols();
  std::vector<bool> passive(free);
  VecX u = VecX::Zero(m);
  const auto solve_passive = [&] {
    std::vector<Eigen::Index> columns;
    for (Eigen::Index i = 0; i < m; ++i) {
      if (passive[static_cast<std::size_t>(i)]) columns.push_back(i);
    }
    VecX full = VecX::Zero(m);
    if (columns.empty()) return full;
    MatX sub(E.rows(), static_cast<Eigen::Index>(columns.size()));
    for (std::size_t j = 0; j < columns.size(); ++j) sub.col(static_cast<Eigen::Index>(j)) = E.col(columns[j]);
    const VecX z = least_squares(sub, f);
    for (std::size_t j = 0; j < columns.size(); ++j) full[columns[j]] = z[static_cast<Eigen::Index>(j)];
    return full;
  };
  u = solve_passive();
  for (Eigen::Index round = 0; round < 3 * m + 30; ++round) {
    const VecX gradient = E.transpose() * (f - E * u);
    Eigen::Index enter = -1;
    double most = 1e-13;
    for (Eigen::Index i = 0; i < m; ++i) {
      if (!passive[static_cast<std::size_t>(i)] && gradient[i] > most * std::max(1.0, E.col(i).norm())) {
        most = gradient[i];
        enter = i;
      }
    }
    if (enter < 0) break;
    passive[static_cast<std::size_t>(enter)] = true;
    VecX z = solve_passive();
    for (;;) {
      double step = 1.0;
      for (Eigen::Index i = 0; i < m; ++i) {
        const auto s = static_cast<std::size_t>(i);
        if (passive[s] && !free[s] && z[i] <= 0.0 && u[i] > z[i]) step = std::min(step, u[i] / (u[i] - z[i]));
      }
      if (step >= 1.0) break;
      u += step * (z - u);
      for (Eigen::Index i = 0; i < m; ++i) {
        const auto s = static_cast<std::size_t>(i);
        if (passive[s] && !free[s] && u[i] <= 1e-15) {
          passive[s] = false;
          u[i] = 0.0;
        }
      }
      z = solve_passive();
    }
    u = z;
  }
  return u;
}

}  // namespace

void Polyhedron::add(const VecX& row, double bound, bool is_equality) {
  const Eigen::Index m = rows.rows();
  rows.conservativeResize(m + 1, row.size());
  bounds.conservativeResize(m + 1);
  rows.row(m) = row.transpose();
  bounds[m] = bound;
  equality.push_back(is_equality);
}

NearestPoint nearest_point(const Polyhedron& polyhedron, const VecX& from) {
  const Eigen::Index m = polyhedron.rows.rows(), n = polyhedron.rows.cols();
  // Rows are scaled to unit length, so that one tolerance fits all.
  MatX rows = polyhedron.rows;
  VecX lack(m);
  for (Eigen::Index i = 0; i < m; ++i) {
    const double length = rows.row(i).norm();
    rows.row(i) /= length;
    lack[i] = polyhedron.bounds[i] / length - rows.row(i).dot(from);
  }
  MatX E(n + 1, m);
  E.topRows(n) = rows.transpose();
  E.row(n) = lack.transpose();
  VecX f = VecX::Zero(n + 1);
  f[n] = 1.0;
  const VecX u = least_squares_nonnegative(E, f, polyhedron.equality);
  const VecX residual = E * u - f;

  NearestPoint result;
  for (Eigen::Index i = 0; i < m; ++i) {
    if (std::abs(u[i]) > 1e-12) result.active.push_back(static_cast<int>(i));
  }
  result.exists = residual.norm() > 1e-9;
  if (!result.exists) return result;
  // The active rows hold with equality: solving for them directly gives the point to full precision.
  MatX active(static_cast<Eigen::Index>(result.active.size()), n);
  VecX wanted(active.rows());
  for (Eigen::Index i = 0; i < active.rows(); ++i) {
    const int row = result.active[static_cast<std::size_t>(i)];
    active.row(i) = rows.row(row);
    wanted[i] = lack[row];
  }
  result.point = from;
  if (active.rows() > 0) result.point += least_norm(active, wanted);
  return result;
}

}  // namespace poise
