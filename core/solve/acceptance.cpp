#include "solve/acceptance.hpp"

#include <algorithm>
#include <cmath>

namespace poise {

namespace {

double dead_band_of(const Standing& before, std::size_t level, const Tolerances& t) {
  return dead_band(before.levels[level], before.score.residual(level), before.dead_band, t);
}

// The first level whose residual the step has changed by more than it was restored to, or than the motion of the levels
// above it can explain; else the first that gains.
std::size_t first_changed(const Proposal& proposal, const Standing& before, const Score& after, const Tolerances& t) {
  double above = 0.0;  // the largest residual of the levels so far, all of them at their goals
  for (std::size_t k = 0; k < before.levels.size(); ++k) {
    const double was = before.score.residual(k), is = after.residual(k);
    const double restored = k < proposal.deciding ? unnoticed(proposal, dead_band_of(before, k, t), t) : 0.0;
    if (proposal.is_at_goal(is) && proposal.is_at_goal(was))
      above = std::max({above, is, was});
    else if (std::abs(is - was) > t.precision.noise * (1.0 + was) + restored + t.acceptance.disturbance * above)
      return k;
  }
  for (std::size_t k = 0; k < before.levels.size(); ++k) {
    if (before.score.residual(k) - after.residual(k) > t.precision.converged + dead_band_of(before, k, t)) return k;
  }
  return before.levels.size();
}

// Whether a step was worth its motion: at the judging level or, where that one gains next to nothing, at one below.
// Criteria are squares as a rule, so their gain is measured by the root of the cost.
bool is_worthwhile(std::size_t judge, const Score& before, const Score& after, double motion, const Precision& p) {
  const auto levels = static_cast<std::size_t>(before.levels.size());
  for (std::size_t k = judge; k < levels; ++k) {
    const double was = before.residual(k);
    if (p.is_at_goal(was)) continue;  // what was restored is no gain
    const double gained = gain(before, after, k, p.noise);
    if (gained > 0.0 && gained >= p.small_gain * motion && gained >= p.small_gain * was) return true;
    if (gained < -p.small_gain * motion) return false;
  }
  const double root = std::sqrt(2.0 * std::abs(before.cost));
  const double gained = gain(before, after, levels, p.noise);
  return gained > 0.0 && gained >= p.small_gain * motion * std::min(1.0, root);
}

// Whether what the judging level loses is the price of a gain above it: no more than its own model has predicted.
bool is_paid_for(const Proposal& proposal, std::size_t judge, const Standing& before, const Score& after,
                 const Tolerances& t) {
  if (judge == before.levels.size()) return false;
  const double price = predicted_residual(before.levels[judge], proposal.v) - before.score.residual(judge);
  bool gains_above = false;
  for (std::size_t k = 0; k < judge; ++k) {
    const bool unmet = !proposal.is_at_goal(before.score.residual(k));
    const double gained = gain(before.score, after, k, t.precision.noise);
    gains_above = gains_above || gained > (unmet ? t.precision.noise : proposal.converged);
  }
  if (price <= 0.0 || !gains_above) return false;
  const double loss = -gain(before.score, after, judge, t.precision.noise);
  return proposal.size < t.precision.short_step || loss < t.acceptance.price * price;
}

}  // namespace

Judgement judge(const Proposal& proposal, const Standing& before, const Score& after, double motion,
                const Tolerances& t) {
  Judgement judgement{StepVerdict::kIdle, first_changed(proposal, before, after, t), before.idle_steps};
  if (motion < t.precision.nothing) return judgement;
  const std::size_t k = judgement.judge;
  const double gained = gain(before.score, after, k, t.precision.noise);
  if (gained < 0.0 && !is_paid_for(proposal, k, before, after, t)) {
    judgement.verdict = StepVerdict::kReject;
    return judgement;
  }
  const auto worthwhile = [&](std::size_t level) {
    return is_worthwhile(level, before.score, after, motion, t.precision);
  };
  bool accepted = motion < t.acceptance.contracting * before.last_motion;
  if (gained <= 0.0) {  // nothing but the price
    accepted = accepted || (k < proposal.deciding && worthwhile(proposal.deciding));
  } else {
    judgement.idle_steps = worthwhile(k) ? 0 : before.idle_steps + 1;
    accepted = accepted || judgement.idle_steps < t.acceptance.idle_steps;
  }
  if (accepted) judgement.verdict = StepVerdict::kAccept;
  return judgement;
}

}  // namespace poise
