// One trial of a solver: a step by the hierarchy inside the region, and what it disturbed brought back.
#include <algorithm>
#include <cmath>

#include "solve_parts.hpp"

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
  return level.roots.size() > 0 ? level.roots.cwiseAbs2().maxCoeff() : level.Jt.rowwise().squaredNorm().maxCoeff();
}

}  // namespace

bool Solver::decides(std::size_t level, Trial& trial) const {
  const double r = score_.levels[static_cast<Eigen::Index>(level)];
  const double left = foretold(here_[level], trial.v);
  if (r - left < slight(level)) return false;
  if (r < trial.calm || r - left <= std::min(kCalm, kLittle * largest(trial.v)) + kNoise * r) return false;
  trial.deciding = level;
  trial.predicted = left;
  trial.within_reach = r < kNear && !here_[level].bent && foretold(here_[level], whole_) < 0.1 * r;
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
  if (here_[trial.deciding].bent) return false;
  if (here_[trial.deciding].recruits.cols() > 0 || here_[trial.deciding].low.size() > 0) return false;
  for (std::size_t k = 0; k < trial.deciding; ++k) {
    if (score_.levels[static_cast<Eigen::Index>(k)] >= trial.calm || !is_plain(here_[k])) return false;
  }
  return score_.levels[static_cast<Eigen::Index>(trial.deciding)] - trial.predicted > kMuch;
}

// Of an active set only what is near still: the bounds, then the inequalities of the levels.
void Solver::keep_near(const std::vector<LevelRows>& levels, double near, std::vector<Leaning>& held) const {
  std::size_t at = 0;
  const auto check = [&](double lower, double upper) {
    if (at == held.size()) return;
    Leaning& row = held[at++];
    const bool there = row.side == Held::kUpper ? upper < near : lower > -near;
    if (row.side != Held::kNo && !there) row = {};
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
    here_[k].damping = r < (rough_ ? kRoughlyCalm : kNothing) || here_[k].roots.size() > 0 ? 0.0 : mu_[k] * r * r;
    here_[k].bent = struggling_[k] && r >= (rough_ ? kRoughlyCalm : kBent);
    if (!here_[k].bent) continue;
    if (here_[k].roots.size() > 0) here_[k].damping = mu_[k] - kLeastDamping;
    if (slight_ > 0.0) here_[k].damping = std::max(here_[k].damping, kValley * stiffness(here_[k]));
  }
  Pull pull;
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
  const std::size_t p = here_.size();
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
  while (trial.exact > 0 && here_[trial.exact - 1].bent) --trial.exact;
  trial.leaning = trial.deciding < p && here_[trial.deciding].bent;
  for (std::size_t k = 0; k < trial.count; ++k) {
    trial.plain = trial.plain && is_plain(here_[k]);
    trial.near = trial.near && score_.levels[static_cast<Eigen::Index>(k)] < (k == trial.deciding ? kNear : trial.calm);
  }
  trial.restored = trial.size < kShort ? kRestoredFinely : (roughly ? kRestoredRoughly : kRestored);
  return trial;
}

// Whether a bent level above is foretold to pay more for a step than corrections are likely to give back.
bool Solver::is_dear(const Trial& trial) const {
  for (std::size_t k = 0; k < trial.deciding; ++k) {
    if (!here_[k].bent) continue;
    const double price = foretold(here_[k], trial.v) - score_.levels[static_cast<Eigen::Index>(k)];
    if (price > kDear * unnoticed(trial, k)) return true;
  }
  return false;
}

// A bent level's step, so short that those above can afford it: sooner foretold than tried.
Solver::Trial Solver::affordable(Trial trial, std::size_t count) {
  for (int halved = 0; halved < kHalvings && trial.leaning && is_dear(trial); ++halved) {
    halve_region(trial);
    trial = within_region(count);
    ++vain_;
  }
  return trial;
}

