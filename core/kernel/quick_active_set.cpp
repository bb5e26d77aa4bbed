// What a ladder serves, and which bounds it keeps meanwhile.
#include <algorithm>
#include <cmath>

#include "kernel/quick_method.hpp"
#include "kernel/tolerances.hpp"
#include "math/lanes.hpp"

namespace poise {

namespace {

constexpr int kMostLanes = 128;
constexpr double kServed = 1e-13;  // rows that lack less get what they want
constexpr int kGuesses = 12;
constexpr int kMostReturns = 3;  // a bound that comes back again is left to the general method

// Whether all degrees of freedom matter alike, or not at all.
bool alike(const VecX& roots) {
  const double most = roots.maxCoeff();
  return most > 0.0 && (roots.array() == 0.0 || roots.array() == most).all();
}

}  // namespace

bool QuickMethod::step(const StepRequest& request) {
  const std::vector<LevelRows>& levels = *request.levels;
  const std::size_t count = request.count;
  const Bounds& bounds = *request.bounds;
  std::vector<ActiveBound>& held = *request.active;
  const Objective& pull = *request.objective;
  rounds_ = 0;
  if (!fits(levels, count, pull)) return false;
  guess(bounds, held);
  for (;;) {
    const int stride = stride_;
    if (++rounds_ > kGuesses || !line_up(levels)) return false;
    if (rounds_ == 1 || stride_ != stride) spread(levels, pull);
    add_bounds(bounds);
    if (!reduce()) return false;
    solve();
    int broken = 0;
    if (!keep_broken(bounds, broken)) return false;
    if (broken == 0 && !let_go()) break;
  }
  held.assign(bounds.size(), {});
  for (const Kept& kept : kept_) {
    const int level = kept.felt < 0 ? static_cast<int>(levels.size()) : kept.felt;
    held[static_cast<std::size_t>(kept.row)] = {kept.side, kept.always ? 0 : level};
  }
  freedom_ = last_ >= 0 && pull.gradient.size() == 0 ? 0 : n_ - rows_;
  return true;
}

// Whether the levels are such as this can serve; what comes last.
bool QuickMethod::fits(const std::vector<LevelRows>& levels, std::size_t count, const Objective& pull) {
  if (count == 0 || pull.hessian.size() > 0) return false;
  n_ = static_cast<int>(std::max(levels[0].Jt.rows(), levels[0].diagonal.size()));
  free_.clear();
  const bool pulled = pull.gradient.size() > 0;
  last_ = pulled ? static_cast<int>(levels.size()) : -1;
  stiffness_ = pull.stiffness;
  count_ = count;
  for (std::size_t k = 0; k < count; ++k) {
    const LevelRows& level = levels[k];
    if (level.second_order || level.low.size() > 0 || level.allowed_Jt.cols() > 0) return false;
    if (level.damping > 0.0 && level.Jt.cols() > kMostRows) return false;
    if (level.diagonal.size() == 0) continue;
    if (k + 1 < count || pulled || level.damping > 0.0 || !alike(level.diagonal)) return false;
    const double root = level.diagonal.maxCoeff();
    stiffness_ = root * root;
    last_ = static_cast<int>(k);
    count_ = k;
    for (int i = 0; i < n_; ++i) {
      if (level.diagonal[i] == 0.0) free_.push_back(i);
    }
    if (free_.size() > kMostRows) return false;
  }
  return true;
}

// Those that were held by the levels served now, and equalities.
void QuickMethod::guess(const Bounds& bounds, const std::vector<ActiveBound>& held) {
  kept_.clear();
  entries_.assign(bounds.size(), 0);
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const ActiveBound was = i < held.size() ? held[i] : ActiveBound{};
    if (bounds[i].equality)
      kept_.push_back({static_cast<int>(i), Side::kUpper, 0, -1, 0.0, true});
    else if (was.side != Side::kNone && (was.level < static_cast<int>(count_) || was.level == last_))
      keep(static_cast<int>(i), was.side, was.level);
  }
}

// Holds a bound ahead of a level; false when it comes and goes, or is held already.
bool QuickMethod::keep(int row, Side side, int level) {
  if (++entries_[static_cast<std::size_t>(row)] > kMostReturns) return false;
  for (const Kept& kept : kept_) {
    if (kept.row == row) return false;
  }
  kept_.push_back({row, side, level});
  return true;
}

// The rows in the order in which they are served: equalities, then every level behind the bounds that it leans on.
bool QuickMethod::line_up(const std::vector<LevelRows>& levels) {
  groups_.clear();
  rows_ = 0;
  int lane = 0;
  aside_ = 0;
  for (std::size_t k = 0; k < count_; ++k) aside_ += static_cast<int>(levels[k].Jt.cols());
  const int bounds_lane = aside_ + 1 + static_cast<int>(free_.size());
  const auto add = [&](int m, int level, int kept, double damping) {
    groups_.push_back({rows_, rows_ + m, kept < 0 ? lane : bounds_lane + kept, lane, level, kept, damping});
    rows_ += m;
    if (kept < 0) lane += m;
  };
  const auto add_kept = [&](int level, bool always) {
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      if (kept_[i].level == level && kept_[i].always == always) add(1, level, static_cast<int>(i), 0.0);
    }
  };
  add_kept(0, true);
  for (std::size_t k = 0; k < count_; ++k) {
    add_kept(static_cast<int>(k), false);
    if (levels[k].Jt.cols() > 0) add(static_cast<int>(levels[k].Jt.cols()), static_cast<int>(k), -1, levels[k].damping);
  }
  if (last_ >= 0) add_kept(last_, false);
  stride_ = (bounds_lane + static_cast<int>(kept_.size()) + kLanes - 1) / kLanes * kLanes;
  return rows_ <= n_ && stride_ <= kMostLanes;
}

