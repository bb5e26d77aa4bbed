#include "kernel/curved_objective.hpp"

#include <algorithm>
#include <cmath>

#include "math/dense.hpp"

namespace poise {

namespace {

// Of the largest curvature: what is curved less is left to the general way, C cannot be inverted well there. Half of
// the digits remain for W Wᵀ, and repeating the solution gives back the others.
constexpr double kIndifferent = 1e-9;
constexpr std::size_t kMostIrrelevant = 16;  // degrees of freedom, as of postures
constexpr int kRepetitions = 4;              // of the solution
constexpr double kMet = 1e-14;               // share of the values that rows may miss: then they are met
constexpr double kNearlyMet = 1e-11;         // and with this much the step still serves
constexpr double kClearlyHeld = 1e-6;        // share by which rows hold every irrelevant direction, or c is not unique

// C Cᵀ = B in the place of B's lower half; false when B is not clearly convex everywhere.
template <typename Matrix>
bool cholesky(Matrix&& B, double largest) {
  const double least = kIndifferent * largest;
  for (Eigen::Index j = 0; j < B.cols(); ++j) {
    for (Eigen::Index k = 0; k < j; ++k) B.col(j).tail(B.rows() - j) -= B(j, k) * B.col(k).tail(B.rows() - j);
    if (!(B(j, j) > least)) return false;
    const double root = std::sqrt(B(j, j));
    B(j, j) = root;
    B.col(j).tail(B.rows() - j - 1) /= root;
  }
  return true;
}

}  // namespace

bool CurvedObjective::take(const Objective& objective, int number) {
  const bool taken = objective.tree.exists() ? take_blocks(objective.tree, objective.damping) : take_dense(objective);
  if (!taken) return false;
  number_ = number;
  aim_at(objective.gradient);
  return true;
}

// Every degree of freedom is a block of its own.
bool CurvedObjective::take(const LevelRows& posture, int number) {
  const VecX& d = posture.diagonal;
  const double largest = d.cwiseAbs().maxCoeff();
  if (!(largest > 0.0)) return false;
  columns_.clear();
  irrelevant_.clear();
  blocks_.resize(static_cast<std::size_t>(d.size()));
  for (int i = 0; i < d.size(); ++i) {
    Block& block = blocks_[static_cast<std::size_t>(i)];
    block.size = 1;
    block.variable[0] = i;
    block.factor(0, 0) = d[i] == 0.0 ? largest : std::abs(d[i]);
    if (d[i] == 0.0) irrelevant_.push_back(i);
    if (!(block.factor(0, 0) > std::sqrt(kIndifferent) * largest)) return false;
  }
  if (irrelevant_.size() > kMostIrrelevant) return false;
  number_ = number;
  aim_at(posture);
  return true;
}

bool CurvedObjective::take_blocks(const TreeMatrix& hessian, double damping) {
  columns_.clear();
  if (hessian.squares().cols() > 0 || !hessian.beta.isZero(0.0)) return false;
  const double largest = hessian.diagonal().cwiseAbs().maxCoeff() + damping;
  if (!(largest > 0.0)) return false;
  blocks_.resize(hessian.nodes().size());
  irrelevant_.clear();
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const TreeNode& node = hessian.nodes()[i];
    Block& block = blocks_[i];
    block.size = node.size;
    for (int k = 0; k < node.size; ++k)
      block.variable[static_cast<std::size_t>(k)] = hessian.place()[static_cast<std::size_t>(node.first + k)];
    auto factor = block.factor.topLeftCorner(node.size, node.size);
    factor = hessian.own(node);
    factor.diagonal().array() += damping;
    if (damping == 0.0 && factor.isZero(0.0)) {
      irrelevant_.insert(irrelevant_.end(), block.variable.begin(), block.variable.begin() + node.size);
      factor.diagonal().setConstant(largest);
    }
    if (!cholesky(factor, largest)) return false;
  }
  return irrelevant_.size() <= kMostIrrelevant;
}

