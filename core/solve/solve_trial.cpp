// One trial of a solver: a step by the hierarchy, as long as the region and the levels above allow.
#include <algorithm>

#include "solve/solve_parts.hpp"

namespace poise {

namespace {

// Whether a matrix is a multiple of the unit matrix; NearPose alone is, and is served much faster.
bool uniform(const MatX& B) {
  for (Eigen::Index j = 0; j < B.cols(); ++j) {
    for (Eigen::Index i = 0; i < B.rows(); ++i) {
      if (B(i, j) != (i == j ? B(0, 0) : 0.0)) return false;
    }
  }
  return B(0, 0) > 0.0;
}

// The largest curvature that the rows of a level give it.
double stiffness(const LevelRows& level) {
  return level.diagonal.size() > 0 ? level.diagonal.cwiseAbs2().maxCoeff()
                                   : level.Jt.rowwise().squaredNorm().maxCoeff();
}

}  // namespace

bool Solver::decides(std::size_t level, Trial& trial) const {
  const double r = score_.levels[static_cast<Eigen::Index>(level)];
  const double left = predicted_residual(here_[level], trial.v);
  if (r - left < slight(level)) return false;
  if (r < trial.calm || r - left <= std::min(kCalm, kLittle * largest(trial.v)) + kNoise * r) return false;
  trial.deciding = level;
  trial.predicted = left;
  trial.within_reach = r < kNear && !here_[level].second_order && predicted_residual(here_[level], whole_) < 0.1 * r;
  return true;
}

// The first level that is predicted to gain.
void Solver::find_deciding(Trial& trial) const {
  trial.deciding = here_.size();
  trial.predicted = 0.0;
  for (std::size_t k = 0; k < here_.size(); ++k) {
    if (decides(k, trial)) return;
  }
}

// Whether a step is long and gains so much that the levels above, all at their goals, may be at them but roughly.
bool Solver::gains_much(const Trial& trial) const {
  if (problem_->structural || trial.size < kShort || trial.deciding == here_.size()) return false;
  if (here_[trial.deciding].second_order) return false;
  if (here_[trial.deciding].allowed_Jt.cols() > 0 || here_[trial.deciding].low.size() > 0) return false;
  for (std::size_t k = 0; k < trial.deciding; ++k) {
    if (score_.levels[static_cast<Eigen::Index>(k)] >= trial.calm || !is_plain(here_[k])) return false;
  }
  return score_.levels[static_cast<Eigen::Index>(trial.deciding)] - trial.predicted > kMuch;
}

// Of an active set only what is near still: the bounds, then the inequalities of the levels.
void Solver::keep_near(const std::vector<LevelRows>& levels, double near, std::vector<ActiveBound>& held) const {
  std::size_t at = 0;
  const auto check = [&](double lower, double upper) {
    if (at == held.size()) return;
    ActiveBound& row = held[at++];
    const bool there = row.side == Side::kUpper ? upper < near : lower > -near;
    if (row.side != Side::kNone && !there) row = {};
  };
  for (std::size_t i = 0; i < limits_.bounds().size(); ++i) check(limits_.bounds()[i].lower, limits_.bounds()[i].upper);
  for (const LevelRows& level : levels) {
    for (Eigen::Index i = 0; i < level.low.size(); ++i) check(level.low[i], level.high[i]);
  }
}

// What the criteria want at the present pose; once for all trials from there.
void Solver::look_for_wish() {
  if (wished_at_.size() > 0 && wished_at_ == q_ && wished_in_ == steps_) return;
  poise::evaluate(problem_->criteria, view(), wish_.gradient, wish_.hessian);
  variables_.take(wish_.gradient);
  variables_.take_both(wish_.hessian);
  wished_at_ = q_;
  wished_in_ = steps_;
}

Solver::Trial Solver::propose(std::size_t count, bool pulled) {
  const std::size_t p = here_.size();
  for (std::size_t k = 0; k < p; ++k) {
    const double r = score_.levels[static_cast<Eigen::Index>(k)];
    here_[k].damping = r < (rough_ ? kRoughlyCalm : kNothing) || here_[k].diagonal.size() > 0 ? 0.0 : mu_[k] * r * r;
    here_[k].second_order = struggling_[k] && r >= (rough_ ? kRoughlyCalm : kBent);
    if (!here_[k].second_order) continue;
    if (here_[k].diagonal.size() > 0) here_[k].damping = mu_[k] - kLeastDamping;
    if (slight_ > 0.0) here_[k].damping = std::max(here_[k].damping, kValley * stiffness(here_[k]));
  }
  Objective pull;
  if (pulled) {
    look_for_wish();
    pull = wish_;
    pull.damping = mu_[p];
    if (!struggling_[p] && uniform(pull.hessian)) {
      pull.stiffness = pull.hessian(0, 0) + mu_[p];
      pull.hessian.resize(0, 0);
    }
  }
  update_limits(q_);
  keep_near(here_, kComeOff, held_);
  bending_ = &here_;
  whole_ = hierarchy_.step(here_, count, limits_.bounds(), held_, pull, this);
  steady_ = count == p && !pulled;
  return within_region(count);
}

// The step that the hierarchy found, as far as the region allows, and what it promises.
Solver::Trial Solver::within_region(std::size_t count) {
  Trial trial;
  trial.size = largest(whole_);
  trial.cut = trial.size > radius_;
  trial.v = trial.cut ? hierarchy_.within(radius_) : whole_;
  trial.calm = kRoughlyCalm;
  find_deciding(trial);
  const bool roughly = gains_much(trial);
  if (!roughly && !rough_) {
    trial.calm = kCalm;
    find_deciding(trial);
  }
  trial.count = std::min(count, trial.deciding + (trial.within_reach ? 1 : 0));
  trial.exact = trial.count;
  while (trial.exact > 0 && here_[trial.exact - 1].second_order) --trial.exact;
  for (std::size_t k = 0; k < trial.exact; ++k) trial.straight = trial.straight && !here_[k].second_order;
  trial.leaning = trial.deciding < count && here_[trial.deciding].second_order;
  for (std::size_t k = 0; k < trial.count; ++k) {
    trial.plain = trial.plain && is_plain(here_[k]);
    trial.near = trial.near && score_.levels[static_cast<Eigen::Index>(k)] < (k == trial.deciding ? kNear : trial.calm);
  }
  trial.restored = trial.size < kShort ? kRestoredFinely : (roughly ? kRestoredRoughly : kRestored);
  return trial;
}

// Whether a bent level above is predicted_residual to pay more for a step than corrections are likely to give back.
bool Solver::is_dear(const Trial& trial) const {
  for (std::size_t k = 0; k < trial.deciding; ++k) {
    if (!here_[k].second_order) continue;
    const double price = predicted_residual(here_[k], trial.v) - score_.levels[static_cast<Eigen::Index>(k)];
    if (price > kDear * unnoticed(trial, k)) return true;
  }
  return false;
}

// A bent level's step, so short that those above can afford it: sooner predicted_residual than tried.
Solver::Trial Solver::affordable(Trial trial, std::size_t count, int& rejected) {
  for (int halved = 0; halved < kHalvings && trial.leaning && is_dear(trial); ++halved) {
    halve_region(trial);
    trial = within_region(count);
    ++rejected;
  }
  return trial;
}

}  // namespace poise
