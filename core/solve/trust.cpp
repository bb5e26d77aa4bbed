#include "solve/trust.hpp"

#include <algorithm>
#include <cmath>

namespace poise {

namespace {

// Of the ceiling, from one step to the next: all that are left are no longer than twice the next one. (With a quarter,
// creeping levels are cut short; nearer to 1 a solve that has led nowhere takes long to say so.)
constexpr double kDyingOut = 0.5;

}  // namespace

void Trust::reset(std::size_t levels, bool inequalities) {
  inequalities_ = inequalities;
  damping_.assign(levels + 1, t_.trust.first_damping);
  damping_.back() = 0.0;
  needs_curvature_.assign(levels + 1, 0);
  tentative_ = false;
  radius_ = t_.trust.first_radius;
  lift_ceiling();
  nu_ = t_.trust.damping_growth;
  open_dead_band();
}

void Trust::renew(std::size_t level) {
  damping_[level] = t_.trust.first_damping;
  needs_curvature_[level] = 1;
  radius_ = t_.trust.first_radius;
  nu_ = t_.trust.damping_growth;
}

void Trust::require_curvature(std::size_t level) {
  needs_curvature_[level] = 1;
  if (level == criteria()) tentative_ = false;
}

// After a good step. Those that were for the criteria, or judged by them, have no agreement.
//
// Rows of inequalities come and go: so short a radius is left over from a step that was refused for one that the next
// step need not meet. Without such rows a long way back makes more solves go to and fro than it ends: of 800 problems
// with the hand out of reach 81 stalled so, and 67 do.
void Trust::widen() {
  const double growth = t_.trust.radius_growth;
  const bool fast = inequalities_ && radius_ < t_.precision.short_step;
  radius_ = std::min(t_.trust.largest_radius, (fast ? growth * growth * growth : growth) * radius_);
}

void Trust::halve_radius(const Proposal& proposal) { radius_ = 0.5 * std::min(radius_, proposal.size); }

bool Trust::lower_ceiling(double last_motion) {
  ceiling_ = kDyingOut * (has_ceiling() ? ceiling_ : std::min(radius_, last_motion));
  return ceiling_ >= t_.precision.nothing;
}

void Trust::raise_ceiling() {
  ceiling_ /= kDyingOut * kDyingOut;
  if (ceiling_ >= radius_) lift_ceiling();
}

// From a step that they judged, or that was theirs.
void Trust::learn_of_criteria(const TriedStep& step) {
  if (step.judge != criteria() && !is_of_criteria(step)) return;
  require_curvature(criteria());
  damping_.back() = criteria_damping_after_gain(damping_.back(), step, t_);
  if (step.judge == criteria() && step.proposal.cut) widen();
}

void Trust::learn(const TriedStep& step) {
  const TrustTolerances& t = t_.trust;
  const Proposal& proposal = step.proposal;
  learn_of_criteria(step);
  if (proposal.within_reach && proposal.size < t_.proposal.reusable_motion && !needs_curvature(criteria())) {
    needs_curvature_.back() = 1;
    tentative_ = true;
  }
  if (step.is_for_criteria()) {  // no level was predicted to gain; one that did has room for longer steps
    if (proposal.cut && step.judge < proposal.deciding) widen();
    return;
  }
  if (step.judge > proposal.deciding) return;  // the deciding level did not change: nothing to compare
  damping_[proposal.deciding] = damping_after_gain(damping_[proposal.deciding], step, t_);
  nu_ = t.damping_growth;
  const double agreement = step.agreement();
  const double r = step.before.residual(proposal.deciding), left = step.after.residual(proposal.deciding);
  if (agreement < t.good_agreement || (!proposal.cut && left > t.slow_convergence * r))
    needs_curvature_[proposal.deciding] = 1;
  if (proposal.cut && agreement > t.good_agreement) widen();
  if (proposal.cut && agreement < t.poor_agreement) radius_ *= t.radius_decrease;
}

void Trust::restrain(const TriedStep& step) {
  const Proposal& proposal = step.proposal;
  damping_[proposal.deciding] = damping_after_loss(damping_[proposal.deciding], nu_, step, t_);
  nu_ = growth_after_loss(nu_);
  require_curvature(proposal.deciding);
  if (proposal.cut || step.deciding.second_order || step.judge != proposal.deciding) halve_radius(proposal);
}

}  // namespace poise
