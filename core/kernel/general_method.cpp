#include "kernel/general_method.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/tolerances.hpp"

namespace poise {

namespace {

bool everybody_helps(const LevelRows& level) {
  for (Eigen::Index i = 0; i < level.Jt.rows(); ++i) {
    if (!helps(level, i) && (level.Jt.row(i).array() != 0.0).any()) return false;
  }
  return true;
}

}  // namespace

void GeneralMethod::prepare(int n) {
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
  closed_ = shared_ = false;
  active_.clear();
}

void GeneralMethod::reserve(int columns) {
  if (work_.cols() >= columns) return;
  work_.conservativeResize(n_, 2 * columns);
  owner_.resize(static_cast<std::size_t>(2 * columns));
}

// ---- what levels ask for -----------------------------------------------------------------------------------------

// Of a level with inequalities: those that hold become bounds, the rest is what it must work for.
const LevelRows& GeneralMethod::sorted(const LevelRows& level, int index) {
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
  wanted_.allowed_Jt.resize(n_, level.allowed_Jt.cols() > 0 ? m : 0);
  for (Eigen::Index i = 0; i < m; ++i) {
    wanted_.Jt.col(i) = level.Jt.col(kept_[static_cast<std::size_t>(i)]);
    if (level.allowed_Jt.cols() > 0)
      wanted_.allowed_Jt.col(i) = level.allowed_Jt.col(kept_[static_cast<std::size_t>(i)]);
  }
  wanted_.damping = level.damping;
  wanted_.second_order = level.second_order;
  return wanted_;
}

GeneralMethod::Wish GeneralMethod::wish_of(const LevelRows& rows, int level, bool last) {
  Wish wish;
  wish.level = level;
  wish.rows = &rows;
  wish.last = last;
  wish.damping = rows.damping;
  const bool second_order = rows.second_order && rows.e.size() > 0;
  if (second_order) {
    if (rows.diagonal.size() > 0) {
      wish.gradient = -rows.diagonal.cwiseProduct(rows.e);
      wish.hessian = rows.diagonal.cwiseAbs2().asDiagonal();
    } else {
      wish.gradient.noalias() = rows.Jt * -rows.e;
      wish.hessian.noalias() = rows.Jt.lazyProduct(rows.Jt.transpose());  // a few rows only
    }
  }
  if (rows.allowed_Jt.cols() > 0 && !(second_order && everybody_helps(rows))) {
    wish.kind = Kind::kRecruits;
  } else if (second_order) {
    wish.kind = Kind::kQuadratic;
  } else if (last && rows.diagonal.size() > 0) {
    const double most = rows.diagonal.maxCoeff();
    const bool alike = most > 0.0 && (rows.diagonal.array() == 0.0 || rows.diagonal.array() == most).all();
    wish.kind = alike ? Kind::kDiagonal : Kind::kRows;
  }
  return wish;
}

GeneralMethod::Wish GeneralMethod::wish_of(const Objective& pull, int level) {
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

const VecX& GeneralMethod::step(const StepRequest& request) {
  asked_ = request;
  step_generally();
  return v_;
}

void GeneralMethod::step_generally() {
  std::vector<LevelRows>& levels = *asked_.levels;
  std::vector<ActiveBound>& held = *asked_.active;
  const Bounds& given = *asked_.bounds;
  const Objective& pull = *asked_.objective;
  const std::size_t count = asked_.count;
  bounds_ = given;
  given_ = given.size();
  origin_.clear();
  length_.clear();
  bending_ = asked_.source;
  const Eigen::Index n = count > 0 ? std::max(levels[0].Jt.rows(), levels[0].diagonal.size()) : pull.gradient.size();
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
    if (given[i].equality) active_.push_back({static_cast<int>(i), Side::kUpper, -1});
  }
  hold_active(0, 0);
  for (const HeldRow& h : active_) needed_[static_cast<std::size_t>(h.row)] = {h.side, 0};
  active_.clear();
  v_ = y_;
  q_.unapply(v_);
  // The guess: what this level leant on.
  const auto guess = [&](std::size_t level) {
    for (std::size_t i = 0; i < bounds_.size(); ++i) {
      const ActiveBound& was = held[slot(i)];
      if (was.side == Side::kNone || bounds_[i].equality || is_held_[i]) continue;
      if (static_cast<std::size_t>(was.level) != level) continue;
      active_.push_back({static_cast<int>(i), was.side, -1});
      is_held_[i] = 1;
    }
  };
  const auto serve = [&](Wish& wish, MatX& curvature) {
    guess(static_cast<std::size_t>(wish.level));
    wish.curvature = &curvature;
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
    shared_ = shared_ || (rows.e.size() > 0 && rows.allowed_Jt.cols() == 0);
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
}

VecX GeneralMethod::within(double radius) const {
  VecX inside = VecX::Zero(n_);
  for (std::size_t k = 0; k < stages_; ++k) {
    const VecX& next = reached_[k];
    const double share = share_within(radius, inside, next);
    inside += share * (next - inside);
    if (share < 1.0) break;
  }
  return inside;
}

VecX GeneralMethod::again(const std::vector<LevelRows>& levels, std::size_t count, const VecX& slack) const {
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
