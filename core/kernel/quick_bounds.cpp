#include "kernel/quick_bounds.hpp"

#include <algorithm>
#include <cmath>

namespace poise {

namespace {

Side broken_side(double value, double low, double high) {
  if (value > high + kAtBound) return Side::kUpper;
  return value < low - kAtBound ? Side::kLower : Side::kNone;
}

}  // namespace

void QuickBounds::start(const Bounds& given, const std::vector<LevelRows>& levels, std::size_t count) {
  given_ = &given;
  given_count_ = given.size();
  rows_.clear();
  inequalities_.assign(levels.size(), 0);
  wanted_.resize(levels.size());
  Eigen::Index total = 0;
  for (std::size_t k = 0; k < levels.size(); ++k) total += levels[k].low.size();
  if (total == 0) return;
  unit_rows_.resize(levels[0].Jt.rows() > 0 ? levels[0].Jt.rows() : levels[0].diagonal.size(), total);
  for (std::size_t k = 0; k < levels.size(); ++k) {
    const LevelRows& level = levels[k];
    wanted_[k].clear();
    inequalities_[k] = level.low.size() > 0;
    for (Eigen::Index i = 0; i < level.low.size(); ++i) {
      rows_.push_back(k < count ? row_of(level, static_cast<int>(k), static_cast<int>(i)) : Row{});
      if (rows_.back().wanted) wanted_[k].push_back(static_cast<int>(i));
    }
    if (wanted_[k].empty()) continue;
    for (const int i : level.lenient) {
      const std::size_t at = rows_.size() - static_cast<std::size_t>(level.low.size() - i);
      if (!rows_[at].wanted) rows_[at].binds_from = static_cast<int>(k) + 1;
    }
  }
}

bool QuickBounds::can_be_held(std::size_t i, Side side) const {
  if (i < given()) return true;
  const Row& row = rows_[i - given()];
  return !row.wanted && row.length > 0.0 && std::abs(side == Side::kUpper ? row.high : row.low) < kUnbounded / 1e10;
}

// One inequality, or an equality beside some; its unit row is kept as well.
QuickBounds::Row QuickBounds::row_of(const LevelRows& level, int number, int i) {
  Row row{number, i, number, 0.0, 0.0, 0.0, false, level.low[i] == level.high[i]};
  const double length = level.Jt.col(i).norm();
  if (length > kShortestRow || row.is_equal) {
    row.length = length > kShortestRow ? length : 1.0;
    unit_rows_.col(static_cast<Eigen::Index>(rows_.size())) = level.Jt.col(i) / row.length;
  }
  set_ends(row, level);
  row.wanted = row.is_equal || broken_side(0.0, row.low, row.high) != Side::kNone;
  return row;
}

void QuickBounds::set_ends(Row& row, const LevelRows& level) const {
  if (row.length == 0.0) return;
  row.low = level.low[row.number] / row.length;
  row.high = level.high[row.number] / row.length;
}

bool QuickBounds::follow(const Bounds& given, const std::vector<LevelRows>& levels) {
  given_ = &given;
  given_count_ = given.size();
  for (Row& row : rows_) {
    const LevelRows& level = levels[static_cast<std::size_t>(row.level)];
    set_ends(row, level);
    if (row.length == 0.0 || row.is_equal) continue;
    const bool broken = broken_side(0.0, row.low, row.high) != Side::kNone;
    if (broken != row.wanted) return false;
  }
  return true;
}

Side QuickBounds::violated(std::size_t i, const VecX& v) const {
  if (i < given()) return violated_side((*given_)[i], given_->value(i, v));
  const Row& row = rows_[i - given()];
  if (row.wanted || row.length == 0.0) return Side::kNone;
  return broken_side(value(i, v), row.low, row.high);
}

double QuickBounds::value(std::size_t i, const VecX& v) const {
  return i < given() ? given_->value(i, v) : unit_rows_.col(static_cast<Eigen::Index>(i - given())).dot(v);
}

VecX QuickBounds::dense_row(std::size_t i, int n) const {
  if (i >= given()) return unit_rows_.col(static_cast<Eigen::Index>(i - given()));
  VecX row(n);
  given_->write(i, n, row.data());
  return row;
}

double QuickBounds::excess(std::size_t i, const VecX& v) const {
  const auto beyond = [](double value, double low, double high) { return std::max(value - high, low - value); };
  if (i < given()) return beyond(value(i, v), (*given_)[i].lower, (*given_)[i].upper);
  const Row& row = rows_[i - given()];
  return beyond(value(i, v), row.low, row.high);
}

int QuickBounds::family(std::size_t i) const {
  return i < given() ? given_->dof((*given_)[i].begin) : -1 - rows_[i - given()].level;
}

bool QuickBounds::are_kept(const VecX& v, int level) const {
  for (std::size_t i = 0; i < size(); ++i) {
    if ((i < given() || first_level(i) < level) && violated(i, v) != Side::kNone) return false;
  }
  return true;
}

double QuickBounds::target(std::size_t i, Side side) const {
  if (i < given()) return target_of((*given_)[i], side);
  const Row& row = rows_[i - given()];
  return side == Side::kUpper ? row.high : row.low;
}

void QuickBounds::write(std::size_t i, int lane, LaneFactorisation& factors) const {
  if (i < given()) {
    const BoundRow& bound = (*given_)[i];
    for (int k = bound.begin; k < bound.end; ++k) factors.entry(lane, given_->dof(k)) += given_->factor(k);
    return;
  }
  const double* row = unit_rows_.data() + static_cast<std::ptrdiff_t>(i - given()) * unit_rows_.rows();
  for (int k = 0; k < unit_rows_.rows(); ++k) factors.entry(lane, k) = row[k];
}

bool QuickBounds::is_split_as_begun(std::size_t level, const VecX& v) const {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Row& row = rows_[i];
    if (row.level != static_cast<int>(level) || row.is_equal || row.length == 0.0) continue;
    const Side now = broken_side(unit_rows_.col(static_cast<Eigen::Index>(i)).dot(v), row.low, row.high);
    if (now != broken_side(0.0, row.low, row.high) || (now != Side::kNone) != row.wanted) return false;
  }
  return true;
}

bool QuickBounds::do_lenient_hold(std::size_t level, const VecX& v) const {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].level != static_cast<int>(level) || rows_[i].binds_from == rows_[i].level) continue;
    if (violated(given() + i, v) != Side::kNone) return false;
  }
  return true;
}

double QuickBounds::lack(std::size_t i, const std::vector<LevelRows>& levels, std::size_t count) const {
  const Row& row = rows_[i - given()];
  if (row.level >= static_cast<int>(count)) return 0.0;
  return levels[static_cast<std::size_t>(row.level)].e[row.number] / row.length;
}

}  // namespace poise
