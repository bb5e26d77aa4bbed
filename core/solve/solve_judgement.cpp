// How a solver judges a trial, and what it learns from it.
#include <algorithm>
#include <cmath>

#include "solve/solve_parts.hpp"

namespace poise {

// What a second-order level neither moves for nor guards from those below.
double Solver::slight(std::size_t level) const {
  return here_[level].second_order ? slight_ * std::max(kSlightFrom, score_.levels[static_cast<Eigen::Index>(level)])
                                   : 0.0;
}

// What a trial may change at a level above the deciding one.
double Solver::unnoticed(const Trial& trial, std::size_t level) const { return 2.0 * trial.restored + slight(level); }

// The first level whose residual a trial changes by more than it was restored to, or than what moves the levels above
// it can explain.
std::size_t Solver::first_changed(const Trial& trial, const VecX& after) const {
  double above = 0.0;
  for (Eigen::Index k = 0; k < after.size(); ++k) {
    const double was = score_.levels[k];
    const auto level = static_cast<std::size_t>(k);
    const double noise = level < trial.deciding ? unnoticed(trial, level) : 0.0;
    if (after[k] < trial.calm && was < trial.calm)
      above = std::max({above, after[k], was});
    else if (std::abs(after[k] - was) > kNoise * (1.0 + was) + noise + 10.0 * above)
      return level;
  }
  for (Eigen::Index k = 0; k < after.size(); ++k) {
    if (score_.levels[k] - after[k] > kCalm + slight(static_cast<std::size_t>(k))) return static_cast<std::size_t>(k);
  }
  return here_.size();
}

// What a pose gains at a level, or at the criteria, over the present one; 0 when it is no more than rounding. Criteria
// may cost anything, less than nothing too: only differences mean something.
double Solver::gain(std::size_t level, const Score& after) const {
  if (level < here_.size()) {
    const auto k = static_cast<Eigen::Index>(level);
    return score_.levels[k] - after.levels[k];
  }
  const double less = score_.cost - after.cost;
  return std::abs(less) > kNoise * std::abs(score_.cost) ? less : 0.0;
}

// Whether a step was worth its motion: at the judging level or, where that one gains next to nothing, at one below.
// Criteria are squares as a rule: of a small cost a little is less.
bool Solver::worthwhile(std::size_t judge, const Score& after, double motion) const {
  for (std::size_t k = judge; k < here_.size(); ++k) {
    const double was = score_.levels[static_cast<Eigen::Index>(k)];
    if (was < kCalm) continue;  // what was restored is no gain
    const double gained = gain(k, after);
    if (gained > 0.0 && gained >= kLittle * motion && gained >= kLittle * was) return true;
    if (gained < -kLittle * motion) return false;
  }
  const double root = std::sqrt(2.0 * std::abs(score_.cost));
  const double gained = gain(here_.size(), after);
  return gained > 0.0 && gained >= kLittle * motion * std::min(1.0, root);
}

Solver::Verdict Solver::judged(const Trial& trial, std::size_t judge, const Score& after, double motion) {
  const bool level = judge < here_.size();
  const double gained = gain(judge, after);
  // A level above may want what costs this one something, if it gets something for it and no more than was
  // predicted_residual.
  const double cost =
      level ? predicted_residual(here_[judge], trial.v) - score_.levels[static_cast<Eigen::Index>(judge)] : 0.0;
  bool paid = false;
  for (std::size_t k = 0; k < std::min(judge, here_.size()); ++k) {
    const bool unmet = score_.levels[static_cast<Eigen::Index>(k)] >= trial.calm;
    paid = paid || gain(k, after) > (unmet ? kNoise : trial.calm);
  }
  const bool wanted = cost > 0.0 && paid && -gained < (trial.size < kShort ? 1e300 : 2.0 * cost);
  if (gained < 0.0 && !wanted) return Verdict::kWorse;
  const bool contracting = motion < kContracting * last_motion_;
  if (gained <= 0.0) {  // nothing but the price
    const bool served = judge < trial.deciding && worthwhile(trial.deciding, after, motion);
    return contracting || served ? Verdict::kBetter : Verdict::kIdle;
  }
  idle_steps_ = worthwhile(judge, after, motion) ? 0 : idle_steps_ + 1;
  return idle_steps_ < kIdle || contracting ? Verdict::kBetter : Verdict::kIdle;
}

// Damping and region from how well the model predicted_residual the gain of the deciding level.
void Solver::learn(const Trial& trial, std::size_t judge, const Score& after) {
  if (judge == here_.size()) {
    struggling_[judge] = 1;
    mu_[judge] *= mu_[judge] > kLeastDamping ? kLessDamping : 0.0;
    if (trial.cut) radius_ = std::min(kLargestRadius, 2.0 * radius_);
  }
  if (judge > trial.deciding || trial.deciding >= here_.size()) {
    if (trial.cut && judge < trial.deciding) radius_ = std::min(kLargestRadius, 2.0 * radius_);
    return;
  }
  const auto k = static_cast<Eigen::Index>(trial.deciding);
  const double was = score_.levels[k] * score_.levels[k], is = after.levels[k] * after.levels[k];
  const double ratio = (was - is) / std::max(1e-300, was - trial.predicted * trial.predicted);
  const double surprise = std::clamp(2.0 * ratio - 1.0, -1.0, 1.0);
  double& mu = mu_[trial.deciding];
  mu = std::max(kLeastDamping, mu * std::max(kLessDamping, 1.0 - surprise * surprise * surprise));
  growth_ = 2.0;
  if (ratio < 0.7 || (!trial.cut && after.levels[k] > kHalting * score_.levels[k])) struggling_[trial.deciding] = 1;
  if (trial.cut && ratio > 0.7) radius_ = std::min(kLargestRadius, 2.0 * radius_);
  if (trial.cut && ratio < 0.25) radius_ *= 0.7;
}

// After a step that made the judging level worse.
void Solver::restrain(const Trial& trial, std::size_t judge) {
  double& mu = mu_[trial.deciding];
  mu = std::max(trial.deciding < here_.size() ? kLeastDamping : 0.1, mu) * growth_;
  mu = std::min(mu, kMostDamping);
  growth_ *= 2.0;
  struggling_[trial.deciding] = 1;
  const bool second_order = trial.deciding < here_.size() && here_[trial.deciding].second_order;
  if (trial.cut || second_order || judge != trial.deciding) halve_region(trial);
}

void Solver::halve_region(const Trial& trial) { radius_ = 0.5 * std::min(radius_, trial.size); }

}  // namespace poise
