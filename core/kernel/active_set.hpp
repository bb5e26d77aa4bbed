// The active set of a step: the bounds that are treated as equalities. Both ways to a step keep theirs here.
//
// At the optimum ∇f + Σ μ_i a_i = 0. A bound held at its upper end needs μ ≥ 0, one at its lower end μ ≤ 0; with the
// other sign the level would rather leave it (Nocedal & Wright 2006, 16.5).
#pragma once

#include <vector>

#include "kernel/bounds.hpp"
#include "kernel/level_rows.hpp"

namespace poise {

constexpr double kAtBound = 1e-12;       // a bound that is passed by less is kept
constexpr double kShortestRow = 1e-12;   // an inequality whose row is shorter says nothing about the step
constexpr double kNoMultiplier = 1e-10;  // a Lagrange multiplier smaller than this is zero

// One bound that is held.
struct HeldBound {
  int row;
  Side side;
  int level = 0;          // it stands ahead of the rows of this level
  bool equality = false;  // it is held in any case
  int coordinate = -1;    // of y, that it decides; −1: it depends on the rows ahead of it
  int first_level = -1;   // the first level that has a multiplier for it
  double pull = 0.0;      // and how strongly that one would leave it; 0 when it pushes against it
};

// How strongly a level with the multiplier μ for a bound would leave it; negative when it pushes against it.
inline double pull_away(Side side, double multiplier) { return side == Side::kUpper ? -multiplier : multiplier; }

// The side on which a value is outside a bound.
inline Side violated_side(const BoundRow& bound, double value) {
  if (value > bound.upper + kAtBound) return Side::kUpper;
  return value < bound.lower - kAtBound ? Side::kLower : Side::kNone;
}

inline double target_of(const BoundRow& bound, Side side) { return side == Side::kUpper ? bound.upper : bound.lower; }

class ActiveSet {
 public:
  // Nothing is held of so many bounds.
  void clear(std::size_t bounds) {
    held_.clear();
    is_held_.assign(bounds, 0);
    entries_.assign(bounds, 0);
  }
  // There are more bounds by now, which are not held.
  void grow_to(std::size_t bounds) {
    is_held_.resize(bounds, 0);
    entries_.resize(bounds, 0);
  }

  bool is_held(int row) const { return is_held_[static_cast<std::size_t>(row)] != 0; }
  void hold(const HeldBound& bound) {
    held_.push_back(bound);
    is_held_[static_cast<std::size_t>(bound.row)] = 1;
  }
  void release(std::size_t index) {
    is_held_[static_cast<std::size_t>(held_[index].row)] = 0;
    held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(index));
  }

  // How often a bound has entered. One that keeps coming back would let the method cycle.
  int& entries(int row) { return entries_[static_cast<std::size_t>(row)]; }

  // The bounds whose fate is still open. Those taken out of this list without `release` stay held for good.
  std::vector<HeldBound>& open() { return held_; }
  const std::vector<HeldBound>& open() const { return held_; }
  HeldBound& operator[](int i) { return held_[static_cast<std::size_t>(i)]; }
  const HeldBound& operator[](int i) const { return held_[static_cast<std::size_t>(i)]; }

 private:
  std::vector<HeldBound> held_;
  std::vector<char> is_held_;  // per bound
  std::vector<int> entries_;   // per bound
};

}  // namespace poise