// ---- the bounds --------------------------------------------------------------------------------------------------

// Keeps what the step would break and says how many; false when one cannot be kept.
bool QuickMethod::keep_broken(const Bounds& bounds, int& broken) {
  stages_.clear();
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const BoundRow& bound = bounds[i];
    const double value = bounds.value(i, v_);
    const bool over = value > bound.upper + kAtBound, under = value < bound.lower - kAtBound;
    if ((!over && !under) || bound.equality) continue;
    const int level = breaking_level(bounds, i);
    if (!keep(static_cast<int>(i), over ? Side::kUpper : Side::kLower, level)) return false;
    ++broken;
  }
  return true;
}

// The first level after which a bound is broken, of those that do not get all they want: the others do without it.
int QuickMethod::breaking_level(const Bounds& bounds, std::size_t row) {
  std::size_t stage = 0;
  for (const Group& group : groups_) {
    if (group.kept >= 0) continue;
    if (stages_.size() == stage) stages_.push_back(turned_back(y_, group.end));
    const double value = bounds.value(row, stages_[stage++]);
    if (value <= bounds[row].upper + kAtBound && value >= bounds[row].lower - kAtBound) continue;
    const bool served = b_.segment(group.lane, group.end - group.first).cwiseAbs().maxCoeff() < kServed;
    if (!served || group.level + 1 == static_cast<int>(count_)) return group.level;
  }
  return last_ >= 0 ? last_ : static_cast<int>(count_) - 1;
}

// Lets go of the bound that is pulled away from most, by the highest level that does so; false when there is none.
bool QuickMethod::let_go() {
  if (kept_.empty()) return false;
  for (Kept& kept : kept_) {
    kept.felt = -1;
    kept.away = 0.0;
  }
  for (const Group& group : groups_) {
    if (group.kept < 0) weigh_level(group);
  }
  if (last_ >= 0) weigh_last();
  const auto worse = [](const Kept& a, const Kept& b) {
    if ((a.away > 0.0) != (b.away > 0.0)) return a.away > 0.0;
    return a.felt != b.felt ? a.felt < b.felt : a.away > b.away;
  };
  const auto worst = std::min_element(kept_.begin(), kept_.end(), worse);
  if (worst->away <= 0.0) return false;
  kept_.erase(worst);
  return true;
}

// The slope of a level's squares at the step, J ᵀ (J v − e), in the coordinates before it.
void QuickMethod::weigh_level(const Group& group) {
  const int m = group.end - group.first;
  const VecX over = -b_.segment(group.lane, m);
  if (group.first == 0 || over.cwiseAbs().maxCoeff() < kServed) return;
  VecX gradient(group.first);
  for (int r = 0; r < group.first; ++r) gradient[r] = work_.col(r).segment(group.lane, m).dot(over);
  feel(group.first, gradient, group.level);
}

// The slope of what comes last, stiffness · (v − t) where that matters.
void QuickMethod::weigh_last() {
  VecX gradient = y_;
  for (int r = 0; r < rows_; ++r) gradient[r] -= lanes_of(r)[aside_];
  for (std::size_t j = 0; j < free_.size(); ++j) {
    const int lane = aside_ + 1 + static_cast<int>(j);
    for (int r = 0; r < rows_; ++r) gradient[r] -= lanes_of(r)[lane] * v_[free_[j]];
  }
  gradient *= stiffness_;
  feel(rows_, gradient, last_);
}

// How much the rows before hold a level back, gradient + Σ μ_i (row i) = 0: bounds that it is the first to feel.
void QuickMethod::feel(int count, VecX& gradient, int level) {
  for (int r = count - 1; r >= 0; --r) {
    const int row = pivot_[static_cast<std::size_t>(r)];
    const double mu = -gradient[r] / work_(row, r);
    for (int i = 0; i < r; ++i) gradient[i] += mu * work_(row, i);
    gradient[r] = mu;
  }
  for (const Group& group : groups_) {
    if (group.end > count) break;
    if (group.kept < 0) continue;
    Kept& kept = kept_[static_cast<std::size_t>(group.kept)];
    const double mu = gradient[group.first];
    if (kept.felt >= 0 || kept.always || std::abs(mu) <= kNoPull) continue;
    kept.felt = level;
    kept.away = std::max(0.0, kept.side == Side::kUpper ? -mu : mu);
  }
}

}  // namespace poise
