#include "solve/restoration.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solve/active_set.hpp"

namespace poise {

namespace {

// Rows of an area that a long step was to bring to its edge and that are more than `far` inside now: steps bend, and
// nobody asked to go that far. What is wanted then is the edge.
std::vector<Eigen::Index> overshot(const LevelRows& then, const LevelRows& now, double far) {
  std::vector<Eigen::Index> rows;
  if (then.lenient.empty()) return rows;
  for (Eigen::Index i = 0; i < then.e.size(); ++i) {
    const double room = -now.low[i];
    if (then.e[i] > 0.0 && room > far && room < then.e[i]) rows.push_back(i);
  }
  return rows;
}

// Whether some level may be moved by all joints: where each names its own, no other joint moves at all.
bool may_all_help(const Evaluation& evaluation) {
  const std::vector<LevelRows>& levels = evaluation.current();
  return std::any_of(levels.begin(), levels.end(),
                     [](const LevelRows& rows) { return rows.e.size() > 0 && rows.allowed_Jt.cols() == 0; });
}

}  // namespace

// Along the chord as long as that converges well, else by Newton's method. A second-order step counts on the bounds it
// leans on: first of all the pose goes back to them. What comes near too slowly is given up.
void Restoration::forget() {
  kernel_.forget();
  active_.clear();
}

Restored Restoration::restore(VecX q, const TakenStep& step, Evaluation& evaluation) {
  const Proposal& proposal = step.proposal;
  Chord chord{&step.kernel, proposal.regular && proposal.near_goals};
  if (chord.converges && proposal.second_order) q = back_to_bounds(q, step, evaluation);
  Restored restored;
  double before = 1.0;
  for (int round = 0, slow = 0;; ++round) {
    evaluation.place_candidate(q);
    const double off = disturbance(proposal, round == 0 ? proposal.guarded : proposal.guarded_exactly, evaluation);
    restored.disturbance = off;
    restored.corrections = round;
    chord.converges = chord.converges && off < t_.restoration.chord_convergence * before;
    slow = is_slow(off, before, round) ? slow + 1 : 0;
    const bool given_up = slow == t_.restoration.most_slow_corrections || (proposal.reused && !chord.converges);
    if (given_up || is_done(off, before, round, proposal)) break;
    before = off;
    const VecX fix = helped_correction(q, step, round, slow, evaluation, chord);
    if (largest(fix) > t_.restoration.longest_correction * step.radius) break;
    q = evaluation.moved(q, fix);
  }
  restored.by_newton = chord.kernel == &kernel_;
  restored.coordinates = std::move(q);
  return restored;
}

// Where the allowed joints of a task hardly move it, their correction is long or comes to nothing: all joints help
// before the step is given up, unless every level names its own.
VecX Restoration::helped_correction(const VecX& q, const TakenStep& step, int round, int slow, Evaluation& evaluation,
                                    Chord& chord) {
  const Proposal& proposal = step.proposal;
  const bool alone = proposal.regular || proposal.guarded_exactly == 0 || !may_all_help(evaluation);
  const int later = alone ? round : std::max(round, t_.restoration.allowed_joints_alone);  // from there on all help
  VecX fix = correction(q, step, is_stuck(slow) ? later : round, evaluation, chord);
  if (later > round && largest(fix) > t_.restoration.longest_correction * step.radius)
    fix = correction(q, step, later, evaluation, chord);
  return fix;
}

VecX Restoration::correction(const VecX& q, const TakenStep& step, int round, Evaluation& evaluation, Chord& chord) {
  if (chord.converges) return along(*chord.kernel, step.proposal, evaluation);
  const VecX fix = newton(q, step, round, evaluation);
  chord = {&kernel_, step.proposal.regular && (step.proposal.linear || round > 0)};
  return fix;
}

bool Restoration::is_done(double disturbance, double before, int round, const Proposal& proposal) const {
  if (disturbance < proposal.restored || round == t_.restoration.most_corrections) return true;
  return round > 1 && disturbance < t_.precision.restored && disturbance > t_.restoration.stagnation * before;
}

bool Restoration::is_slow(double disturbance, double before, int round) const {
  return round > 0 && disturbance > t_.restoration.slow_correction * before;
}

// How far the first `count` levels are from what they had, or from their goals. Measures them as candidate.
double Restoration::disturbance(const Proposal& proposal, std::size_t count, Evaluation& evaluation) const {
  double off = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    evaluation.measure_candidate(k);
    const LevelRows &now = evaluation.candidate()[k], &then = evaluation.current()[k];
    const double r = now.e.norm(), was = evaluation.residual(k);
    const bool unmet = k < proposal.deciding && !proposal.is_at_goal(was);
    if (unmet && then.second_order)
      off = std::max(off, r - was);
    else
      off = std::max(off, unmet ? (now.e - then.e).norm() : r);
    const double far = t_.precision.short_step;
    if (k == proposal.deciding && r == 0.0 && !overshot(then, now, far).empty()) off = std::max(off, far);
  }
  return off;
}