// A Newton step at q, looked at and evaluated in there_, that gives the levels back what they had. What it writes there
// is measured again before anyone reads it.
VecX Solver::newton(const VecX& q, const Trial& trial, int round) {
  std::vector<LevelRows> by_all;
  const std::size_t count = round == 0 ? trial.count : trial.exact;
  const bool alone = round >= kAlone && !trial.plain;
  if (alone) by_all.assign(there_.begin(), there_.begin() + static_cast<std::ptrdiff_t>(count));
  std::vector<LevelRows>& rows = alone ? by_all : there_;
  for (std::size_t k = 0; k < count; ++k) {
    rows[k].damping = 0.0;
    rows[k].bent = here_[k].bent && round == 0;
    if (k == trial.deciding && !rows[k].bent) continue;
    if (k < trial.deciding && round >= kAlone) rows[k].recruits.resize(0, 0);  // what helpers cannot mend, all may
    if (rows[k].bent) {                                                        // stays where its valley is flat
      rows[k].damping = 1e-3 * here_[k].damping + kFlat;
      continue;
    }
    if (score_.levels[static_cast<Eigen::Index>(k)] < trial.calm) continue;
    rows[k].e -= here_[k].e;  // as far off as it was
    if (rows[k].low.size() > 0) {
      rows[k].low -= here_[k].e;
      rows[k].high -= here_[k].e;
    }
  }
  update_limits(q);
  held_there_ = held_;
  keep_near(rows, trial.leaning ? kComeOff : kStillThere, held_there_);
  if (trial.leaning) {
    for (Leaning& row : held_there_) row.level = std::min(row.level, static_cast<int>(count) - 1);
  }
  bending_ = &rows;
  steady_ = false;
  return restoring_.step(rows, count, limits_.bounds(), held_there_, {}, this);
}

// How far the first `count` levels, that shall be as they were, are from it. Measures them in there_.
double Solver::disturbance(const Trial& trial, std::size_t count) {
  double off = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    measure_level(k, there_[k]);
    const double r = there_[k].e.norm(), was = score_.levels[static_cast<Eigen::Index>(k)];
    const bool unmet = k < trial.deciding && was >= trial.calm;
    if (unmet && here_[k].bent)
      off = std::max(off, r - was);
    else
      off = std::max(off, unmet ? (there_[k].e - here_[k].e).norm() : r);
  }
  return off;
}

// How far the limits that the step leant on are away now, signed: along a tangent one may have come off them.
VecX Solver::slack(const VecX& q) {
  update_limits(q);
  const Bounds& bounds = limits_.bounds();
  VecX room = VecX::Zero(static_cast<Eigen::Index>(bounds.size()));
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    if (held_[i].side == Held::kNo || bounds[i].equality) continue;
    const double left = held_[i].side == Held::kUpper ? bounds[i].upper : bounds[i].lower;
    if (std::abs(left) < kComeOff) room[static_cast<Eigen::Index>(i)] = left;
  }
  return room;
}

// A correction along the chord, with the matrices of a step; there_ was measured.
VecX Solver::chord(const Hierarchy& step, const Trial& trial) {
  for (std::size_t k = 0; k < std::min(trial.exact, trial.deciding); ++k) {
    if (score_.levels[static_cast<Eigen::Index>(k)] >= trial.calm) there_[k].e -= here_[k].e;  // as far off as it was
  }
  return step.again(there_, trial.exact, VecX());
}

// Corrections that give the levels above the deciding one the residuals they had: along the chord, with the matrices of
// the step or of the last correction, as long as that converges well; else by Newton's method. A bent level counts on
// the limits it leans on: first of all the pose goes back to them. What comes near too slowly is given up.
VecX Solver::corrected(VecX q, const Trial& trial) {
  bool chord = trial.plain && trial.near;
  if (chord && trial.leaning) {
    const VecX room = slack(q);
    if (largest(room) > trial.restored) {
      glance(q);
      disturbance(trial, trial.count);
      q = moved(q, hierarchy_.again(there_, trial.count, room));
    }
  }
  const Hierarchy* last = &hierarchy_;
  double before = 1.0;
  int slow = 0;
  for (int round = 0;; ++round) {
    glance(q);
    const double off = disturbance_ = disturbance(trial, round == 0 ? trial.count : trial.exact);
    corrections_ = round;
    if (off < trial.restored || round == kCorrections || (round > 1 && off < kRestored && off > 0.5 * before)) return q;
    chord = chord && off < kConverging * before;
    if (trial.following && !chord) return q;
    slow = round > 0 && off > kHesitant * before ? slow + 1 : 0;
    if (slow == kPatience) return q;
    before = off;
    VecX fix;
    if (chord) {
      fix = this->chord(*last, trial);
    } else {
      look(q);
      for (std::size_t k = 0; k < trial.count; ++k) evaluate_level(k, there_[k]);
      fix = newton(q, trial, round);
      last = &restoring_;
      chord = trial.plain;
    }
    if (largest(fix) > 2.0 * radius_) return q;
    q = moved(q, fix);
  }
}

}  // namespace poise
