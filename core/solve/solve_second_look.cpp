// A level that wants places and turns at once may end where neither is met. As soon as one has come to rest there, it
// is tried once more from the start, places first, then turns as well. Those below wait until it is known which way is
// the better one.
#include "solve/solve_parts.hpp"

namespace poise {

// The first level that is short of its goals; the number of levels when none is.
std::size_t Solver::first_short() const {
  std::size_t k = 0;
  while (k < here_.size() && score_.levels[static_cast<Eigen::Index>(k)] < kRoughlyCalm) ++k;
  return k;
}

// Whether a level wants places and turns at once.
bool Solver::is_torn(std::size_t level) const {
  bool places = false, turns = false;
  for (const int i : problem_->levels[level]) {
    const Demand& demand = problem_->demands[static_cast<std::size_t>(i)];
    if (demand.enabled) (demand.task->turns() ? turns : places) = true;
  }
  return places && turns;
}

// Whether it is known how the present look ends: a level short of its goals is at rest, the last step was for one below
// it; or all up to the torn one are met.
bool Solver::is_seen() const {
  if (looks_left_ == 0) return false;
  const std::size_t k = first_short();
  return looks_left_ == 2 ? k < decided_ && is_torn(k) : k < decided_ || k > torn_;
}

// Whether the second look served the levels up to the torn one better than the first.
bool Solver::is_second_better() const {
  const std::size_t k = first_short();
  return k == torn_ ? gain(k, first_end_.score) < -kMuch : k > torn_;  // what going back gains
}

bool Solver::look_again() {
  switch (looks_left_) {
    case 2:
      looks_left_ = 0;
      torn_ = first_short();
      if (torn_ == here_.size() || !is_torn(torn_)) return false;
      looks_left_ = 1;
      first_end_ = {score_, q_, held_};
      first_settled_ = settled_ || stalled_;
      first_stalled_ = stalled_;
      places_first_ = static_cast<int>(torn_);
      q_ = start_;
      held_.assign(held_.size(), {});
      look_afresh();
      return true;
    case 1:
      if (places_first_ >= 0) {  // places are served: now the turns as well
        places_first_ = -1;
        look_afresh();
        return true;
      }
      looks_left_ = 0;
      if (is_second_better()) return false;
      q_ = first_end_.q;
      held_ = first_end_.held;
      look_afresh();
      settled_ = first_settled_;
      stalled_ = first_stalled_;
      return !first_settled_;
    default:
      return false;
  }
}

void Solver::stop_looking() {
  while (looks_left_ == 1) look_again();
}

}  // namespace poise
