#include "solve/trust.hpp"

#include <algorithm>
#include <cmath>

namespace poise {

namespace {

// Of the rounding of the criteria's cost: a step along whose slope they gain less measures no curvature. Three digits
// of it are left at this.
constexpr double kMeasurable = 1e3;
// Of the ceiling, from one step to the next: all that are left are no longer than twice the next one. (With a quarter,
// creeping levels are cut short; nearer to 1 a solve that has led nowhere takes long to say so.)
constexpr double kDyingOut = 0.5;

}  // namespace

void Trust::reset(std::size_t levels, bool inequalities) {
  inequalities_ = inequalities;
  damping_.assign(levels + 1, t_.trust.first_damping);
  damping_.back() = 0.0;
  needs_curvature_.assign(levels + 1, 0);
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

double Trust::damping_of(std::size_t level, double residual, bool posture, bool second_order) const {
  const double mu = damping_[level];
  if (!posture) return mu * residual * residual;
  return second_order ? mu - t_.trust.least_damping : 0.0;
}

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

// Whether a step was the criteria's alone: second-order levels give way to them in their dead bands.
bool Trust::is_of_criteria(const Proposal& proposal) const {
  return proposal.deciding == criteria() && proposal.linear && proposal.guarded_exactly == proposal.guarded;
}

// Whether such a step was whole, and so long that what it gained stands out of the rounding of their cost.
bool Trust::is_measurable(const Proposal& proposal, const StepResult& result) const {
  const double rounding = t_.precision.noise * (1.0 + std::abs(result.before.cost));
  return is_of_criteria(proposal) && !proposal.cut && -result.slope > kMeasurable * rounding;
}

// Where damping has made up most of the curvature, the step says little about what it would do without: it falls as
// slowly as that of levels then.
double Trust::measured_damping(const Proposal& proposal, const StepResult& result) const {
  const double length = proposal.v.squaredNorm(), damping = damping_.back();
  const double missing = (2.0 * (result.after.cost - result.before.cost) - result.slope) / length;
  const double own_curvature = -result.slope / length - damping;
  const double least = own_curvature < damping ? t_.trust.damping_decrease * damping : 0.0;
  return std::clamp(damping + missing, least, 1.0 / t_.trust.least_damping);
}

// From a step that they judged, or that was theirs.
void Trust::learn_of_criteria(const Proposal& proposal, std::size_t judge, const StepResult& result) {
  if (judge != criteria() && !is_of_criteria(proposal)) return;
  double& damping = damping_.back();
  needs_curvature_.back() = 1;
  if (is_measurable(proposal, result))
    damping = measured_damping(proposal, result);
  else
    damping *= damping > t_.trust.least_damping ? t_.trust.damping_decrease : 0.0;
  if (judge == criteria() && proposal.cut) widen();
}

void Trust::learn(const Proposal& proposal, std::size_t judge, const StepResult& result) {
  const TrustTolerances& t = t_.trust;
  learn_of_criteria(proposal, judge, result);
  if (proposal.deciding >= criteria()) {  // no level was predicted to gain; one that did has room for longer steps
    if (proposal.cut && judge < proposal.deciding) widen();
    return;
  }
  if (judge > proposal.deciding) return;  // the deciding level did not change: nothing to compare
  const double r = result.before.residual(proposal.deciding), left = result.after.residual(proposal.deciding);
  const double predicted = r * r - proposal.predicted * proposal.predicted;
  const double agreement = (r * r - left * left) / std::max(1e-300, predicted);  // ϱ; never divides by zero
  const double centred = std::clamp(2.0 * agreement - 1.0, -1.0, 1.0);           // 2ϱ − 1: 1 as predicted, −1 no gain
  double& mu = damping_[proposal.deciding];
  mu = std::max(t.least_damping, mu * std::max(t.damping_decrease, 1.0 - centred * centred * centred));
  nu_ = t.damping_growth;
  if (agreement < t.good_agreement || (!proposal.cut && left > t.slow_convergence * r))
    needs_curvature_[proposal.deciding] = 1;
  if (proposal.cut && agreement > t.good_agreement) widen();
  if (proposal.cut && agreement < t.poor_agreement) radius_ *= t.radius_decrease;
}

void Trust::restrain(const Proposal& proposal, std::size_t judge, bool second_order, const StepResult& result) {
  const TrustTolerances& t = t_.trust;
  double& mu = damping_[proposal.deciding];
  if (judge == criteria() && is_measurable(proposal, result))
    mu = std::max(measured_damping(proposal, result), mu * nu_);
  else
    mu = std::max(proposal.deciding < criteria() ? t.least_damping : t.first_damping, mu) * nu_;
  mu = std::min(mu, 1.0 / t.least_damping);
  nu_ *= 2.0;
  needs_curvature_[proposal.deciding] = 1;
  if (proposal.cut || second_order || judge != proposal.deciding) halve_radius(proposal);
}

}  // namespace poise
