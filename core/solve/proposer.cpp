#include "solve/proposer.hpp"

#include <algorithm>
#include <utility>

#include "solve/active_set.hpp"

namespace poise {

namespace {

// A step that follows a goal is seldom longer than so many times the last one; one that is, is found with bounds for
// any that may be reused. (Of the question of benchmarks/own_human.py steps take as long with 1.5 and with 3, and 2 µs
// longer with 1.)
constexpr double kLikelyGrowth = 2.0;

// Whether a matrix is a multiple of the unit matrix; NearPose alone is, and is served much faster.
bool is_uniform(const MatX& B) {
  for (Eigen::Index j = 0; j < B.cols(); ++j) {
    for (Eigen::Index i = 0; i < B.rows(); ++i) {
      if (B(i, j) != (i == j ? B(0, 0) : 0.0)) return false;
    }
  }
  return B(0, 0) > 0.0;
}

}  // namespace

void Proposer::forget() {
  kernel_.forget();
  active_.clear();
  forget_objective();
  served_ = 0;
  complete_ = reusable_ = false;
  reused_size_ = 0.0;
}

Proposal Proposer::propose(Evaluation& evaluation, const Trust& trust, std::size_t count, bool with_criteria) {
  set_models(evaluation, trust);
  set_objective(evaluation, trust, with_criteria);
  std::vector<LevelRows>& levels = evaluation.current_models();
  const Bounds& bounds = evaluation.bounds_at(evaluation.coordinates());
  drop_left_bounds(bounds, levels, t_.proposal.left_bound, active_);
  curvature_ = {evaluation, levels, trust.needs_curvature(levels.size()), trust.is_curvature_tentative()};
  full_step_ = kernel_.step(levels, count, bounds, active_, objective_, &curvature_);
  served_ = count;
  complete_ = count == levels.size() && with_criteria == !evaluation.problem().criteria.empty();
  return shortened(evaluation, trust, count);
}

// Damping and order of the model of every level. A level at its goal needs neither.
void Proposer::set_models(Evaluation& evaluation, const Trust& trust) const {
  std::vector<LevelRows>& levels = evaluation.current_models();
  const bool loose = evaluation.loosely_restored();
  for (std::size_t k = 0; k < levels.size(); ++k) {
    const double r = evaluation.residual(k);
    const bool done = loose ? t_.precision.is_loosely_at_goal(r) : t_.precision.is_finished(r);
    levels[k].second_order = trust.needs_curvature(k) && !t_.precision.is_loosely_at_goal(r);
    const LevelKind kind{levels[k].is_posture(), levels[k].second_order};
    levels[k].damping = level_damping(trust.damping_share(k), {r, done, kind, trust.dead_band() > 0.0, levels[k]}, t_);
  }
}

// What the criteria want at the current pose is found once for all trials from there.
void Proposer::prefer(const Evaluation& evaluation) {
  const VecX& q = evaluation.coordinates();
  if (preferred_at_.size() > 0 && preferred_at_ == q && preferred_in_ == evaluation.steps()) return;
  evaluation.evaluate_criteria(preferred_);
  preferred_at_ = q;
  preferred_in_ = evaluation.steps();
}

void Proposer::set_objective(const Evaluation& evaluation, const Trust& trust, bool with_criteria) {
  objective_ = {};
  if (!with_criteria) return;
  prefer(evaluation);
  const std::size_t criteria = evaluation.level_count();
  objective_ = preferred_;
  objective_.damping = trust.criteria_damping();
  const bool by_tree = objective_.tree.exists();
  if (trust.needs_curvature(criteria)) return;
  if (by_tree ? !objective_.tree.is_uniform() : !is_uniform(objective_.hessian)) return;
  objective_.stiffness = (by_tree ? objective_.tree.entry(0, 0) : objective_.hessian(0, 0)) + objective_.damping;
  objective_.hessian.resize(0, 0);
  objective_.tree = {};
}

Proposal Proposer::shortened(const Evaluation& evaluation, const Trust& trust, std::size_t count) {
  Proposal proposal;
  proposal.size = largest(full_step_);
  proposal.cut = proposal.size > trust.radius();
  proposal.v = proposal.cut ? kernel_.within(trust.radius()) : full_step_;
  if (evaluation.is_upright()) proposal.v = evaluation.symmetric_part(proposal.v);
  proposal.converged = t_.precision.loosely_converged;
  find_deciding(evaluation, trust.dead_band(), proposal);
  const bool loosely = gains_much(proposal, evaluation);
  if (!loosely && !evaluation.loosely_restored()) {
    proposal.converged = t_.precision.converged;
    find_deciding(evaluation, trust.dead_band(), proposal);
  }
  proposal.restored = loosely ? t_.precision.loosely_restored : t_.precision.restored;
  if (proposal.size < t_.precision.short_step) proposal.restored = t_.precision.finely_restored;
  set_guarded(evaluation, count, proposal);
  return proposal;
}

// The first level that is predicted to gain.
void Proposer::find_deciding(const Evaluation& evaluation, double dead_band_share, Proposal& proposal) const {
  proposal.deciding = evaluation.level_count();
  proposal.predicted = 0.0;
  for (std::size_t k = 0; k < evaluation.level_count(); ++k) {
    if (decides(k, evaluation, dead_band_share, proposal)) return;
  }
}

bool Proposer::decides(std::size_t level, const Evaluation& evaluation, double dead_band_share,
                       Proposal& proposal) const {
  const LevelRows& rows = evaluation.current()[level];
  const Precision& p = t_.precision;
  const double r = evaluation.residual(level), left = predicted_residual(rows, proposal.v);
  if (r - left < dead_band(rows, r, dead_band_share, t_)) return false;
  if (proposal.is_at_goal(r)) return false;
  if (r - left <= std::min(p.converged, p.small_gain * largest(proposal.v)) + p.noise * r) return false;
  proposal.deciding = level;
  proposal.predicted = left;
  proposal.within_reach = r < t_.proposal.near_goal && !rows.second_order &&
                          predicted_residual(rows, full_step_) < t_.proposal.finishing_share * r;
  return true;
}

// Whether a step is long and gains so much that the levels above, all at their goals, may be at them loosely.
bool Proposer::gains_much(const Proposal& proposal, const Evaluation& evaluation) const {
  if (evaluation.problem().structural || proposal.size < t_.precision.short_step) return false;
  if (proposal.deciding == evaluation.level_count()) return false;
  const LevelRows& deciding = evaluation.current()[proposal.deciding];
  if (deciding.second_order || deciding.allowed_Jt.cols() > 0 || deciding.low.size() > 0) return false;
  for (std::size_t k = 0; k < proposal.deciding; ++k) {
    if (!proposal.is_at_goal(evaluation.residual(k)) || !is_regular(evaluation.current()[k], true)) return false;
  }
  return evaluation.residual(proposal.deciding) - proposal.predicted > t_.precision.large_gain;
}

// Which levels have to be restored after the step, and what is known about them.
void Proposer::set_guarded(const Evaluation& evaluation, std::size_t count, Proposal& proposal) const {
  const std::vector<LevelRows>& levels = evaluation.current();
  proposal.guarded = std::min(count, proposal.deciding + (proposal.within_reach ? 1 : 0));
  proposal.guarded_exactly = proposal.guarded;
  while (proposal.guarded_exactly > 0 && levels[proposal.guarded_exactly - 1].second_order) --proposal.guarded_exactly;
  for (std::size_t k = 0; k < proposal.guarded_exactly; ++k)
    proposal.linear = proposal.linear && !levels[k].second_order;
  proposal.second_order = proposal.deciding < count && levels[proposal.deciding].second_order;
  for (std::size_t k = 0; k < proposal.guarded; ++k) {
    const double near = k == proposal.deciding ? t_.proposal.near_goal : proposal.converged;
    const bool at_goal = k < proposal.deciding && proposal.is_at_goal(evaluation.residual(k));
    proposal.regular = proposal.regular && is_regular(levels[k], at_goal);
    proposal.near_goals = proposal.near_goals && evaluation.residual(k) < near;
  }
}

bool Proposer::costs_too_much(const Proposal& proposal, const Evaluation& evaluation, double dead_band_share) const {
  for (std::size_t k = 0; k < proposal.deciding; ++k) {
    const LevelRows& rows = evaluation.current()[k];
    if (!rows.second_order) continue;
    const double r = evaluation.residual(k), loss = predicted_residual(rows, proposal.v) - r;
    const double band = dead_band(rows, r, dead_band_share, t_);
    if (loss > t_.proposal.affordable_loss * unnoticed(proposal, band, t_)) return true;
  }
  return false;
}

Proposal Proposer::affordable(Proposal proposal, const Evaluation& evaluation, Trust& trust, std::size_t count,
                              int& halvings) {
  for (int halved = 0; halved < t_.proposal.most_halvings; ++halved) {
    if (!proposal.second_order || !costs_too_much(proposal, evaluation, trust.dead_band())) break;
    trust.halve_radius(proposal);
    proposal = shortened(evaluation, trust, count);
    ++halvings;
  }
  return proposal;
}

MatX Proposer::concave_directions(Evaluation& evaluation, const Trust& trust, std::size_t level) {
  evaluation.update_jacobians();
  set_models(evaluation, trust);
  std::vector<LevelRows>& levels = evaluation.current_models();
  const Bounds& bounds = evaluation.bounds_at(evaluation.coordinates());
  drop_left_bounds(bounds, levels, t_.proposal.left_bound, active_);
  LevelCurvature curvature(evaluation, levels, false);
  served_ = 0;
  return kernel_.concave_directions(levels, level + 1, bounds, active_, curvature);
}

Proposal Proposer::aside(const VecX& step, std::size_t level, const Evaluation& evaluation) const {
  Proposal proposal;
  proposal.v = step;
  proposal.size = largest(step);
  proposal.deciding = level;
  proposal.predicted = evaluation.residual(level);
  proposal.converged = t_.precision.converged;
  proposal.restored = t_.precision.restored;
  set_guarded(evaluation, level + 1, proposal);
  proposal.regular = false;  // The pose has moved too far for the factorisation it was found with.
  return proposal;
}

double Proposer::criteria_slope(const VecX& v) const {
  return objective_.gradient.size() > 0 ? objective_.gradient.dot(v) : 0.0;
}

bool Proposer::is_at_rest(const Evaluation& evaluation) const {
  const std::vector<LevelRows>& levels = evaluation.current();
  const auto is_second_order = [](const LevelRows& level) { return level.second_order; };
  return complete_ && largest(full_step_) < t_.precision.nothing &&
         std::none_of(levels.begin(), levels.end(), is_second_order);
}

bool Proposer::is_reusable_after(const Proposal& proposal) const {
  return complete_ && proposal.within_reach && proposal.is_loose(t_) && proposal.size < t_.proposal.reusable_motion;
}

std::optional<Proposal> Proposer::reuse(Evaluation& evaluation) {
  if (!std::exchange(reusable_, false)) return std::nullopt;
  std::optional<Proposal> proposal = following(evaluation);
  if (!proposal || !find_again(evaluation, *proposal)) return std::nullopt;
  return proposal->size >= t_.precision.short_step ? proposal : std::nullopt;
}

// A proposal without its step, for a first level that has moved a little away from its goal; none where more is asked.
std::optional<Proposal> Proposer::following(const Evaluation& evaluation) const {
  const std::vector<LevelRows>& levels = evaluation.current();
  Proposal proposal;
  proposal.converged = t_.precision.loosely_converged;
  proposal.restored = t_.precision.loosely_restored;
  proposal.reused = proposal.within_reach = true;
  while (proposal.deciding < levels.size() && proposal.is_at_goal(evaluation.residual(proposal.deciding)))
    ++proposal.deciding;
  proposal.guarded = proposal.guarded_exactly = proposal.deciding + 1;
  if (proposal.guarded > levels.size() || !is_regular(levels[proposal.deciding], false)) return std::nullopt;
  const double r = evaluation.residual(proposal.deciding);
  if (r < t_.precision.large_gain || r > t_.proposal.near_goal) return std::nullopt;
  return proposal;
}

// The step by the factorisation of the last one, with bounds for a step about as long as that was, as few joints are so
// near to their limits; if it is longer, with bounds for any that may be reused.
bool Proposer::find_again(Evaluation& evaluation, Proposal& proposal) {
  const bool with_criteria = !evaluation.problem().criteria.empty();
  if (with_criteria && !evaluation.are_criteria_by_joint()) return false;
  const VecX gradient = with_criteria ? evaluation.criteria_gradient() : VecX();
  for (const double reach : {kLikelyGrowth * reused_size_, t_.proposal.reusable_motion}) {
    const Bounds& bounds = evaluation.bounds_near(evaluation.coordinates(), reach);
    const VecX* v = kernel_.follow(evaluation.current(), bounds, gradient);
    if (v == nullptr) return false;
    proposal.v = *v;
    proposal.size = largest(proposal.v);
    if (proposal.size > t_.proposal.reusable_motion) return false;
    reused_size_ = proposal.size;
    if (proposal.size <= reach) return true;
  }
  return true;
}

}  // namespace poise