// Along a tangent a pose comes off curved limits: back to those that the step leant on, before anything else.
VecX Restoration::back_to_bounds(const VecX& q, const TakenStep& step, Evaluation& evaluation) const {
  const VecX slack = bound_slack(q, step, evaluation);
  if (largest(slack) <= step.proposal.restored) return q;
  evaluation.place_candidate(q);
  disturbance(step.proposal, step.proposal.guarded, evaluation);
  return evaluation.moved(q, step.kernel.again(evaluation.candidate(), step.proposal.guarded, slack));
}

// How far the bounds that the step leant on are away now, signed.
VecX Restoration::bound_slack(const VecX& q, const TakenStep& step, Evaluation& evaluation) const {
  const Bounds& bounds = evaluation.bounds_at(q);
  VecX slack = VecX::Zero(static_cast<Eigen::Index>(bounds.size()));
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    if (step.active[i].side == Side::kNone || bounds[i].equality) continue;
    const double left = step.active[i].side == Side::kUpper ? bounds[i].upper : bounds[i].lower;
    if (std::abs(left) < t_.proposal.left_bound) slack[static_cast<Eigen::Index>(i)] = left;
  }
  return slack;
}

// A correction with the matrices of an earlier step; the candidate was measured.
VecX Restoration::along(const Kernel& kernel, const Proposal& proposal, Evaluation& evaluation) const {
  std::vector<LevelRows>& rows = evaluation.candidate_models();
  for (std::size_t k = 0; k < std::min(proposal.guarded_exactly, proposal.deciding); ++k) {
    if (!proposal.is_at_goal(evaluation.residual(k))) rows[k].e -= evaluation.current()[k].e;  // as far off as it was
  }
  return kernel.again(rows, proposal.guarded_exactly, VecX());
}

// A Newton step at q. Where a task's allowed joints have not brought it back after some rounds, all joints may help.
VecX Restoration::newton(const VecX& q, const TakenStep& step, int round, Evaluation& evaluation) {
  const Proposal& proposal = step.proposal;
  evaluation.evaluate_candidate(q, proposal.guarded);
  const std::size_t count = round == 0 ? proposal.guarded : proposal.guarded_exactly;
  std::vector<LevelRows> by_all_joints;  // a copy: the candidate's own rows keep the allowed joints
  const bool all_help = round >= t_.restoration.allowed_joints_alone && !proposal.regular && may_all_help(evaluation);
  const auto first = evaluation.candidate().begin();
  if (all_help) by_all_joints.assign(first, first + static_cast<std::ptrdiff_t>(count));
  std::vector<LevelRows>& rows = all_help ? by_all_joints : evaluation.candidate_models();
  for (std::size_t k = 0; k < count; ++k) ask_back(proposal, round, evaluation, k, rows[k]);
  const Bounds& bounds = evaluation.bounds_at(q);
  active_ = step.active;
  const double near = proposal.second_order ? t_.proposal.left_bound : t_.restoration.same_bound;
  drop_left_bounds(bounds, rows, near, active_);
  if (proposal.second_order) {
    for (ActiveBound& row : active_) row.level = std::min(row.level, static_cast<int>(count) - 1);
  }
  LevelCurvature curvature(evaluation, rows, false);
  return kernel_.step(rows, count, bounds, active_, {}, &curvature);
}

// Makes the rows of a level, evaluated at the candidate, ask for what it had at the current pose.
void Restoration::ask_back(const Proposal& proposal, int round, const Evaluation& evaluation, std::size_t level,
                           LevelRows& rows) const {
  const LevelRows& before = evaluation.current()[level];
  rows.damping = 0.0;
  rows.second_order = before.second_order && round == 0;
  if (level == proposal.deciding && !rows.second_order) {
    for (const Eigen::Index i : overshot(before, rows, t_.precision.short_step)) rows.e[i] = rows.high[i] = rows.low[i];
    return;
  }
  const bool late = round >= t_.restoration.allowed_joints_alone;
  if (level < proposal.deciding && late && may_all_help(evaluation)) rows.allowed_Jt.resize(0, 0);
  if (rows.second_order) {
    rows.damping = t_.restoration.damping_share * before.damping + t_.restoration.second_order_damping;
    return;
  }
  if (proposal.is_at_goal(evaluation.residual(level))) return;
  rows.e -= before.e;
  if (rows.low.size() > 0) {
    rows.low -= before.e;
    rows.high -= before.e;
  }
}

}  // namespace poise
