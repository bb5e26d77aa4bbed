// Linear bounds on a step, lower ≤ Σ factor · v[dof] ≤ upper. Most touch one or a few degrees of freedom, so the rows
// are kept sparse, one after the other. Rows need not have unit length, but the tolerance at a bound (`kAtBound`) is
// meant for about that.
#pragma once

#include <vector>

#include "math/rotation.hpp"

namespace poise {

constexpr double kUnbounded = 1e300;

struct BoundRow {
  double lower = -kUnbounded, upper = kUnbounded;  // lower ≤ 0 ≤ upper, so that standing still is allowed
  bool equality = false;                           // lower = upper = what must be done, above all levels
  int begin = 0, end = 0;                          // its entries
};

class Bounds {
 public:
  std::size_t size() const { return rows_.size(); }
  BoundRow& operator[](std::size_t i) { return rows_[i]; }
  const BoundRow& operator[](std::size_t i) const { return rows_[i]; }

  // A row over these degrees of freedom, factors zero and unbounded for now.
  BoundRow& add(const std::vector<int>& dofs) {
    BoundRow row;
    row.begin = static_cast<int>(dofs_.size());
    dofs_.insert(dofs_.end(), dofs.begin(), dofs.end());
    row.end = static_cast<int>(dofs_.size());
    factors_.resize(dofs_.size(), 0.0);
    rows_.push_back(row);
    return rows_.back();
  }
  int dof(int entry) const { return dofs_[static_cast<std::size_t>(entry)]; }
  double& factor(int entry) { return factors_[static_cast<std::size_t>(entry)]; }
  double factor(int entry) const { return factors_[static_cast<std::size_t>(entry)]; }

  double value(std::size_t row, const VecX& v) const {
    double sum = 0.0;
    for (int k = rows_[row].begin; k < rows_[row].end; ++k) sum += factor(k) * v[dof(k)];
    return sum;
  }
  // The row as a dense column of n entries.
  void write(std::size_t row, int n, double* column) const {
    Eigen::Map<VecX>(column, n).setZero();
    for (int k = rows_[row].begin; k < rows_[row].end; ++k) column[dof(k)] += factor(k);
  }
  std::vector<int>& dofs() { return dofs_; }
  int entries() const { return static_cast<int>(dofs_.size()); }
  // Some entries for steps u with v = scale · u.
  void rescale(const VecX& scale, int begin, int end) {
    for (int k = begin; k < end; ++k) factor(k) *= scale[dof(k)];
  }

 private:
  std::vector<BoundRow> rows_;
  std::vector<int> dofs_;
  std::vector<double> factors_;
};

}  // namespace poise
