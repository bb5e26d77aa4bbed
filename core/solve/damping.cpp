#include "solve/damping.hpp"

#include <algorithm>
#include <cmath>

namespace poise {

namespace {

// Of the rounding of the criteria's cost: a step along whose slope they gain less measures no curvature. Three digits
// of it are left at this.
constexpr double kMeasurable = 1e3;

// The largest curvature that the rows of a level give it.
double stiffness(const LevelRows& level) {
  return level.is_posture() ? level.diagonal.cwiseAbs2().maxCoeff() : level.Jt.rowwise().squaredNorm().maxCoeff();
}

// Whether a step of the criteria was whole, and so long that what it gained stands out of the rounding of their cost.
bool is_measurable(const TriedStep& step, const Tolerances& t) {
  const double rounding = t.precision.noise * (1.0 + std::abs(step.before.cost));
  return is_of_criteria(step) && !step.proposal.cut && -step.slope > kMeasurable * rounding;
}

// Where damping has made up most of the curvature, the step says little about what it would do without: it falls as
// slowly as that of levels then.
double measured_damping(double damping, const TriedStep& step, const Tolerances& t) {
  const double length = step.proposal.v.squaredNorm();
  const double missing = (2.0 * (step.after.cost - step.before.cost) - step.slope) / length;
  const double own_curvature = -step.slope / length - damping;
  const double least = own_curvature < damping ? t.trust.damping_decrease * damping : 0.0;
  return std::clamp(damping + missing, least, 1.0 / t.trust.least_damping);
}

}  // namespace

double TriedStep::agreement() const {
  const double r = before.residual(proposal.deciding), left = after.residual(proposal.deciding);
  const double predicted = r * r - proposal.predicted * proposal.predicted;
  return (r * r - left * left) / std::max(1e-300, predicted);  // never divides by zero
}

bool is_of_criteria(const TriedStep& step) {
  const Proposal& proposal = step.proposal;
  return step.is_for_criteria() && proposal.linear && proposal.guarded_exactly == proposal.guarded;
}

double level_damping(double mu, const LevelModel& level, const Tolerances& t) {
  double damping = mu * level.residual * level.residual;
  if (level.kind.posture) damping = level.kind.second_order ? mu - t.trust.least_damping : 0.0;
  if (level.done) damping = 0.0;
  if (level.kind.second_order && level.in_dead_band)  // along a valley
    damping = std::max(damping, t.proposal.valley_damping * stiffness(level.rows));
  return damping;
}

double damping_after_gain(double mu, const TriedStep& step, const Tolerances& t) {
  const double centred = std::clamp(2.0 * step.agreement() - 1.0, -1.0, 1.0);  // 2ϱ − 1: 1 as predicted, −1 no gain
  return std::max(t.trust.least_damping, mu * std::max(t.trust.damping_decrease, 1.0 - centred * centred * centred));
}

double damping_after_loss(double mu, double nu, const TriedStep& step, const Tolerances& t) {
  double grown = std::max(step.is_for_criteria() ? t.trust.first_damping : t.trust.least_damping, mu) * nu;
  if (step.judge == step.criteria() && is_measurable(step, t)) grown = std::max(measured_damping(mu, step, t), mu * nu);
  return std::min(grown, 1.0 / t.trust.least_damping);
}

double growth_after_loss(double nu) { return 2.0 * nu; }

double criteria_damping_after_gain(double damping, const TriedStep& step, const Tolerances& t) {
  if (is_measurable(step, t)) return measured_damping(damping, step, t);
  return damping > t.trust.least_damping ? damping * t.trust.damping_decrease : 0.0;
}

}  // namespace poise
