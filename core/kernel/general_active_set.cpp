// The bounds that hold a level: its active set.
#include <algorithm>
#include <cmath>

#include "kernel/general_method.hpp"
#include "kernel/tolerances.hpp"

namespace poise {

namespace {

constexpr int kMostEntries = 4;  // a bound that keeps coming back stays: no cycles

}  // namespace

// Hold one bound behind what is there already, and go to it. A bound that depends on what is there cannot be held.
bool GeneralMethod::hold(HeldRow& held) {
  reserve(columns_ + 1);
  double* c = column(columns_);
  const auto row = static_cast<std::size_t>(held.row);
  bounds_.write(row, n_, c);
  const int r = q_.count();
  const double whole = Eigen::Map<const VecX>(c, n_).squaredNorm();
  q_.apply(c, 0, 1, 0, r);
  held.pivot = -1;
  if (r == n_ || Eigen::Map<const VecX>(c + r, n_ - r).squaredNorm() <= kDependent * kDependent * whole) return false;
  q_.grow(c);
  held.pivot = r;
  pivot_[static_cast<std::size_t>(r)] = columns_;
  owner_[static_cast<std::size_t>(columns_)] = {-1, held.row};
  ++columns_;
  const Eigen::Map<const VecX> head(c, r);
  y_[r] = (target_of(bounds_[row], held.side) - head.dot(y_.head(r))) / c[r];
  return true;
}

// Hold all bounds of the active set behind the first `rank` coordinates.
void GeneralMethod::hold_active(int rank, int columns) {
  q_.shrink(rank);
  columns_ = columns;
  for (HeldRow& held : active_) hold(held);
}

// What the held bounds leave of the columns and the model of the level at hand.
void GeneralMethod::stage(int rank) {
  staged_ = base_;
  q_.apply(staged_.data(), n_, static_cast<int>(staged_.cols()), rank, q_.count());
  staged_hessian_ = base_hessian_;
  staged_rank_ = q_.count();
  if (staged_hessian_.size() > 0) reflect_model(staged_hessian_, rank, q_.count());
}

// Where the active set has a bound: those given, then the inequalities of all levels.
std::size_t GeneralMethod::slot(std::size_t bound) const {
  if (bound < given_) return bound;
  const Owner& row = origin_[bound - given_];
  return first_row_[static_cast<std::size_t>(row.level)] + static_cast<std::size_t>(row.row);
}

// The bound that stops the way from v_ to target_ first, and the share of the way up to it; −1 when none does.
int GeneralMethod::blocking(double& share) const {
  int first = -1;
  share = 1.0;
  for (std::size_t i = 0; i < bounds_.size(); ++i) {
    const BoundRow& bound = bounds_[i];
    if (is_held_[i] || bound.equality) continue;
    const double to = bounds_.value(i, target_);
    const bool over = to > bound.upper + kAtBound, under = to < bound.lower - kAtBound;
    if (!over && !under) continue;
    const double from = bounds_.value(i, v_);
    const double room = over ? bound.upper - from : from - bound.lower;
    const double reach = std::max(0.0, room) / std::abs(to - from);
    if (reach < share || first < 0) {
      share = std::min(1.0, reach);
      first = static_cast<int>(i);
    }
  }
  return first;
}

// The gradient of what the wish minimises, at target_, in y coordinates.
VecX GeneralMethod::gradient(const Wish& wish, const Block& level) const {
  VecX g;
  if (wish.kind == Kind::kPull) {
    g = wish.gradient + wish.damping * target_;
  } else if (wish.is_bent()) {
    g = wish.gradient + wish.hessian * target_;
  } else if (wish.kind == Kind::kDiagonal) {
    g = wish.rows->diagonal.cwiseProduct(wish.rows->diagonal.cwiseProduct(target_) - wish.rows->e);
  } else {
    const int upto = level.first + level.rank;
    g = VecX::Zero(n_);
    for (int i = 0; i < level.columns; ++i) {
      const Eigen::Map<const VecX> c(column(level.start + i), upto);
      g.head(upto) += (c.dot(y_.head(upto)) - wish.rows->e[i]) * c;
    }
    return g;
  }
  q_.apply(g);
  return g;
}

// μ of the coordinates [0, rank): Σ μ_i a_i = −g.
const VecX& GeneralMethod::multipliers(const VecX& gradient, int rank) {
  mu_ = gradient.head(rank);
  for (int i = rank - 1; i >= 0; --i) {
    const double* c = column(pivot_[static_cast<std::size_t>(i)]);
    mu_[i] = -mu_[i] / c[i];
    mu_.head(i) += mu_[i] * Eigen::Map<const VecX>(c, i);
  }
  return mu_;
}

// Let go of the bound that the level pulls away from most. False when there is none.
bool GeneralMethod::let_go() {
  int gone = -1;
  double most = kNoPull;
  for (std::size_t i = 0; i < active_.size(); ++i) {
    if (active_[i].pivot < 0) continue;
    const double mu = mu_[active_[i].pivot];
    const double pull = active_[i].side == Side::kUpper ? -mu : mu;
    if (pull > most && entries_[static_cast<std::size_t>(active_[i].row)] < kMostEntries) {
      most = pull;
      gone = static_cast<int>(i);
    }
  }
  if (gone < 0) return false;
  is_held_[static_cast<std::size_t>(active_[static_cast<std::size_t>(gone)].row)] = 0;
  active_.erase(active_.begin() + gone);
  return true;
}

// The bounds this level leans on stay ahead of it for good; the others are left to the next level to decide about.
void GeneralMethod::keep_needed(Wish& wish, int rank, int columns) {
  std::vector<HeldRow> leaning, others;
  bool loose = false;
  for (const HeldRow& held : active_) {
    if (held.pivot >= 0 && std::abs(mu_[held.pivot]) > kNoPull) {
      leaning.push_back(held);
      const auto row = static_cast<std::size_t>(held.row);
      needed_[slot(row)] = {held.side, wish.level};
    } else {
      others.push_back(held);
      loose = loose || held.pivot >= 0;
    }
  }
  if (loose) {
    active_ = leaning;
    hold_active(rank, columns);
    stage(rank);
    meet(wish);
    y_ = v_;
    q_.apply(y_);
  }
  active_ = others;
}

void GeneralMethod::solve_wish(Wish& wish) {
  const int rank = q_.count(), columns = columns_;
  const VecX start = v_;
  const int begun = rounds_;
  const bool bends = wish.is_bent() && bending_ != nullptr;
  const bool free = rank < n_ && !closed_;
  bool again = false;
  if (free || bends) hold_active(rank, columns);
  if (bends) bend(wish);
  if (!free) {
    q_.shrink(rank);
    columns_ = columns;
    return;
  }
  base_hessian_.resize(0, 0);
  write_source(wish, rank);
  stage(rank);
  for (;;) {
    ++rounds_;
    const int first = q_.count(), bare = columns_;
    const Block block = meet(wish);
    target_ = y_;
    q_.unapply(target_);
    double share = 1.0;
    const int row = blocking(share);
    if (row >= 0) {
      const auto at = static_cast<std::size_t>(row);
      const Side side = bounds_.value(at, target_) > bounds_[at].upper ? Side::kUpper : Side::kLower;
      v_ += share * (target_ - v_);
      q_.shrink(first);
      columns_ = bare;
      active_.push_back({row, side, -1});
      is_held_[at] = 1;
      ++entries_[at];
      if (hold(active_.back())) {
        q_.apply(staged_.data(), n_, static_cast<int>(staged_.cols()), first, first + 1);
        if (staged_hessian_.size() > 0) reflect_hessian(staged_hessian_, first, first);
        staged_rank_ = first + 1;
      }
      continue;
    }
    v_ = target_;
    if (!active_.empty()) {
      multipliers(gradient(wish, block), first);
      if (let_go()) {
        hold_active(rank, columns);
        stage(rank);
        continue;
      }
    }
    if (bends && rounds_ > begun + 1) {
      // Other bounds hold it than its curvature was made for.
      q_.shrink(first);
      columns_ = bare;
      y_ = v_;
      q_.apply(y_);
      const bool misled = bend_anew(wish, start) && !again;
      wish.staged = misled;
      if (misled) {
        again = true;
        v_ = start;
        hold_active(rank, columns);
        write_source(wish, rank);
        stage(rank);
        continue;
      }
    }
    if (!active_.empty()) keep_needed(wish, rank, columns);
    if (wish.is_bent() && !wish.last) lock_curved(wish, (v_ - start).norm());
    return;
  }
}

}  // namespace poise
