#include "poise/hierarchy.hpp"

#include <algorithm>
#include <cmath>

namespace poise {

namespace {

constexpr double kDependent = 1e-7;  // a row whose new part is a smaller share of it than this is dependent
constexpr double kAtBound = 1e-12, kStillAtBound = 1e-3;
constexpr double kPulls = 1e-10;    // a multiplier smaller than this is none
constexpr double kSingular = 1e-9;  // what keeps a diagonal level's small system regular
constexpr int kMostEntries = 4;     // a bound that keeps coming back stays: no cycles

bool helps(const LevelRows& level, Eigen::Index freedom) { return (level.recruits.row(freedom).array() != 0.0).any(); }

bool everybody_helps(const LevelRows& level) {
  for (Eigen::Index i = 0; i < level.Jt.rows(); ++i) {
    if (!helps(level, i) && (level.Jt.row(i).array() != 0.0).any()) return false;
  }
  return true;
}

// The unit vectors of those degrees of freedom that may help.
MatX freedoms_of_helpers(const LevelRows& level) {
  const Eigen::Index n = level.Jt.rows();
  MatX units = MatX::Zero(n, n);
  Eigen::Index m = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    if (helps(level, i)) units(i, m++) = 1.0;
  }
  return units.leftCols(m);
}

double target_of(const BoundRow& bound, Held side) { return side == Held::kUpper ? bound.upper : bound.lower; }

}  // namespace

MatX rows_of(const LevelRows& level) {
  if (level.roots.size() == 0) return level.Jt;
  return MatX(level.roots.asDiagonal());
}

VecX lacking(const LevelRows& level, const VecX& v) {
  if (level.roots.size() > 0) return level.e - level.roots.cwiseProduct(v);
  VecX lack = level.e - level.Jt.transpose() * v;
  for (Eigen::Index i = 0; i < level.low.size(); ++i) {
    if (level.low[i] == level.high[i]) continue;
    const double value = level.Jt.col(i).dot(v);
    lack[i] = value < level.low[i] ? level.low[i] - value : (value > level.high[i] ? level.high[i] - value : 0.0);
  }
  return lack;
}

double foretold(const LevelRows& level, const VecX& v) {
  const VecX lack = lacking(level, v);
  if (!level.bent || level.curvature.size() == 0) return lack.norm();
  return std::sqrt(std::max(0.0, lack.squaredNorm() + v.dot(level.curvature * v)));
}

void Hierarchy::prepare(int n) {
  if (n != n_) {
    n_ = n;
    pivot_.resize(static_cast<std::size_t>(n));
    work_.resize(n, 4 * n);
    owner_.resize(static_cast<std::size_t>(4 * n));
  }
  q_.clear(n);
  y_.setZero(n);
  v_.setZero(n);
  columns_ = rounds_ = 0;
  stages_ = 0;
  closed_ = false;
  active_.clear();
}

void Hierarchy::reserve(int columns) {
  if (work_.cols() >= columns) return;
  work_.conservativeResize(n_, 2 * columns);
  owner_.resize(static_cast<std::size_t>(2 * columns));
}

// ---- held bounds -------------------------------------------------------------------------------------------------

