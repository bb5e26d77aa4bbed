#include "poise/hierarchy.hpp"

#include <algorithm>
#include <cmath>

namespace poise {

namespace {

constexpr double kDependent = 1e-7;  // a row whose new part is a smaller share of it than this is dependent
constexpr double kAtBound = 1e-12;
constexpr double kPulls = 1e-10;  // a multiplier smaller than this is none
constexpr int kMostEntries = 4;   // a bound that keeps coming back stays: no cycles

double value_of(const BoundRow& bound, const VecX& v) { return bound.dof >= 0 ? v[bound.dof] : bound.row.dot(v); }

double target_of(const BoundRow& bound, Held side) { return side == Held::kUpper ? bound.upper : bound.lower; }

}  // namespace

VecX lacking(const LevelRows& level, const VecX& v) {
  VecX lack = level.e - level.Jt.transpose() * v;
  for (Eigen::Index i = 0; i < level.low.size(); ++i) {
    if (level.low[i] == level.high[i]) continue;
    const double value = level.Jt.col(i).dot(v);
    lack[i] = value < level.low[i] ? level.low[i] - value : (value > level.high[i] ? level.high[i] - value : 0.0);
  }
  return lack;
}

void Hierarchy::prepare(int n) {
  if (n != n_) {
    n_ = n;
    reflectors_.resize(n, n);
    beta_.resize(n);
    pivot_.resize(static_cast<std::size_t>(n));
    work_.resize(n, 4 * n);
  }
  y_.setZero(n);
  v_.setZero(n);
  rank_ = columns_ = rounds_ = 0;
  active_.clear();
  needed_.clear();
}

void Hierarchy::reserve(int columns) {
  if (work_.cols() < columns) work_.conservativeResize(n_, 2 * columns);
}

// Apply reflectors [from, to) to a column.
void Hierarchy::reflect(double* column, int from, int to) const {
  for (int i = from; i < to; ++i) {
    const Eigen::Map<const VecX> h(&reflectors_(i, i), n_ - i);
    Eigen::Map<VecX> c(column + i, n_ - i);
    c.noalias() -= (beta_[i] * h.dot(c)) * h;
  }
}

// v = Q y.
VecX Hierarchy::unreflected() const {
  VecX v = y_;
  for (int i = rank_ - 1; i >= 0; --i) {
    const Eigen::Map<const VecX> h(&reflectors_(i, i), n_ - i);
    v.tail(n_ - i).noalias() -= (beta_[i] * h.dot(v.tail(n_ - i))) * h;
  }
  return v;
}

void Hierarchy::gather(const BoundRow& bound) {
  reserve(columns_ + 1);
  if (bound.dof < 0) {
    work_.col(columns_) = bound.row;
  } else {
    work_.col(columns_).setZero();
    work_(bound.dof, columns_) = 1.0;
  }
  ++columns_;
}

// QR with row pivoting of the last `columns` columns: each pivot adds a coordinate; dependent rows add none.
Hierarchy::Block Hierarchy::reduce(int m) {
  Block block{rank_, 0, columns_ - m, m};
  norms_.resize(m);
  whole_.resize(m);
  used_.assign(static_cast<std::size_t>(m), 0);
  for (int i = 0; i < m; ++i) {
    auto column = work_.col(block.start + i);
    whole_[i] = column.squaredNorm();
    reflect(column.data(), 0, rank_);
    norms_[i] = column.tail(n_ - rank_).squaredNorm();
  }
  while (rank_ < n_ && block.rank < m) {
    int best = -1;
    for (int i = 0; i < m; ++i) {
      const bool has_new_part = norms_[i] > kDependent * kDependent * whole_[i] && norms_[i] > 1e-24;
      if (!used_[static_cast<std::size_t>(i)] && has_new_part && (best < 0 || norms_[i] > norms_[best])) best = i;
    }
    if (best < 0) break;
    const int r = rank_;
    double* c = work_.col(block.start + best).data();
    Eigen::Map<VecX> tail(c + r, n_ - r);
    const double length = tail.norm();
    const double alpha = c[r] > 0.0 ? -length : length;
    Eigen::Map<VecX> h(&reflectors_(r, r), n_ - r);
    h = tail;
    h[0] -= alpha;
    beta_[r] = 1.0 / (length * length - alpha * c[r]);
    tail.setZero();
    c[r] = alpha;
    used_[static_cast<std::size_t>(best)] = 1;
    pivot_[static_cast<std::size_t>(r)] = block.start + best;
    ++rank_;
    ++block.rank;
    for (int i = 0; i < m; ++i) {
      if (used_[static_cast<std::size_t>(i)]) continue;
      auto column = work_.col(block.start + i);
      reflect(column.data(), r, r + 1);
      norms_[i] -= column[r] * column[r];
      // Downdating loses digits: measure again when little is left.
      if (norms_[i] < 1e-5 * whole_[i]) norms_[i] = column.tail(n_ - rank_).squaredNorm();
    }
  }
  return block;
}

// The block's coordinates: min |Rᵀ y − b|² + λ² |y|², with b what earlier coordinates leave to do.
void Hierarchy::solve(const Block& block, const VecX& wanted, double damping, const MatX* curvature) {
  const int m = block.columns, r = block.rank;
  if (r == 0) return;
  b_.resize(m);
  for (int i = 0; i < m; ++i)
    b_[i] = wanted[i] - work_.col(block.start + i).head(block.first).dot(y_.head(block.first));
  if (r == m && damping == 0.0) {  // triangular in pivot order
    for (int k = block.first; k < block.first + r; ++k) {
      const int column = pivot_[static_cast<std::size_t>(k)];
      const int above = k - block.first;
      const double known = work_.col(column).segment(block.first, above).dot(y_.segment(block.first, above));
      y_[k] = (b_[column - block.start] - known) / work_(k, column);
    }
    return;
  }
  const auto R = work_.block(block.first, block.start, r, m);
  if (damping > 0.0) {
    MatX normal = R * R.transpose();
    normal.diagonal().array() += damping;
    if (curvature != nullptr && curvature->size() > 0) {
      const MatX Q = directions(block);
      const MatX bent = normal + Q.transpose() * *curvature * Q;
      if (bent.llt().info() == Eigen::Success) normal = bent;  // only a valley has a bottom to go to
    }
    y_.segment(block.first, r) = normal.llt().solve(R * b_);
  } else {
    y_.segment(block.first, r) = R.transpose().householderQr().solve(b_);
  }
}

// The block's coordinate axes as steps: columns of Q.
MatX Hierarchy::directions(const Block& block) const {
  MatX Q = MatX::Zero(n_, block.rank);
  for (int j = 0; j < block.rank; ++j) {
    Q(block.first + j, j) = 1.0;
    for (int i = block.first + block.rank - 1; i >= 0; --i) {
      const Eigen::Map<const VecX> h(&reflectors_(i, i), n_ - i);
      Q.col(j).tail(n_ - i) -= (beta_[i] * h.dot(Q.col(j).tail(n_ - i))) * h;
    }
  }
  return Q;
}

// Reduce the held bounds and go to them; those that depend on what is above are satisfied and cannot be held.
Hierarchy::Block Hierarchy::factor_held(const std::vector<BoundRow>& bounds) {
  for (const HeldRow& h : active_) gather(bounds[static_cast<std::size_t>(h.row)]);
  const Block block = reduce(static_cast<int>(active_.size()));
  VecX wanted(block.columns);
  for (int i = 0; i < block.columns; ++i) {
    const HeldRow& h = active_[static_cast<std::size_t>(i)];
    wanted[i] = target_of(bounds[static_cast<std::size_t>(h.row)], h.side);
  }
  solve(block, wanted, 0.0);
  return block;
}

Hierarchy::Block Hierarchy::factor_wish(const Wish& wish) {
  if (wish.rows == nullptr) {
    VecX turned = *wish.pull;
    reflect(turned.data(), 0, rank_);
    y_.tail(n_ - rank_) = turned.tail(n_ - rank_);
    return {rank_, 0, columns_, 0};
  }
  const auto m = static_cast<int>(wish.rows->Jt.cols());
  const auto add = [&](const MatX& Jt) {
    reserve(columns_ + m);
    work_.middleCols(columns_, m) = Jt;
    columns_ += m;
    return reduce(m);
  };
  if (wish.rows->recruits.cols() == 0) {
    const Block block = add(wish.rows->Jt);
    solve(block, wish.rows->e, wish.rows->damping, &wish.rows->curvature);
    y_.tail(n_ - rank_).setZero();
    return block;
  }
  // Who may help moves the task by its own rows; the true rows then lock it against all levels below.
  const Block helpers = add(wish.rows->recruits);
  solve(helpers, wish.rows->e, wish.rows->damping);
  y_.tail(n_ - rank_).setZero();
  const Block lock = add(wish.rows->Jt);
  return {helpers.first, helpers.rank + lock.rank, lock.start, lock.columns};
}

// The bound that stops the way from v_ to `target` first, and the share of the way up to it; −1 when none does.
int Hierarchy::blocking(const VecX& target, const std::vector<BoundRow>& bounds, double& share) const {
  int first = -1;
  share = 1.0;
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    if (is_held_[i] || bounds[i].equality) continue;
    const double from = value_of(bounds[i], v_), to = value_of(bounds[i], target);
    const bool over = to > bounds[i].upper + kAtBound, under = to < bounds[i].lower - kAtBound;
    if (!over && !under) continue;
    const double room = over ? bounds[i].upper - from : from - bounds[i].lower;
    const double reach = std::max(0.0, room) / std::abs(to - from);
    if (reach < share || first < 0) {
      share = std::min(1.0, reach);
      first = static_cast<int>(i);
    }
  }
  return first;
}

