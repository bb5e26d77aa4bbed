#include "kernel/step_bounds.hpp"

#include <algorithm>
#include <numeric>

namespace poise {

namespace {

bool holds(const LevelRows& level, Eigen::Index row, const VecX& v) {
  const double value = level.Jt.col(row).dot(v);
  return value >= level.low[row] - kAtBound && value <= level.high[row] + kAtBound;
}

bool is_lenient(const LevelRows& level, Eigen::Index row) {
  return std::find(level.lenient.begin(), level.lenient.end(), static_cast<int>(row)) != level.lenient.end();
}

}  // namespace

void StepBounds::start(const Bounds& given, const std::vector<LevelRows>& levels) {
  bounds_ = given;
  given_ = slots_ = given.size();
  origin_.clear();
  length_.clear();
  first_slot_.clear();
  for (const LevelRows& level : levels) {
    first_slot_.push_back(slots_);
    slots_ += static_cast<std::size_t>(level.low.size());
  }
}

std::size_t StepBounds::slot(std::size_t bound) const {
  if (bound < given_) return bound;
  const RowOwner row = origin(bound);
  return first_slot_[static_cast<std::size_t>(row.level)] + static_cast<std::size_t>(row.row);
}

void StepBounds::add(const LevelRows& level, int index, Eigen::Index row) {
  const double length = level.Jt.col(row).norm();
  if (length <= kShortestRow) return;
  const auto n = static_cast<int>(level.Jt.rows());
  std::vector<int> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), 0);
  BoundRow& bound = bounds_.add(all);
  bound.lower = level.low[row] / length;
  bound.upper = level.high[row] / length;
  for (int k = 0; k < n; ++k) bounds_.factor(bound.begin + k) = level.Jt(k, row) / length;
  origin_.push_back({index, static_cast<int>(row)});
  length_.push_back(length);
}

const LevelRows& StepBounds::split(const LevelRows& level, int index, const VecX& v) {
  numbers_.clear();
  if (level.low.size() == 0) return level;
  wanted_.e.resize(level.e.size());
  for (Eigen::Index i = 0; i < level.e.size(); ++i) {
    const double value = level.Jt.col(i).dot(v);
    if (level.low[i] == level.high[i] || !holds(level, i, v)) {
      wanted_.e[static_cast<Eigen::Index>(numbers_.size())] = value < level.low[i] ? level.low[i] : level.high[i];
      numbers_.push_back(static_cast<int>(i));
    } else if (!is_lenient(level, i)) {
      add(level, index, i);
    }
  }
  const auto m = static_cast<Eigen::Index>(numbers_.size());
  const bool allowed = level.allowed_Jt.cols() > 0;
  wanted_.e.conservativeResize(m);
  wanted_.Jt.resize(level.Jt.rows(), m);
  wanted_.allowed_Jt.resize(level.Jt.rows(), allowed ? m : 0);
  for (Eigen::Index i = 0; i < m; ++i) {
    const int row = numbers_[static_cast<std::size_t>(i)];
    wanted_.Jt.col(i) = level.Jt.col(row);
    if (allowed) wanted_.allowed_Jt.col(i) = level.allowed_Jt.col(row);
  }
  wanted_.damping = level.damping;
  wanted_.second_order = level.second_order;
  return wanted_;
}

void StepBounds::bind_lenient(const LevelRows& level, int index, const VecX& v) {
  for (const int row : level.lenient) {
    const bool wanted = std::find(numbers_.begin(), numbers_.end(), row) != numbers_.end();
    if (!wanted && holds(level, row, v)) add(level, index, row);
  }
}

}  // namespace poise
