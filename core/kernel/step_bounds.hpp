// All bounds of one step in the general way: those given, and behind them the inequalities of levels that hold when the
// turn of their level comes. Such a row binds its level and those below like any bound, a lenient one those below
// alone; a row that is broken then, its level wants like an equality.
#pragma once

#include <vector>

#include "kernel/active_set.hpp"
#include "kernel/row_factorisation.hpp"

namespace poise {

class StepBounds {
 public:
  // Begins with the bounds given.
  void start(const Bounds& given, const std::vector<LevelRows>& levels);

  // The rows of a level that it must work for, standing at v: all of a level without inequalities. The others become
  // bounds. What it returns lasts until the next call.
  const LevelRows& split(const LevelRows& level, int index, const VecX& v);
  // Makes bounds of the lenient rows of a level that was not asked to work for them and has reached v with them intact.
  void bind_lenient(const LevelRows& level, int index, const VecX& v);
  // Which rows of the level they are; empty when there was nothing to split.
  const std::vector<int>& numbers() const { return numbers_; }

  const Bounds& all() const { return bounds_; }
  std::size_t size() const { return bounds_.size(); }
  const BoundRow& operator[](std::size_t i) const { return bounds_[i]; }

  // The caller's active set has one slot for each bound given, then one for each row of levels with inequalities.
  std::size_t slots() const { return slots_; }
  std::size_t slot(std::size_t bound) const;
  // The multipliers of bounds, with their owners: a given bound, or the row of a level that it was made of.
  std::size_t given() const { return given_; }
  RowOwner origin(std::size_t bound) const { return origin_[bound - given_]; }
  double length(std::size_t bound) const { return length_[bound - given_]; }

 private:
  void add(const LevelRows& level, int index, Eigen::Index row);

  Bounds bounds_;
  std::size_t given_ = 0, slots_ = 0;
  std::vector<RowOwner> origin_;         // of the bounds that are inequalities
  std::vector<double> length_;           // and of their rows before they were made unit vectors
  std::vector<std::size_t> first_slot_;  // of every level
  LevelRows wanted_;
  std::vector<int> numbers_;
};

}  // namespace poise