// μ of the held rows: T μ = −g, with T their pivot columns and g the level's gradient in their coordinates.
VecX Hierarchy::multipliers(const Block& held_block, const Block& level, const Wish& wish) const {
  const int first = held_block.first, r = held_block.rank;
  VecX g(r);
  if (wish.rows == nullptr) {
    VecX turned = *wish.pull;
    reflect(turned.data(), 0, rank_);
    g = (y_ - turned).segment(first, r);
  } else {
    const int upto = level.first + level.rank;
    VecX residual(level.columns);
    for (int i = 0; i < level.columns; ++i) {
      residual[i] = work_.col(level.start + i).head(upto).dot(y_.head(upto)) - wish.rows->e[i];
    }
    g = work_.block(first, level.start, r, level.columns) * residual;
  }
  VecX mu = VecX::Zero(held_block.columns);
  for (int i = r - 1; i >= 0; --i) {
    const int column = pivot_[static_cast<std::size_t>(first + i)];
    const double m = -g[i] / work_(first + i, column);
    g.head(i) += m * work_.col(column).segment(first, i);
    mu[column - held_block.start] = m;
  }
  return mu;
}

// Let go of the bound that the level pulls away from most. False when there is none.
bool Hierarchy::let_go(const VecX& mu) {
  int gone = -1;
  double most = kPulls;
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const double pull =
        active_[i].side == Held::kUpper ? -mu[static_cast<Eigen::Index>(i)] : mu[static_cast<Eigen::Index>(i)];
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
void Hierarchy::keep_needed(const VecX& mu, int rank, int columns, const Wish& wish,
                            const std::vector<BoundRow>& bounds) {
  std::vector<HeldRow> leaning, others;
  for (std::size_t i = 0; i < active_.size(); ++i) {
    (std::abs(mu[static_cast<Eigen::Index>(i)]) > kPulls ? leaning : others).push_back(active_[i]);
  }
  needed_.insert(needed_.end(), leaning.begin(), leaning.end());
  if (others.empty()) {
    active_.clear();
    return;
  }
  rank_ = rank;
  columns_ = columns;
  active_ = leaning;
  factor_held(bounds);
  factor_wish(wish);
  y_ = v_;
  reflect(y_.data(), 0, rank_);
  active_ = others;
}

void Hierarchy::solve_level(const Wish& wish, const std::vector<BoundRow>& bounds) {
  const int rank = rank_, columns = columns_;
  if (rank == n_) return;
  const VecX above = y_.head(rank);
  for (;;) {
    ++rounds_;
    rank_ = rank;
    columns_ = columns;
    y_.head(rank) = above;
    const Block held_block = factor_held(bounds);
    const Block level = factor_wish(wish);
    const VecX target = unreflected();
    double share = 1.0;
    const int row = blocking(target, bounds, share);
    if (row >= 0) {
      const BoundRow& bound = bounds[static_cast<std::size_t>(row)];
      const Held side = value_of(bound, target) > bound.upper ? Held::kUpper : Held::kLower;
      v_ += share * (target - v_);
      active_.push_back({row, side});
      is_held_[static_cast<std::size_t>(row)] = 1;
      ++entries_[static_cast<std::size_t>(row)];
      continue;
    }
    v_ = target;
    const VecX mu = multipliers(held_block, level, wish);
    if (let_go(mu)) continue;
    keep_needed(mu, rank, columns, wish, bounds);
    return;
  }
}

// Of a level with inequalities: those that hold become bounds, the rest is what it must work for.
const LevelRows& Hierarchy::sorted(const LevelRows& level) {
  if (level.low.size() == 0) return level;
  std::vector<Eigen::Index> kept;
  wanted_.e.resize(level.e.size());
  for (Eigen::Index i = 0; i < level.e.size(); ++i) {
    const double value = level.Jt.col(i).dot(v_), length = level.Jt.col(i).norm();
    const bool inside = value >= level.low[i] - kAtBound && value <= level.high[i] + kAtBound;
    if (level.low[i] == level.high[i] || !inside) {
      wanted_.e[static_cast<Eigen::Index>(kept.size())] = value < level.low[i] ? level.low[i] : level.high[i];
      kept.push_back(i);
    } else if (length > 1e-12) {
      bounds_.push_back({-1, level.Jt.col(i) / length, level.low[i] / length, level.high[i] / length, false});
      is_held_.push_back(0);
      entries_.push_back(0);
    }
  }
  const auto m = static_cast<Eigen::Index>(kept.size());
  wanted_.e.conservativeResize(m);
  wanted_.Jt.resize(n_, m);
  wanted_.recruits.resize(n_, level.recruits.cols() > 0 ? m : 0);
  for (Eigen::Index i = 0; i < m; ++i) {
    wanted_.Jt.col(i) = level.Jt.col(kept[static_cast<std::size_t>(i)]);
    if (level.recruits.cols() > 0) wanted_.recruits.col(i) = level.recruits.col(kept[static_cast<std::size_t>(i)]);
  }
  wanted_.damping = level.damping;
  wanted_.curvature = level.curvature;
  return wanted_;
}

VecX Hierarchy::within(double radius) const {
  VecX inside = VecX::Zero(n_);
  for (const VecX& next : reached_) {
    double share = 1.0;
    for (int i = 0; i < n_; ++i) {
      if (std::abs(next[i]) <= radius) continue;
      const double more = next[i] - inside[i];
      share = std::min(share, std::max(0.0, ((more > 0.0 ? radius : -radius) - inside[i]) / more));
    }
    inside += share * (next - inside);
    if (share < 1.0) break;
  }
  return inside;
}

const VecX& Hierarchy::step(const std::vector<LevelRows>& levels, std::size_t count, const std::vector<BoundRow>& given,
                            std::vector<Held>& held, const VecX& pull) {
  bool inequalities = false;
  for (std::size_t k = 0; k < count; ++k) inequalities = inequalities || levels[k].low.size() > 0;
  if (inequalities) bounds_ = given;
  const std::vector<BoundRow>& bounds = inequalities ? bounds_ : given;
  prepare(count > 0 ? static_cast<int>(levels[0].Jt.rows()) : static_cast<int>(pull.size()));
  entries_.assign(bounds.size(), 0);
  is_held_.assign(bounds.size(), 0);
  // Couplings that are equalities stand above all levels.
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    if (bounds[i].equality) active_.push_back({static_cast<int>(i), Held::kUpper});
  }
  factor_held(bounds);
  v_ = unreflected();
  needed_ = active_;
  active_.clear();
  // The guess: what was held and is at its bound still.
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    if (held[i] == Held::kNo || bounds[i].equality) continue;
    if (std::abs(target_of(bounds[i], held[i]) - value_of(bounds[i], v_)) > kAtBound) continue;
    active_.push_back({static_cast<int>(i), held[i]});
    is_held_[i] = 1;
  }
  reached_.clear();
  for (std::size_t k = 0; k < count; ++k) {
    solve_level({&sorted(levels[k]), nullptr}, bounds);
    reached_.push_back(v_);
  }
  if (pull.size() == n_) {
    solve_level({nullptr, &pull}, bounds);
    reached_.push_back(v_);
  }
  std::fill(held.begin(), held.end(), Held::kNo);
  for (const auto* rows : {&needed_, &active_}) {
    for (const HeldRow& h : *rows) {
      if (static_cast<std::size_t>(h.row) < held.size()) held[static_cast<std::size_t>(h.row)] = h.side;
    }
  }
  return v_;
}

}  // namespace poise
