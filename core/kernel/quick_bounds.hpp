// All bounds of one step in the quick way: those given, and behind them the inequalities of levels, where they hold.
//
// An inequality that holds when the turn of its level comes binds that level and those below like any bound; one that
// is broken then, its level wants like an equality. Here that is asked where the step begins, and `is_split_as_begun`
// asks again once it is known what the levels above do: what holds costs a product with the step, and nothing else
// until it must be held. A lenient one, of a level that works for others, binds the levels below alone, from where its
// level has led (`do_lenient_hold`).
//
// Bounds are numbered as the caller's active set is: those given, then every row of the levels with inequalities.
#pragma once

#include <vector>

#include "kernel/active_set.hpp"
#include "kernel/lane_factorisation.hpp"
#include "kernel/row_factorisation.hpp"

namespace poise {

class QuickBounds {
 public:
  // The bounds given and the inequalities of the first `count` levels, at the begin of a step.
  void start(const Bounds& given, const std::vector<LevelRows>& levels, std::size_t count);
  // The same rows with other ends; false when other inequalities are broken now.
  bool follow(const Bounds& given, const std::vector<LevelRows>& levels);

  std::size_t size() const { return given_count_ + rows_.size(); }
  bool is_equality(std::size_t i) const { return i < given_count_ && (*given_)[i].equality; }
  // The first level that it may stand ahead of.
  int first_level(std::size_t i) const { return i < given_count_ ? 0 : rows_[i - given_count_].binds_from; }
  // The side on which a step breaks it.
  Side violated(std::size_t i, const VecX& v) const;
  // By how much, and what it limits: of bounds of one joint, or of one level, two in three may say the same.
  double excess(std::size_t i, const VecX& v) const;
  int family(std::size_t i) const;
  // Whether a step keeps all that bind the levels before this one.
  bool are_kept(const VecX& v, int level) const;
  double target(std::size_t i, Side side) const;
  double value(std::size_t i, const VecX& v) const;
  // Its row, an entry for each of n degrees of freedom.
  VecX dense_row(std::size_t i, int n) const;
  // Adds it to a lane of rows.
  void write(std::size_t i, int lane, LaneFactorisation& factors) const;

  // Not wanted by its level, and with an end on that side.
  bool can_be_held(std::size_t i, Side side) const;

  // The rows of a level that it works for: how many, and the number of each; `all_rows`: it has no inequalities.
  bool all_rows(std::size_t level) const { return inequalities_[level] == 0; }
  int row(std::size_t level, int i) const { return all_rows(level) ? i : wanted_[level][static_cast<std::size_t>(i)]; }
  int wanted_count(const LevelRows& level, std::size_t number) const {
    return all_rows(number) ? static_cast<int>(level.Jt.cols()) : static_cast<int>(wanted_[number].size());
  }
  bool has_inequalities() const { return !rows_.empty(); }
  // Whether a level that has come to v finds the same of its inequalities broken.
  bool is_split_as_begun(std::size_t level, const VecX& v) const;
  // Whether the inequalities of a level that bind the levels below alone hold where the level has led.
  bool do_lenient_hold(std::size_t level, const VecX& v) const;
  // The row that it is of a level, in whose units a multiplier is `length` times as small.
  RowOwner origin(std::size_t i) const { return {rows_[i - given_count_].level, rows_[i - given_count_].number}; }
  double length(std::size_t i) const { return rows_[i - given_count_].length; }
  // What such a bound lacks where the first `count` levels are now, in units of its row. One of a level below them
  // stays where it is: its error was not measured.
  double lack(std::size_t i, const std::vector<LevelRows>& levels, std::size_t count) const;
  std::size_t given() const { return given_count_; }

 private:
  struct Row {
    int level = 0, number = 0;
    int binds_from = 0;            // the first level that it binds
    double low = 0.0, high = 0.0;  // in units of the row's length
    double length = 0.0;           // 0: it says nothing about the step
    bool wanted = false;           // by its level: no bound
    bool is_equal = false;         // an equality beside inequalities
  };
  Row row_of(const LevelRows& level, int number, int i);
  void set_ends(Row& row, const LevelRows& level) const;

  const Bounds* given_ = nullptr;
  std::size_t given_count_ = 0;
  std::vector<Row> rows_;
  MatX unit_rows_;  // a column each
  std::vector<char> inequalities_;
  std::vector<std::vector<int>> wanted_;
};

}  // namespace poise