bool CurvedObjective::take_dense(const Objective& objective) {
  blocks_.clear();
  columns_.clear();
  irrelevant_.clear();
  dense_ = objective.hessian;
  dense_.diagonal().array() += objective.damping;
  const double largest = dense_.diagonal().maxCoeff();
  if (!(largest > 0.0)) return false;
  for (Eigen::Index i = 0; i < dense_.cols(); ++i) {
    if (dense_(i, i) != 0.0 || !dense_.col(i).isZero(0.0)) continue;
    irrelevant_.push_back(static_cast<int>(i));
    dense_(i, i) = largest;
  }
  if (irrelevant_.size() > kMostIrrelevant) return false;
  return objective.leaves_first.empty() ? cholesky(dense_, largest) : eliminate(objective.leaves_first, largest);
}

// The columns of C one after the other. Of every two variables the column of the one eliminated first is kept up.
bool CurvedObjective::eliminate(const std::vector<int>& leaves_first, double largest) {
  entries_.clear();
  for (std::size_t i = 0; i < leaves_first.size(); ++i) {
    const int j = leaves_first[i];
    const double* pivot = dense_.data() + static_cast<std::ptrdiff_t>(j) * dense_.rows();
    if (!(pivot[j] > kIndifferent * largest)) return false;
    const double root = std::sqrt(pivot[j]);
    const auto begin = static_cast<int>(entries_.size());
    for (std::size_t later = i + 1; later < leaves_first.size(); ++later) {
      const int k = leaves_first[later];
      if (pivot[k] != 0.0) entries_.push_back({k, pivot[k] / root});
    }
    const auto end = static_cast<int>(entries_.size());
    columns_.push_back({j, root, begin, end});
    for (int a = begin; a < end; ++a) {
      const Entry one = entries_[static_cast<std::size_t>(a)];
      double* column = dense_.data() + static_cast<std::ptrdiff_t>(one.variable) * dense_.rows();
      for (int b = a; b < end; ++b) {
        const Entry& other = entries_[static_cast<std::size_t>(b)];
        column[other.variable] -= one.value * other.value;
      }
    }
  }
  return true;
}

void CurvedObjective::aim_at(const VecX& gradient) {
  target_ = -gradient;
  reduce_vector(target_);
  unreduce(target_);
}

void CurvedObjective::aim_at(const LevelRows& posture) { aim_at(VecX(-posture.diagonal.cwiseProduct(posture.e))); }

void CurvedObjective::reduce(MatX& rows) const {
  for (const Column& column : columns_) {
    rows.col(column.variable) /= column.root;
    for (int i = column.begin; i < column.end; ++i) {
      const Entry& entry = entries_[static_cast<std::size_t>(i)];
      rows.col(entry.variable) -= entry.value * rows.col(column.variable);
    }
  }
  if (!columns_.empty()) return;
  if (blocks_.empty()) {
    dense_.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(rows);
    return;
  }
  for (const Block& block : blocks_) {
    for (int j = 0; j < block.size; ++j) {
      auto column = rows.col(block.variable[static_cast<std::size_t>(j)]);
      for (int k = 0; k < j; ++k) {
        if (block.factor(j, k) != 0.0)
          column -= block.factor(j, k) * rows.col(block.variable[static_cast<std::size_t>(k)]);
      }
      column /= block.factor(j, j);
    }
  }
}

void CurvedObjective::reduce_vector(VecX& v) const {
  for (const Column& column : columns_) {
    const double own = v[column.variable] /= column.root;
    for (int i = column.begin; i < column.end; ++i) {
      const Entry& entry = entries_[static_cast<std::size_t>(i)];
      v[entry.variable] -= entry.value * own;
    }
  }
  if (!columns_.empty()) return;
  if (blocks_.empty()) {
    solve_lower(dense_, v);
    return;
  }
  for (const Block& block : blocks_) {
    for (int j = 0; j < block.size; ++j) {
      double& own = v[block.variable[static_cast<std::size_t>(j)]];
      for (int k = 0; k < j; ++k) own -= block.factor(j, k) * v[block.variable[static_cast<std::size_t>(k)]];
      own /= block.factor(j, j);
    }
  }
}

