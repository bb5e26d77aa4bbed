#include "kernel/last_objective.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/diagonal_level.hpp"
#include "math/small_solve.hpp"

namespace poise {

void LastObjective::clear() {
  number_ = -1;
  irrelevant_.clear();
}

void LastObjective::take(const Objective& objective, int number) {
  number_ = number;
  stiffness_ = objective.stiffness;
  aim_at(objective.gradient);
}

bool LastObjective::take(const LevelRows& posture, int number) {
  if (!is_uniform(posture.diagonal)) return false;
  number_ = number;
  const double weight = posture.diagonal.maxCoeff();
  stiffness_ = weight * weight;
  const auto n = static_cast<int>(posture.diagonal.size());
  for (int i = 0; i < n; ++i) {
    if (posture.diagonal[i] == 0.0) irrelevant_.push_back(i);
  }
  if (irrelevant_.size() > kMostIrrelevant) return false;
  aim_at(posture);
  return true;
}

void LastObjective::aim_at(const LevelRows& posture) {
  target_ = posture.e / std::sqrt(stiffness_);
  for (const int dof : irrelevant_) target_[dof] = 0.0;
}

void LastObjective::write(int lane, MatX& unreduced) const {
  unreduced.row(lane) = target_.transpose();
  for (const int dof : irrelevant_) unreduced(++lane, dof) = 1.0;
}

void LastObjective::complete(const LaneFactorisation& factors, int lane, const VecX& y, VecX& v) const {
  VecX d = y;
  for (int r = 0; r < factors.rows(); ++r) d[r] -= factors.lanes(r)[lane];
  v = target_;
  add_way(factors, lane, d, v);
}

// Adds U c + Q₁ (d − Bᵀ c) to v, B Bᵀ c = B d: the shortest way, but for U, to where the coordinates of the rows are d.
void LastObjective::add_way(const LaneFactorisation& factors, int lane, VecX& d, VecX& v) const {
  const int rows = factors.rows(), m = irrelevant();
  SmallSystem<kMostIrrelevant> system(m);
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j <= i; ++j) system.A(i, j) = i == j ? kSingular : 0.0;
    system.b(i) = 0.0;
  }
  for (int r = 0; r < rows; ++r) {
    const double* column = factors.lanes(r) + lane + 1;
    for (int i = 0; i < m; ++i) {
      for (int j = 0; j <= i; ++j) system.A(i, j) += column[i] * column[j];
      system.b(i) += column[i] * d[r];
    }
  }
  system.solve();
  for (int r = 0; r < rows; ++r) {
    const double* column = factors.lanes(r) + lane + 1;
    for (int i = 0; i < m; ++i) d[r] -= column[i] * system.b(i);
  }
  v += factors.to_step(d, rows);
  for (int i = 0; i < m; ++i) v[irrelevant_[static_cast<std::size_t>(i)]] += system.b(i);
}

// t = a / stiffness with y = 0, in the equations of the header.
VecX LastObjective::response(const LaneFactorisation& factors, int lane, const VecX& row) const {
  if (std::any_of(irrelevant_.begin(), irrelevant_.end(), [&](int i) { return row[i] != 0.0; })) return {};
  VecX v = row / stiffness_, d = -factors.to_coordinates(v).head(factors.rows());
  add_way(factors, lane, d, v);
  return v;
}

VecX LastObjective::gradient(const LaneFactorisation& factors, int lane, const VecX& y, const VecX& v) const {
  VecX g = y;
  for (int r = 0; r < factors.rows(); ++r) g[r] -= factors.lanes(r)[lane];
  for (const int dof : irrelevant_) {
    ++lane;
    for (int r = 0; r < factors.rows(); ++r) g[r] -= factors.lanes(r)[lane] * v[dof];
  }
  g *= stiffness_;
  return g;
}

}  // namespace poise
