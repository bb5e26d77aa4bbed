#include "kernel/quick_method.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/tolerances.hpp"
#include "math/lanes.hpp"
#include "math/small_solve.hpp"

namespace poise {

namespace {

constexpr double kClear = 1e-5;  // a row whose new part is a smaller share than this is left to the general method

int padded(int lanes) { return (lanes + kLanes - 1) / kLanes * kLanes; }
int whole_lanes(int lane) { return lane / kLanes * kLanes; }

}  // namespace

// The levels, and what rides along, in their lanes; the same for all guesses.
void QuickMethod::spread(const std::vector<LevelRows>& levels, const Objective& pull) {
  given_.resize(stride_, n_);
  given_.bottomRows(stride_ - aside_).setZero();
  wanted_.setZero(stride_);
  for (const Group& group : groups_) {
    if (group.kept >= 0) continue;
    const LevelRows& level = levels[static_cast<std::size_t>(group.level)];
    const int m = group.end - group.first;
    for (int j = 0; j < m; ++j) {
      const double* row = level.Jt.data() + static_cast<std::ptrdiff_t>(j) * n_;
      double* lane = given_.data() + group.lane + j;
      for (int i = 0; i < n_; ++i) lane[static_cast<std::ptrdiff_t>(i) * stride_] = row[i];
    }
    wanted_.segment(group.lane, m) = level.e;
  }
  if (last_ < 0) return;
  if (pull.gradient.size() > 0)
    target_ = pull.gradient / -stiffness_;
  else
    aim_at(levels[static_cast<std::size_t>(last_)]);
  int lane = aside_ + 1;
  for (const int dof : free_) given_(lane++, dof) = 1.0;
  given_.row(aside_) = target_.transpose();
}

// The bounds that this guess holds.
void QuickMethod::add_bounds(const Bounds& bounds) {
  work_ = given_;
  for (const Group& group : groups_) {
    if (group.kept < 0) continue;
    const BoundRow& bound = bounds[static_cast<std::size_t>(kept_[static_cast<std::size_t>(group.kept)].row)];
    for (int i = bound.begin; i < bound.end; ++i) work_(group.lane, bounds.dof(i)) += bounds.factor(i);
    wanted_[group.lane] = target_of_kept(bounds, group);
  }
}

double QuickMethod::target_of_kept(const Bounds& bounds, const Group& group) const {
  const Kept& kept = kept_[static_cast<std::size_t>(group.kept)];
  return target_of(bounds[static_cast<std::size_t>(kept.row)], kept.side);
}

void QuickMethod::aim_at(const LevelRows& posture) {
  target_ = posture.e / std::sqrt(stiffness_);
  for (const int dof : free_) target_[dof] = 0.0;
}

// ---- factorisation -----------------------------------------------------------------------------------------------

// All groups, one after the other; false when rows depend on each other, or nearly.
bool QuickMethod::reduce() {
  if (reflectors_.rows() != n_) reflectors_.resize(n_, n_);
  const auto rows = static_cast<std::size_t>(rows_);
  beta_.resize(rows);
  pivot_.resize(rows);
  used_.assign(static_cast<std::size_t>(stride_), 0);
  norms_.resize(stride_);
  whole_.resize(stride_);
  square_lanes(work_.data(), stride_, n_, stride_, whole_.data());
  if (!std::all_of(groups_.begin(), groups_.end(), [&](const Group& group) { return reduce_group(group); }))
    return false;
  join_reflectors();
  return true;
}

// Reflectors by fours: vectors are turned by them much faster than one by one.
void QuickMethod::join_reflectors() {
  joined_.resize(beta_.size() / kBlock);
  for (std::size_t i = 0; i < joined_.size(); ++i) {
    const int first = static_cast<int>(i) * kBlock;
    const double* V = reflectors_.data() + static_cast<std::ptrdiff_t>(first) * n_ + first;
    join_four(V, n_, beta_.data() + first, n_ - first, joined_[i].data());
  }
}

// Householder reflections, the row with the largest new part first.
bool QuickMethod::reduce_group(const Group& group) {
  const int lane = whole_lanes(group.open), width = stride_ - lane;  // lanes before are done with
  const int from = group.lane, to = group.lane + group.end - group.first;
  const bool several = group.end > group.first + 1;
  if (several)
    square_lanes(lanes_of(group.first) + lane, stride_, n_ - group.first, padded(to) - lane, norms_.data() + lane);
  for (int r = group.first; r < group.end; ++r) {
    int best = from;
    if (several) {
      best = -1;
      for (int i = from; i < to; ++i) {
        if (!used_[static_cast<std::size_t>(i)] && (best < 0 || norms_[i] > norms_[best])) best = i;
      }
    }
    const auto at = static_cast<std::size_t>(r);
    double* h = reflectors_.data() + static_cast<std::ptrdiff_t>(r) * n_ + r;
    const double* row = lanes_of(r) + best;
    int end = n_ - r;
    while (end > 1 && row[static_cast<std::ptrdiff_t>(end - 1) * stride_] == 0.0) --end;
    double square = 0.0;
    for (int i = 0; i < end; ++i) {
      h[i] = row[static_cast<std::ptrdiff_t>(i) * stride_];
      square += h[i] * h[i];
    }
    std::fill(h + end, h + (n_ - r), 0.0);  // beside the other reflectors of its block
    std::fill(h - r % kBlock, h, 0.0);
    if (!(square > kClear * kClear * whole_[best])) return false;
    const double length = std::sqrt(square);
    const double alpha = h[0] > 0.0 ? -length : length;
    beta_[at] = 1.0 / (square - alpha * h[0]);
    h[0] -= alpha;
    pivot_[at] = best;
    used_[static_cast<std::size_t>(best)] = 1;
    reflect_lanes(h, beta_[at], end, lanes_of(r) + lane, stride_, width);
    const double* made = lanes_of(r);
    for (int i = from; i < to; ++i) norms_[i] -= made[i] * made[i];
  }
  return true;
}

// ---- solution ----------------------------------------------------------------------------------------------------

// Coordinates group by group: what a row lacks is known once those before it are. What is left of b is not served.
void QuickMethod::solve() {
  b_ = wanted_;
  y_.resize(rows_);
  for (const Group& group : groups_) {
    if (group.damping > 0.0) {
      solve_damped(group);
      continue;
    }
    const int lane = whole_lanes(group.open);
    for (int r = group.first; r < group.end; ++r) {
      const int row = pivot_[static_cast<std::size_t>(r)];
      const double* lanes = lanes_of(r);
      y_[r] = b_[row] / lanes[row];
      subtract_lanes(y_[r], lanes + lane, stride_ - lane, b_.data() + lane);
      b_[row] = 0.0;
    }
  }
  lean_on_last();
}

// min |L y − b|² + λ² |y|² in the group's own coordinates.
void QuickMethod::solve_damped(const Group& group) {
  const int m = group.end - group.first;
  SmallSystem<kMostRows> normal(m);  // (Lᵀ L + λ²) y = Lᵀ b; the rows of L in any order
  for (int i = 0; i < m; ++i) {
    const double* column = lanes_of(group.first + i) + group.lane;
    for (int j = 0; j <= i; ++j) {
      const double* other = lanes_of(group.first + j) + group.lane;
      normal.A(i, j) = i == j ? group.damping : 0.0;
      for (int k = 0; k < m; ++k) normal.A(i, j) += column[k] * other[k];
    }
    normal.b(i) = 0.0;
    for (int k = 0; k < m; ++k) normal.b(i) += column[k] * b_[group.lane + k];
  }
  normal.solve();
  for (int i = 0; i < m; ++i) {
    const int r = group.first + i;
    y_[r] = normal.b(i);
    subtract_lanes(y_[r], lanes_of(r), stride_, b_.data());
  }
}

// What comes last, in the freedom left; see the head of this class.
void QuickMethod::lean_on_last() {
  if (last_ < 0) {
    v_ = turned_back(y_, rows_);
    return;
  }
  VecX d = y_;
  for (int r = 0; r < rows_; ++r) d[r] -= lanes_of(r)[aside_];
  const int m = static_cast<int>(free_.size());
  SmallSystem<kMostRows> system(m);  // B Bᵀ c = B d
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j <= i; ++j) system.A(i, j) = i == j ? kSingular : 0.0;
    system.b(i) = 0.0;
  }
  for (int r = 0; r < rows_; ++r) {
    const double* column = lanes_of(r) + aside_ + 1;
    for (int i = 0; i < m; ++i) {
      for (int j = 0; j <= i; ++j) system.A(i, j) += column[i] * column[j];
      system.b(i) += column[i] * d[r];
    }
  }
  system.solve();
  for (int r = 0; r < rows_; ++r) {
    const double* column = lanes_of(r) + aside_ + 1;
    for (int i = 0; i < m; ++i) d[r] -= column[i] * system.b(i);
  }
  v_ = turned_back(d, rows_);
  v_ += target_;
  for (int i = 0; i < m; ++i) v_[free_[static_cast<std::size_t>(i)]] += system.b(i);
}

// Q₁ y for the first coordinates.
VecX QuickMethod::turned_back(const VecX& y, int count) const {
  VecX v = VecX::Zero(n_);
  v.head(count) = y.head(count);
  int r = count;
  while (r % kBlock != 0) {
    --r;
    reflect_one(reflector(r), beta_[static_cast<std::size_t>(r)], n_ - r, v.data() + r);
  }
  for (r -= kBlock; r >= 0; r -= kBlock)
    reflect_four(reflector(r), n_, joined_[static_cast<std::size_t>(r / kBlock)].data(), false, n_ - r, v.data() + r);
  return v;
}

// Qᵀ v.
VecX QuickMethod::turned_forth(VecX v) const {
  int r = 0;
  for (; r + kBlock <= rows_; r += kBlock)
    reflect_four(reflector(r), n_, joined_[static_cast<std::size_t>(r / kBlock)].data(), true, n_ - r, v.data() + r);
  for (; r < rows_; ++r) reflect_one(reflector(r), beta_[static_cast<std::size_t>(r)], n_ - r, v.data() + r);
  return v;
}

}  // namespace poise