void CurvedObjective::unreduce(VecX& v) const {
  for (auto column = columns_.rbegin(); column != columns_.rend(); ++column) {
    double own = v[column->variable];
    for (int i = column->begin; i < column->end; ++i) {
      const Entry& entry = entries_[static_cast<std::size_t>(i)];
      own -= entry.value * v[entry.variable];
    }
    v[column->variable] = own / column->root;
  }
  if (!columns_.empty()) return;
  if (blocks_.empty()) {
    solve_lower_transposed(dense_, v);
    return;
  }
  for (const Block& block : blocks_) {
    for (int j = block.size - 1; j >= 0; --j) {
      double& own = v[block.variable[static_cast<std::size_t>(j)]];
      for (int k = j + 1; k < block.size; ++k)
        own -= block.factor(k, j) * v[block.variable[static_cast<std::size_t>(k)]];
      own /= block.factor(j, j);
    }
  }
}

void CurvedObjective::take_rows(const LaneOrder& order, const LaneFactorisation& factors) {
  const Eigen::Index n = target_.size();
  rows_.resize(order.rows(), n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (const RowGroup& group : order.groups()) {
      for (int j = 0; j < group.size(); ++j)
        rows_(group.first + j, i) = factors.entry(group.lane + j, static_cast<int>(i));
    }
  }
}

bool CurvedObjective::factorise() {
  reduced_ = rows_;
  reduce(reduced_);
  normal_.setZero(rows_.rows(), rows_.rows());
  normal_.selfadjointView<Eigen::Lower>().rankUpdate(reduced_);
  if (rows_.rows() > 0 && !cholesky(normal_)) return false;
  const auto m = static_cast<Eigen::Index>(irrelevant_.size());
  through_.resize(rows_.rows(), m);
  for (Eigen::Index i = 0; i < m; ++i) through_.col(i) = rows_.col(irrelevant_[static_cast<std::size_t>(i)]);
  solve_lower(normal_, through_);
  small_.noalias() = through_.transpose().lazyProduct(through_);
  if (m == 0) return true;
  const double least = kClearlyHeld * small_.diagonal().maxCoeff();
  return cholesky(small_) && small_.diagonal().cwiseAbs2().minCoeff() > least;
}

// What the rows lack is given to them, at the least cost; by what force takes the place of what they lack.
void CurvedObjective::add_solution(VecX& lacking, VecX& v) const {
  solve_lower(normal_, lacking);
  // Twice: rounding takes some digits of the first time.
  for (int round = 0; round < 2 && !irrelevant_.empty(); ++round) {
    VecX c = through_.transpose() * lacking;
    solve_lower(small_, c);
    solve_lower_transposed(small_, c);
    lacking -= through_ * c;
    for (std::size_t i = 0; i < irrelevant_.size(); ++i) v[irrelevant_[i]] += c[static_cast<Eigen::Index>(i)];
  }
  solve_lower_transposed(normal_, lacking);
  VecX more = reduced_.transpose() * lacking;
  unreduce(more);
  v += more;
}

VecX CurvedObjective::response(const VecX& row) const {
  for (const int i : irrelevant_) {
    if (row[i] != 0.0) return {};
  }
  VecX v = row;
  reduce_vector(v);
  unreduce(v);
  if (rows_.rows() == 0) return v;
  VecX lacking = -rows_ * v;
  add_solution(lacking, v);
  return v;
}

bool CurvedObjective::complete(const VecX& values, VecX& v) {
  v = target_;
  multipliers_.setZero(rows_.rows());
  if (rows_.rows() == 0) return true;
  const double all = values.cwiseAbs().maxCoeff() + (rows_ * v).cwiseAbs().maxCoeff();
  for (int i = 0; i < kRepetitions; ++i) {
    VecX lacking = values - rows_ * v;
    if (lacking.cwiseAbs().maxCoeff() <= kMet * all) return true;
    add_solution(lacking, v);
    multipliers_ -= lacking;
  }
  return (values - rows_ * v).cwiseAbs().maxCoeff() <= kNearlyMet * all;
}

}  // namespace poise