// Hold one bound behind what is there already, and go to it. A bound that depends on what is there cannot be held.
bool Hierarchy::hold(HeldRow& held) {
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

void Hierarchy::hold_all(int rank, int columns) {
  q_.shrink(rank);
  columns_ = columns;
  for (HeldRow& held : active_) hold(held);
  staged_ = base_;
  q_.apply(staged_.data(), n_, static_cast<int>(staged_.cols()), rank, q_.count());
  staged_hessian_ = base_hessian_;
  for (int i = rank; i < q_.count() && staged_hessian_.size() > 0; ++i) reflect_hessian(staged_hessian_, i);
}

// Where the active set has a bound: those given, then the inequalities of all levels.
std::size_t Hierarchy::slot(std::size_t bound) const {
  if (bound < given_) return bound;
  const Owner& row = origin_[bound - given_];
  return first_row_[static_cast<std::size_t>(row.level)] + static_cast<std::size_t>(row.row);
}

// The bound that stops the way from v_ to target_ first, and the share of the way up to it; −1 when none does.
int Hierarchy::blocking(double& share) const {
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

// ---- a level's rows ----------------------------------------------------------------------------------------------

// The columns that a wish brings along.
void Hierarchy::write_source(const Wish& wish) {
  switch (wish.kind) {
    case Kind::kRows:
      base_ = wish.rows->roots.size() > 0 ? rows_of(*wish.rows) : wish.rows->Jt;
      break;
    case Kind::kRecruits:
      if (wish.is_bent()) {
        reduce_hessian(wish.hessian, base_hessian_);
        helpers_ = freedoms_of_helpers(*wish.rows);
      } else {
        helpers_ = wish.rows->recruits;
      }
      base_.resize(n_, helpers_.cols() + wish.rows->Jt.cols());
      base_ << helpers_, wish.rows->Jt;
      break;
    case Kind::kDiagonal: {  // unit vectors of the degrees of freedom that do not matter to it
      int m = 0;
      base_.resize(n_, n_);
      for (int i = 0; i < n_; ++i) {
        if (wish.rows->roots[i] == 0.0) base_.col(m++) = VecX::Unit(n_, i);
      }
      base_.conservativeResize(n_, m);
      break;
    }
    case Kind::kQuadratic:
      reduce_hessian(wish.hessian, base_hessian_);
      base_.resize(n_, 0);
      break;
    case Kind::kPull:
      base_.resize(n_, 0);
      break;
  }
  q_.apply(base_.data(), n_, static_cast<int>(base_.cols()), 0, q_.count());
}

// QR with row pivoting of the last m columns: each pivot adds a coordinate; dependent rows add none.
Hierarchy::Block Hierarchy::reduce(int m, int level) {
  Block block{q_.count(), 0, columns_ - m, m};
  norms_.resize(m);
  whole_.resize(m);
  used_.assign(static_cast<std::size_t>(m), 0);
  for (int i = 0; i < m; ++i) {
    const double* c = column(block.start + i);
    owner_[static_cast<std::size_t>(block.start + i)] = {level, i};
    norms_[i] = Eigen::Map<const VecX>(c + block.first, n_ - block.first).squaredNorm();
    whole_[i] = norms_[i] + Eigen::Map<const VecX>(c, block.first).squaredNorm();
  }
  while (q_.count() < n_ && block.rank < m) {
    int best = -1;
    for (int i = 0; i < m; ++i) {
      const bool has_new_part = norms_[i] > kDependent * kDependent * whole_[i] && norms_[i] > 1e-24;
      if (!used_[static_cast<std::size_t>(i)] && has_new_part && (best < 0 || norms_[i] > norms_[best])) best = i;
    }
    if (best < 0) break;
    const int r = q_.count();
    q_.grow(column(block.start + best));
    used_[static_cast<std::size_t>(best)] = 1;
    pivot_[static_cast<std::size_t>(r)] = block.start + best;
    ++block.rank;
    if (block.rank == m) break;
    q_.apply(column(block.start), n_, best, r, r + 1);  // older pivots have nothing left there that could change
    q_.apply(column(block.start + best + 1), n_, m - best - 1, r, r + 1);
    for (int i = 0; i < m; ++i) {
      if (used_[static_cast<std::size_t>(i)]) continue;
      const double* c = column(block.start + i);
      norms_[i] -= c[r] * c[r];
      // Downdating loses digits: measure again when little is left.
      if (norms_[i] < 1e-5 * whole_[i]) norms_[i] = Eigen::Map<const VecX>(c + r + 1, n_ - r - 1).squaredNorm();
    }
  }
  return block;
}

// What the coordinates before a block leave for its columns to do.
void Hierarchy::leave(const Block& block, const VecX& wanted) {
  b_.resize(block.columns);
  for (int i = 0; i < block.columns; ++i)
    b_[i] = wanted[i] - Eigen::Map<const VecX>(column(block.start + i), block.first).dot(y_.head(block.first));
}

// The block's coordinates: min |Rᵀ y − b|² + λ² |y|².
void Hierarchy::solve_within(const Block& block, double damping) {
  const auto R = work_.block(block.first, block.start, block.rank, block.columns);
  auto y = y_.segment(block.first, block.rank);
  if (block.rank == 0) return;
  if (damping > 0.0) {
    MatX normal = R * R.transpose();
    normal.diagonal().array() += damping;
    y = normal.llt().solve(R * b_);
  } else {
    y = R.transpose().colPivHouseholderQr().solve(b_);
  }
}

// The same for columns that made the block: triangular in pivot order when none depends on others.
void Hierarchy::solve_block(const Block& block, double damping) {
  if (block.rank < block.columns || damping > 0.0) return solve_within(block, damping);
  for (int k = block.first; k < block.first + block.rank; ++k) {
    const int pivot = pivot_[static_cast<std::size_t>(k)];
    const int above = k - block.first;
    const double* c = column(pivot);
    const double known = Eigen::Map<const VecX>(c + block.first, above).dot(y_.segment(block.first, above));
    y_[k] = (b_[pivot - block.start] - known) / c[k];
  }
}

// Those who may help span the directions that the level may use, projected on the freedom left: others move only to
// make up for what helping does to the levels above. Within them its true rows are served; they then lock it.
Hierarchy::Block Hierarchy::meet_recruits(Wish& wish) {
  const auto m = static_cast<int>(wish.rows->Jt.cols()), some = static_cast<int>(staged_.cols()) - m;
  reserve(columns_ + some + m);
  work_.middleCols(columns_, some) = staged_.leftCols(some);
  columns_ += some;
  const Block helpers = reduce(some, -2);
  work_.middleCols(columns_, m) = staged_.rightCols(m);
  q_.apply(column(columns_), n_, m, helpers.first, q_.count());
  const Block served{helpers.first, helpers.rank, columns_, m};
  if (wish.is_bent()) {
    meet_quadratic(wish, helpers.first, helpers.rank);
  } else {
    leave(served, wish.rows->e);
    solve_within(served, wish.damping);
  }
  columns_ += m;
  const Block lock = reduce(m, wish.level);
  y_.tail(n_ - q_.count()).setZero();
  return {helpers.first, helpers.rank + lock.rank, lock.start, m};
}

// Where the wish would go with the bounds held now: the coordinates that are left, and the block that it takes.
Hierarchy::Block Hierarchy::meet(Wish& wish) {
  const auto add = [&](Eigen::Index from, Eigen::Index m, int level) {
    reserve(columns_ + static_cast<int>(m));
    work_.middleCols(columns_, m) = staged_.middleCols(from, m);
    columns_ += static_cast<int>(m);
    return reduce(static_cast<int>(m), level);
  };
  const auto finish = [&](Block block) {
    y_.tail(n_ - q_.count()).setZero();
    return block;
  };
  switch (wish.kind) {
    case Kind::kRows: {
      const Block block = add(0, staged_.cols(), wish.level);
      leave(block, wish.rows->e);
      solve_block(block, wish.damping);
      return finish(block);
    }
    case Kind::kRecruits:
      return meet_recruits(wish);
    case Kind::kDiagonal:
      meet_diagonal(wish);
      return {q_.count(), 0, columns_, 0};
    case Kind::kQuadratic:
      meet_quadratic(wish, q_.count(), n_ - q_.count());
      return {q_.count(), 0, columns_, 0};
    case Kind::kPull: {
      target_ = wish.gradient / -wish.damping;
      q_.apply(target_);
      y_.tail(n_ - q_.count()) = target_.tail(n_ - q_.count());
      return {q_.count(), 0, columns_, 0};
    }
  }
  return {};
}

// A level that wants every degree of freedom alike but for a few, U: min |v − t|² without those. With Z the freedom
// left and A = Uᵀ Z, the normal matrix is 1 − AᵀA, whose inverse is 1 + Aᵀ (1 − A Aᵀ)⁻¹ A (Woodbury).
void Hierarchy::meet_diagonal(const Wish& wish) {
  const int r = q_.count(), free = n_ - r;
  const VecX& roots = wish.rows->roots;
  const double root = roots.maxCoeff();
  target_ = y_;
  target_.tail(free).setZero();
  q_.unapply(target_);
  for (int i = 0; i < n_; ++i) target_[i] = roots[i] > 0.0 ? wish.rows->e[i] / root - target_[i] : 0.0;
  q_.apply(target_);
  auto tail = y_.tail(free);
  tail = target_.tail(free);
  const Eigen::Index m = staged_.cols();
  if (m == 0) return;
  const auto A = staged_.bottomRows(free);  // Aᵀ
  MatX small = -(A.transpose() * A);
  small.diagonal().array() += 1.0 + kSingular;
  tail += A * small.llt().solve(A.transpose() * tail);
}

// ---- the active set of a level -----------------------------------------------------------------------------------

// The gradient of what the wish minimises, at target_, in y coordinates.
VecX Hierarchy::gradient(const Wish& wish, const Block& level) const {
  VecX g;
  if (wish.kind == Kind::kPull) {
    g = wish.gradient + wish.damping * target_;
  } else if (wish.is_bent()) {
    g = wish.gradient + wish.hessian * target_;
  } else if (wish.kind == Kind::kDiagonal) {
    g = wish.rows->roots.cwiseProduct(wish.rows->roots.cwiseProduct(target_) - wish.rows->e);
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
const VecX& Hierarchy::multipliers(const VecX& gradient, int rank) {
  mu_ = gradient.head(rank);
  for (int i = rank - 1; i >= 0; --i) {
    const double* c = column(pivot_[static_cast<std::size_t>(i)]);
    mu_[i] = -mu_[i] / c[i];
    mu_.head(i) += mu_[i] * Eigen::Map<const VecX>(c, i);
  }
  return mu_;
}

// Let go of the bound that the level pulls away from most. False when there is none.
bool Hierarchy::let_go() {
  int gone = -1;
  double most = kPulls;
  for (std::size_t i = 0; i < active_.size(); ++i) {
    if (active_[i].pivot < 0) continue;
    const double mu = mu_[active_[i].pivot];
    const double pull = active_[i].side == Held::kUpper ? -mu : mu;
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
void Hierarchy::keep_needed(Wish& wish, int rank, int columns) {
  std::vector<HeldRow> leaning, others;
  bool loose = false;
  for (const HeldRow& held : active_) {
    if (held.pivot >= 0 && std::abs(mu_[held.pivot]) > kPulls) {
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
    hold_all(rank, columns);
    meet(wish);
    y_ = v_;
    q_.apply(y_);
  }
  active_ = others;
}

void Hierarchy::solve_wish(Wish& wish) {
  if (q_.count() == n_ || closed_) return;
  const int rank = q_.count(), columns = columns_;
  const VecX start = v_;
  const int begun = rounds_;
  bool again = false;
  base_hessian_.resize(0, 0);
  write_source(wish);
  hold_all(rank, columns);
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
      const Held side = bounds_.value(at, target_) > bounds_[at].upper ? Held::kUpper : Held::kLower;
      v_ += share * (target_ - v_);
      q_.shrink(first);
      columns_ = bare;
      active_.push_back({row, side, -1});
      is_held_[at] = 1;
      ++entries_[at];
      if (hold(active_.back())) {
        q_.apply(staged_.data(), n_, static_cast<int>(staged_.cols()), first, first + 1);
        if (staged_hessian_.size() > 0) reflect_hessian(staged_hessian_, first);
      }
      continue;
    }
    v_ = target_;
    if (!active_.empty()) {
      multipliers(gradient(wish, block), first);
      if (let_go()) {
        hold_all(rank, columns);
        continue;
      }
    }
    if (wish.is_bent() && bending_ != nullptr && rounds_ > begun + 1) {
      // Other bounds hold it than its curvature was made for.
      q_.shrink(first);
      columns_ = bare;
      y_ = v_;
      q_.apply(y_);
      const bool misled = bend_anew(wish, start) && !again;
      if (misled) {
        again = true;
        v_ = start;
        q_.shrink(rank);
        columns_ = columns;
        write_source(wish);
        hold_all(rank, columns);
        continue;
      }
    }
    if (!active_.empty()) keep_needed(wish, rank, columns);
    if (wish.is_bent() && !wish.last) lock_curved(wish, (v_ - start).norm());
    return;
  }
}

// ---- what levels ask for -----------------------------------------------------------------------------------------

// Of a level with inequalities: those that hold become bounds, the rest is what it must work for.
const LevelRows& Hierarchy::sorted(const LevelRows& level, int index) {
  kept_.clear();
  if (level.low.size() == 0) return level;
  wanted_.e.resize(level.e.size());
  for (Eigen::Index i = 0; i < level.e.size(); ++i) {
    const double value = level.Jt.col(i).dot(v_), length = level.Jt.col(i).norm();
    const bool inside = value >= level.low[i] - kAtBound && value <= level.high[i] + kAtBound;
    if (level.low[i] == level.high[i] || !inside) {
      wanted_.e[static_cast<Eigen::Index>(kept_.size())] = value < level.low[i] ? level.low[i] : level.high[i];
      kept_.push_back(static_cast<int>(i));
    } else if (length > 1e-12) {
      std::vector<int> all(static_cast<std::size_t>(n_));
      for (int k = 0; k < n_; ++k) all[static_cast<std::size_t>(k)] = k;
      BoundRow& bound = bounds_.add(all);
      bound.lower = level.low[i] / length;
      bound.upper = level.high[i] / length;
      for (int k = 0; k < n_; ++k) bounds_.factor(bound.begin + k) = level.Jt(k, i) / length;
      is_held_.push_back(0);
      entries_.push_back(0);
      origin_.push_back({index, static_cast<int>(i)});
      length_.push_back(length);
    }
  }
  const auto m = static_cast<Eigen::Index>(kept_.size());
  wanted_.e.conservativeResize(m);
  wanted_.Jt.resize(n_, m);
  wanted_.recruits.resize(n_, level.recruits.cols() > 0 ? m : 0);
  for (Eigen::Index i = 0; i < m; ++i) {
    wanted_.Jt.col(i) = level.Jt.col(kept_[static_cast<std::size_t>(i)]);
    if (level.recruits.cols() > 0) wanted_.recruits.col(i) = level.recruits.col(kept_[static_cast<std::size_t>(i)]);
  }
  wanted_.damping = level.damping;
  wanted_.bent = level.bent;
  return wanted_;
}

Hierarchy::Wish Hierarchy::wish_of(const LevelRows& rows, int level, bool last) {
  Wish wish;
  wish.level = level;
  wish.rows = &rows;
  wish.last = last;
  wish.damping = rows.damping;
  const bool bent = rows.bent && rows.e.size() > 0;
  if (bent) {
    const MatX Jt = rows_of(rows);
    wish.gradient = Jt * -rows.e;
    wish.hessian = Jt * Jt.transpose();
  }
  if (rows.recruits.cols() > 0 && !(bent && everybody_helps(rows))) {
    wish.kind = Kind::kRecruits;
  } else if (bent) {
    wish.kind = Kind::kQuadratic;
  } else if (last && rows.roots.size() > 0) {
    const double most = rows.roots.maxCoeff();
    const bool alike = most > 0.0 && (rows.roots.array() == 0.0 || rows.roots.array() == most).all();
    wish.kind = alike ? Kind::kDiagonal : Kind::kRows;
  }
  return wish;
}

Hierarchy::Wish Hierarchy::wish_of(const Pull& pull, int level) {
  Wish wish;
  wish.level = level;
  wish.gradient = pull.gradient;
  if (pull.hessian.size() == 0) {
    wish.kind = Kind::kPull;
    wish.damping = pull.stiffness;
  } else {
    wish.kind = Kind::kQuadratic;
    wish.hessian = pull.hessian;
    wish.damping = pull.damping;
  }
  return wish;
}

const VecX& Hierarchy::step(std::vector<LevelRows>& levels, std::size_t count, const Bounds& given,
                            std::vector<Leaning>& held, const Pull& pull, Bending* bending) {
  bounds_ = given;
  given_ = given.size();
  origin_.clear();
  length_.clear();
  levels_ = &levels;
  bending_ = bending;
  const Eigen::Index n = count > 0 ? std::max(levels[0].Jt.rows(), levels[0].roots.size()) : pull.gradient.size();
  prepare(static_cast<int>(n));
  entries_.assign(given_, 0);
  is_held_.assign(given_, 0);
  first_row_.clear();
  std::size_t slots = given_;
  for (const LevelRows& level : levels) {
    first_row_.push_back(slots);
    slots += static_cast<std::size_t>(level.low.size());
  }
  held.resize(slots);
  needed_.assign(slots, {});
  // Couplings that are equalities stand above all levels.
  for (std::size_t i = 0; i < given_; ++i) {
    if (given[i].equality) active_.push_back({static_cast<int>(i), Held::kUpper, -1});
  }
  base_.resize(n_, 0);
  base_hessian_.resize(0, 0);
  hold_all(0, 0);
  for (const HeldRow& h : active_) needed_[static_cast<std::size_t>(h.row)] = {h.side, 0};
  active_.clear();
  v_ = y_;
  q_.unapply(v_);
  // The guess: what this level leant on and is at its bound still.
  const auto guess = [&](std::size_t level) {
    for (std::size_t i = 0; i < bounds_.size(); ++i) {
      const Leaning& was = held[slot(i)];
      if (was.side == Held::kNo || bounds_[i].equality || is_held_[i]) continue;
      if (static_cast<std::size_t>(was.level) != level) continue;
      if (std::abs(target_of(bounds_[i], was.side) - bounds_.value(i, v_)) > kStillAtBound) continue;
      active_.push_back({static_cast<int>(i), was.side, -1});
      is_held_[i] = 1;
    }
  };
  const auto serve = [&](Wish& wish, MatX& curvature) {
    guess(static_cast<std::size_t>(wish.level));
    wish.curvature = &curvature;
    if (wish.is_bent() && bending_ != nullptr) bend(wish);
    solve_wish(wish);
    if (reached_.size() <= stages_) reached_.emplace_back();
    reached_[stages_++] = v_;
  };
  const bool preferred = pull.gradient.size() == n_;
  for (std::size_t k = 0; k < count; ++k) {
    const bool last = k + 1 == count && !preferred;
    const LevelRows& rows = sorted(levels[k], static_cast<int>(k));
    Wish wish = wish_of(rows, static_cast<int>(k), last);
    serve(wish, levels[k].curvature);
    // Rows are numbered as the level numbers them.
    if (kept_.empty()) continue;
    for (int c = 0; c < columns_; ++c) {
      Owner& owner = owner_[static_cast<std::size_t>(c)];
      if (owner.level == static_cast<int>(k)) owner.row = kept_[static_cast<std::size_t>(owner.row)];
    }
  }
  if (preferred) {
    Wish wish = wish_of(pull, static_cast<int>(levels.size()));
    MatX curvature;
    serve(wish, curvature);
  }
  for (const HeldRow& h : active_) {
    const auto row = static_cast<std::size_t>(h.row);
    needed_[slot(row)] = {h.side, static_cast<int>(levels.size())};
  }
  held = needed_;
  return v_;
}

VecX Hierarchy::within(double radius) const {
  VecX inside = VecX::Zero(n_);
  for (std::size_t k = 0; k < stages_; ++k) {
    const VecX& next = reached_[k];
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

VecX Hierarchy::again(const std::vector<LevelRows>& levels, std::size_t count, const VecX& slack) const {
  VecX y = VecX::Zero(n_);
  for (int i = 0; i < q_.count(); ++i) {
    const int pivot = pivot_[static_cast<std::size_t>(i)];
    const Owner owner = owner_[static_cast<std::size_t>(pivot)];
    if (owner.level >= static_cast<int>(count) || owner.level == -2) break;
    double wanted = 0.0;
    if (owner.level >= 0)
      wanted = levels[static_cast<std::size_t>(owner.level)].e[owner.row];
    else if (owner.row < slack.size())
      wanted = slack[owner.row];
    const double* c = column(pivot);
    y[i] = (wanted - Eigen::Map<const VecX>(c, i).dot(y.head(i))) / c[i];
  }
  q_.unapply(y);
  return y;
}

}  // namespace poise
