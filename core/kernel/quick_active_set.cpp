// The active set of the quick way: how it is guessed, and how a guess is proved.
#include <algorithm>
#include <cmath>

#include "kernel/quick_method.hpp"

namespace poise {

namespace {

constexpr double kServed = 1e-13;  // rows that miss less get what they want
constexpr int kMostReturns = 3;    // a bound that enters more often is left to the general way

}  // namespace

// Equalities, and the bounds that the levels served now had a multiplier for in the last step.
void QuickMethod::guess(const Bounds& bounds, const std::vector<ActiveBound>& last) {
  active_.clear(bounds.size());
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const ActiveBound was = i < last.size() ? last[i] : ActiveBound{};
    const auto row = static_cast<int>(i);
    if (bounds[i].equality)
      active_.hold({row, Side::kUpper, 0, true});
    else if (was.side != Side::kNone && (was.level < static_cast<int>(count_) || was.level == last_.number()))
      hold(row, was.side, was.level);
  }
}

// Holds a bound ahead of a level; false when it comes and goes, or is held already.
bool QuickMethod::hold(int row, Side side, int level) {
  if (++active_.entries(row) > kMostReturns || active_.is_held(row)) return false;
  active_.hold({row, side, level});
  return true;
}

// Holds what the step violates and says how many; false when one cannot be held.
bool QuickMethod::hold_violated(const Bounds& bounds, int& violated) {
  reached_.clear();
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const Side side = violated_side(bounds[i], bounds.value(i, v_));
    if (side == Side::kNone || bounds[i].equality) continue;
    if (!hold(static_cast<int>(i), side, violating_level(bounds, i))) return false;
    ++violated;
  }
  return true;
}

// The first level after which a bound is violated, of those that do not get all they want: the others do without it.
int QuickMethod::violating_level(const Bounds& bounds, std::size_t row) {
  std::size_t at = 0;
  for (const RowGroup& group : order_.groups()) {
    if (group.is_bound()) continue;
    if (reached_.size() == at) reached_.push_back(factors_.to_step(y_, group.end));
    if (violated_side(bounds[row], bounds.value(row, reached_[at++])) == Side::kNone) continue;
    const bool served = missing_.segment(group.lane, group.size()).cwiseAbs().maxCoeff() < kServed;
    if (!served || group.level + 1 == static_cast<int>(count_)) return group.level;
  }
  return last_.exists() ? last_.number() : static_cast<int>(count_) - 1;
}

// Releases the bound that the highest level that would leave one would leave most; false when there is none.
bool QuickMethod::release() {
  std::vector<HeldBound>& held = active_.open();
  if (held.empty()) return false;
  find_multipliers();
  const auto leaves_sooner = [](const HeldBound& a, const HeldBound& b) {
    if ((a.pull > 0.0) != (b.pull > 0.0)) return a.pull > 0.0;
    return a.first_level != b.first_level ? a.first_level < b.first_level : a.pull > b.pull;
  };
  const auto first = std::min_element(held.begin(), held.end(), leaves_sooner);
  if (first->pull <= 0.0) return false;
  active_.release(static_cast<std::size_t>(first - held.begin()));
  return true;
}

// For each bound held the first level that has a multiplier for it, from the top. The slope of a level's squares at the
// step is Jᵀ (J v − e); a level that gets all it wants has none.
void QuickMethod::find_multipliers() {
  for (HeldBound& bound : active_.open()) {
    bound.first_level = -1;
    bound.pull = 0.0;
  }
  for (const RowGroup& group : order_.groups()) {
    if (group.is_bound() || group.first == 0) continue;
    const VecX excess = -missing_.segment(group.lane, group.size());
    if (excess.cwiseAbs().maxCoeff() < kServed) continue;
    VecX gradient(group.first);
    for (int r = 0; r < group.first; ++r) gradient[r] = factors_.factors(r, group.lane, group.size()).dot(excess);
    note_multipliers(group.first, gradient, group.level);
  }
  if (!last_.exists()) return;
  VecX gradient = last_.gradient(factors_, order_.target_lane(), y_, v_);
  note_multipliers(order_.rows(), gradient, last_.number());
}

// The multipliers that a level has for the bounds among the first `count` coordinates, where it is the first to have
// one.
void QuickMethod::note_multipliers(int count, VecX& gradient, int level) {
  factors_.multipliers(count, gradient);
  for (const RowGroup& group : order_.groups()) {
    if (group.end > count) break;
    if (!group.is_bound()) continue;
    HeldBound& bound = active_[group.bound];
    const double multiplier = gradient[group.first];
    if (bound.first_level >= 0 || bound.equality || std::abs(multiplier) <= kNoMultiplier) continue;
    bound.first_level = level;
    bound.pull = std::max(0.0, pull_away(bound.side, multiplier));
  }
}

}  // namespace poise
