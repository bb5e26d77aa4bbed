#include "solve/trust.hpp"

#include <algorithm>

namespace poise {

void Trust::reset(std::size_t levels) {
  damping_.assign(levels + 1, t_.trust.first_damping);
  damping_.back() = 0.0;
  needs_curvature_.assign(levels + 1, 0);
  radius_ = t_.trust.first_radius;
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

void Trust::widen() { radius_ = std::min(t_.trust.largest_radius, t_.trust.radius_growth * radius_); }

void Trust::halve_radius(const Proposal& proposal) { radius_ = 0.5 * std::min(radius_, proposal.size); }

void Trust::learn(const Proposal& proposal, std::size_t judge, const Score& before, const Score& after) {
  const TrustTolerances& t = t_.trust;
  if (judge == criteria()) {
    needs_curvature_[judge] = 1;
    damping_[judge] *= damping_[judge] > t.least_damping ? t.damping_decrease : 0.0;
    if (proposal.cut) widen();
  }
  if (proposal.deciding >= criteria()) {  // no level was predicted to gain; one that did has room for longer steps
    if (proposal.cut && judge < proposal.deciding) widen();
    return;
  }
  if (judge > proposal.deciding) return;  // the deciding level did not change: nothing to compare
  const double r = before.residual(proposal.deciding), left = after.residual(proposal.deciding);
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

void Trust::restrain(const Proposal& proposal, std::size_t judge, bool second_order) {
  const TrustTolerances& t = t_.trust;
  double& mu = damping_[proposal.deciding];
  mu = std::max(proposal.deciding < criteria() ? t.least_damping : t.first_damping, mu) * nu_;
  mu = std::min(mu, 1.0 / t.least_damping);
  nu_ *= 2.0;
  needs_curvature_[proposal.deciding] = 1;
  if (proposal.cut || second_order || judge != proposal.deciding) halve_radius(proposal);
}

}  // namespace poise
