// The order in which the quick way serves rows, and the lanes in which they lie.
//
//   coordinates: equalities | bounds ahead of level 1 | level 1 | bounds ahead of level 2 | level 2 | …
//   lanes:       rows of all levels | t | U | bounds that are held
//
// Levels keep their lanes whichever bounds are held, so that their Jacobians are copied once for all guesses. t and U:
// the target and the irrelevant degrees of freedom of what comes last (last_objective.hpp).
#pragma once

#include <vector>

#include "kernel/quick_bounds.hpp"

namespace poise {

class LaneOrder {
 public:
  // The first `count` levels with the rows that they work for, the bounds held, then what comes last with the number
  // `last` (−1: nothing) and so many irrelevant degrees of freedom. False when there are too many rows for n degrees of
  // freedom or for the lanes.
  bool arrange(const std::vector<LevelRows>& levels, std::size_t count, const QuickBounds& bounds,
               const ActiveSet& active, int last, int irrelevant, int n);

  std::vector<RowGroup>& groups() { return groups_; }
  const std::vector<RowGroup>& groups() const { return groups_; }
  int rows() const { return rows_; }                // of all groups
  int target_lane() const { return level_lanes_; }  // behind the levels
  int stride() const { return stride_; }

 private:
  std::vector<RowGroup> groups_;
  int rows_ = 0, level_lanes_ = 0, stride_ = 0;
};

}  // namespace poise
