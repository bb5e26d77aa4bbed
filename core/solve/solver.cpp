// One page: propose, restore, judge, learn.
#include "solve/solver.hpp"

#include <algorithm>
#include <utility>

namespace poise {

double Solver::step() {
  if (progress_.settled()) return 0.0;
  const double motion = advance();
  if (motion == 0.0) progress_.set_settled(true);
  return motion;
}

// The motion of the next step; 0 when none is worth taking.
double Solver::advance() {
  const Stop stop = stopping(course(), t_);
  progress_.set_stalled(stop == Stop::kStalled);
  if (stop == Stop::kStalled) return die_out();
  if (trust_.has_ceiling() && !evaluation_.loosely_restored()) trust_.raise_ceiling();
  if (stop == Stop::kSettled) {
    proposer_.let_reuse(false);
    return 0.0;
  }
  if (const double motion = reuse_last_step(); motion > 0.0) return motion;
  const std::size_t all = evaluation_.level_count();
  const bool with_criteria = !evaluation_.problem().criteria.empty();
  if (const double motion = attempt(all, with_criteria); motion > 0.0) return motion;
  if (trust_.dead_band() > 0.0) {  // from now on second-order levels move for the least gain, too
    trust_.close_dead_band();
    progress_.set_idle_steps(0);
    if (!proposer_.is_at_rest(evaluation_)) {
      if (const double motion = attempt(all, with_criteria); motion > 0.0) return motion;
    }
  }
  if (const double motion = ask_again(); motion > 0.0) return motion;
  return escape();
}

// The solve so far, as the stopping rule sees it.
Course Solver::course() const {
  const bool by_newton = trust_.needs_curvature(evaluation_.level_count()) && !trust_.is_curvature_tentative();
  const bool criteria_served = evaluation_.problem().criteria.empty() || (by_newton && proposer_.was_for_all());
  return progress_.course(evaluation_.score(), evaluation_.current(), evaluation_.loosely_restored(), criteria_served);
}

// Trials until one is accepted; the motion it made, 0 when none is worth taking.
double Solver::attempt(std::size_t count, bool with_criteria) {
  Attempt attempt{count, with_criteria, hopeless_trials(with_criteria)};
  trust_.begin_attempt();
  for (int trial = 0; trial < t_.attempt.trials; ++trial) {
    const Proposal proposal = next_proposal(attempt);
    const bool hopeless = proposal.deciding == evaluation_.level_count();
    if (proposal.size < t_.precision.nothing || (hopeless && trial >= attempt.hopeless_trials)) return 0.0;

    const TakenStep step{proposal, proposer_.kernel(), proposer_.active(), trust_.radius()};
    const Restored restored =
        restoration_.restore(evaluation_.moved(evaluation_.coordinates(), proposal.v), step, evaluation_);
    const Score after = evaluate(proposal, restored.coordinates);
    const double motion = evaluation_.motion_to(restored.coordinates);

    const Standing before = progress_.standing(evaluation_.score(), evaluation_.current(), trust_.dead_band());
    const Judgement judgement = judge(proposal, before, after, motion, t_);
    progress_.set_idle_steps(judgement.idle_steps);
    if (judgement.verdict == StepVerdict::kIdle) return 0.0;
    if (judgement.verdict == StepVerdict::kAccept) {
      trust_.learn(tried(proposal, judgement.judge, after));
      proposer_.let_reuse(proposer_.is_reusable_after(proposal) && !restored.by_newton);
      progress_.count_rejected(attempt.rejected);
      accept(proposal, restored.coordinates, after, motion);
      way_ = proposer_.kernel().answered_quickly() ? StepWay::kQuick : StepWay::kGeneral;
      return motion;
    }
    if (motion < t_.precision.last_motion) return 0.0;
    if (!learn_from_rejection(proposal, judgement.judge, after, attempt)) return 0.0;
  }
  return 0.0;
}

// A new step, or the last one shortened when it cost a level above too much; so short that those above can afford it.
Proposal Solver::next_proposal(Attempt& attempt) {
  const bool again = attempt.loss > 0.0;
  if (!again) evaluation_.update_jacobians();
  Proposal proposal = again ? proposer_.shortened(evaluation_, trust_, attempt.count)
                            : proposer_.propose(evaluation_, trust_, attempt.count, attempt.with_criteria);
  return proposer_.affordable(std::move(proposal), evaluation_, trust_, attempt.count, attempt.rejected);
}

// How often a step is tried that no level is predicted to gain from: criteria alone may, and an attempt that another
// one follows, without the dead band, need not insist.
int Solver::hopeless_trials(bool with_criteria) const {
  if (trust_.dead_band() > 0.0) return with_criteria ? t_.attempt.hopeless_trials : 0;
  return with_criteria ? t_.attempt.trials : t_.attempt.hopeless_trials;
}

// The score of the candidate at q, and the rows that the next step needs: guarded levels have been measured by
// restoration, and after a loosely restored step no Jacobians are needed yet.
Score Solver::evaluate(const Proposal& proposal, const VecX& q) {
  if (!proposal.is_loose(t_)) {
    evaluation_.evaluate_candidate(q, evaluation_.level_count());
  } else {
    for (std::size_t k = proposal.guarded; k < evaluation_.level_count(); ++k) evaluation_.measure_candidate(k);
  }
  return evaluation_.candidate_score();
}

TriedStep Solver::tried(const Proposal& proposal, std::size_t judge, const Score& after) const {
  LevelKind deciding;
  if (proposal.deciding < evaluation_.level_count()) {
    const LevelRows& rows = evaluation_.current()[proposal.deciding];
    deciding = {rows.is_posture(), rows.second_order};
  }
  return {proposal, judge, evaluation_.score(), after, proposer_.criteria_slope(proposal.v), deciding};
}

// Changes what the next trial asks for, or how far it is trusted; false when no trial would be better.
bool Solver::learn_from_rejection(const Proposal& proposal, std::size_t judge, const Score& after, Attempt& attempt) {
  ++attempt.rejected;
  const std::size_t levels = evaluation_.level_count();
  const bool others_served =
      proposal.deciding + 1 < attempt.count || (proposal.deciding < levels && attempt.with_criteria);
  const double lost_before = judge == attempt.loser ? attempt.loss : 0.0;
  attempt.loss = 0.0;
  if (judge == proposal.deciding && others_served) {  // those below may have spoilt it: once more without them
    attempt.count = judge + 1;
    attempt.with_criteria = false;
  } else if (judge < proposal.deciding && proposal.second_order) {  // its model is as good as can be: a shorter step
    attempt.loss = -gain(evaluation_.score(), after, judge, t_.precision.noise);
    attempt.loser = judge;
    const bool no_cheaper = lost_before > 0.0 && attempt.loss > t_.attempt.same_loss * lost_before;
    if (trust_.dead_band() == 0.0 && no_cheaper) return false;
    trust_.halve_radius(proposal);
  } else {
    trust_.restrain(tried(proposal, judge, after));
  }
  return true;
}

void Solver::accept(const Proposal& proposal, const VecX& q, const Score& after, double motion) {
  evaluation_.accept(q, after, proposal.is_loose(t_));
  const bool better = progress_.note(after, q, proposer_.active(), motion, proposal.is_loose(t_), proposal.deciding);
  if (better) trust_.open_dead_band();  // as long as poses get better, small gains need not count
}

// A step after a goal that has moved a little, with the matrices of the last one; 0 when this is no case for it.
double Solver::reuse_last_step() {
  const std::optional<Proposal> proposal = proposer_.reuse(evaluation_);
  if (!proposal) return 0.0;
  const TakenStep step{*proposal, proposer_.kernel(), proposer_.active(), trust_.radius()};
  const Restored restored =
      restoration_.restore(evaluation_.moved(evaluation_.coordinates(), proposal->v), step, evaluation_);
  if (restored.disturbance >= proposal->restored) return 0.0;
  const Score after = evaluate(*proposal, restored.coordinates);
  const double motion = evaluation_.motion_to(restored.coordinates);
  accept(*proposal, restored.coordinates, after, motion);
  proposer_.let_reuse(restored.corrections <= t_.proposal.reusable_corrections);
  way_ = StepWay::kReused;
  return motion;
}

// Before it settles, every level that is short of its goals is asked again with fresh trust and its curvature: all
// together, then each without those below.
double Solver::ask_again() {
  const std::size_t levels = evaluation_.level_count();
  const bool with_criteria = !evaluation_.problem().criteria.empty();
  const auto is_short = [&](std::size_t k) { return !t_.precision.is_finished(evaluation_.residual(k)); };
  const auto renew = [&](std::size_t k) {
    trust_.renew(k);
    progress_.expect_the_last();
  };
  bool news = with_criteria && (!trust_.needs_curvature(levels) || trust_.is_curvature_tentative());
  trust_.require_curvature(levels);
  for (std::size_t k = 0; k < levels; ++k) {
    if (!is_short(k)) continue;
    news = news || !trust_.needs_curvature(k);
    renew(k);
  }
  if (news) {
    if (const double motion = attempt(levels, with_criteria); motion > 0.0) return motion;
  }
  for (std::size_t k = 0; k < levels; ++k) {
    if (!is_short(k)) continue;
    renew(k);
    if (const double motion = attempt(k + 1, false); motion > 0.0) return motion;
  }
  return 0.0;
}

// Before it settles, every level that rests short of its goals must be at a minimum: from a saddle it steps off.
double Solver::escape() {
  for (std::size_t k = 0; k < evaluation_.level_count(); ++k) {
    if (t_.precision.is_loosely_at_goal(evaluation_.residual(k)) || proposer_.is_known_convex(k)) continue;
    if (escape_.is_spent()) {
      progress_.set_stalled(true);
      return 0.0;
    }
    trust_.renew(k);
    const std::optional<Escaped> escaped = escape_.find(k, evaluation_, proposer_, trust_, restoration_);
    if (!escaped) continue;
    const double motion = evaluation_.motion_to(escaped->coordinates);
    evaluation_.evaluate_candidate(escaped->coordinates, evaluation_.level_count());
    proposer_.let_reuse(false);
    progress_.reset(evaluation_.current());
    accept(escaped->proposal, escaped->coordinates, escaped->score, motion);
    way_ = StepWay::kGeneral;
    return motion;
  }
  return 0.0;
}

// When steps have led nowhere: on from the best pose in steps that get shorter and shorter, which take back what levels
// have lent. It rests where none is worth taking. There all levels are asked again, without a ceiling, as wherever a
// solve ends: when none has anything to gain, it has settled and not stalled. The motion; 0 when it rests.
double Solver::die_out() {
  const auto next_length = [&] { return trust_.lower_ceiling(progress_.last_motion()); };
  if (!trust_.has_ceiling()) {
    trust_.close_dead_band();
    next_length();
    if (const double motion = go_back_to_best(); motion > 0.0) return motion;
  }
  if (has_lent_nothing()) return progress_.may_wake() ? wake() : 0.0;
  while (next_length()) {
    progress_.set_idle_steps(0);
    const bool with_criteria = !evaluation_.problem().criteria.empty();
    if (const double motion = attempt(evaluation_.level_count(), with_criteria); motion > 0.0) return motion;
    if (progress_.may_wake()) return wake();
  }
  return 0.0;
}

// Whether all levels are at their goals. Then criteria alone creep, and have nothing to give back.
bool Solver::has_lent_nothing() const {
  for (std::size_t k = 0; k < evaluation_.level_count(); ++k)
    if (!t_.precision.is_finished(evaluation_.residual(k))) return false;
  return true;
}

double Solver::wake() {
  trust_.lift_ceiling();
  if (const double motion = ask_again(); motion > 0.0) return motion;
  const double motion = escape();
  if (motion == 0.0 && !escape_.is_spent()) progress_.set_stalled(false);
  return motion;
}

// When steps have led nowhere: to the best pose, if this one is worse. The motion; 0 when it is not.
double Solver::go_back_to_best() {
  if (!progress_.is_behind_best(evaluation_.score())) return 0.0;
  const SavedPose& best = progress_.best();
  const double motion = evaluation_.motion_to(best.coordinates);
  proposer_.guess_active(best.active);
  proposer_.let_reuse(false);
  evaluation_.go_back(best);
  way_ = StepWay::kJump;
  return motion;
}

// ---- where it begins ---------------------------------------------------------------------------------------------

Solver::Solver(std::shared_ptr<const Problem> problem, const VecX& start)
    : t_(problem->tolerances),
      evaluation_(std::move(problem), start),
      trust_(t_),
      proposer_(t_),
      restoration_(t_),
      progress_(t_),
      escape_(t_) {
  begin(VecX(evaluation_.coordinates()), {}, -1);
}

void Solver::begin(const VecX& q, std::vector<ActiveBound> active, int position_first_level) {
  active.resize(std::max(active.size(), evaluation_.limit_meaning().size()));
  proposer_.guess_active(std::move(active));
  proposer_.let_reuse(false);
  evaluation_.postpone_orientations(position_first_level);
  evaluation_.begin(q);
  way_ = StepWay::kJump;
  escape_.allow_aside(false);
  forget_what_was_learnt();
}

bool Solver::begin_anew(const VecX& start) {
  evaluation_.begin_anew(start);
  proposer_.forget();
  restoration_.forget();
  progress_.forget();
  begin(VecX(evaluation_.coordinates()), {}, -1);
  return true;
}

bool Solver::begin_upright(const VecX& asked_at, const VecX& from) {
  if (evaluation_.is_symmetric() || !evaluation_.begin_upright(asked_at, from)) return false;
  proposer_.guess_active(std::vector<ActiveBound>(proposer_.active().size()));
  proposer_.let_reuse(false);
  forget_what_was_learnt();
  return true;
}

// The part of one linear step that leads aside. By their linear models, levels want no more than their errors: what a
// level that is short would gain by the curvature, falling to that side, is left out. Criteria stay out of it: where
// they are flat, they would lean by ten times as much for nothing.
void Solver::lean(std::size_t count) {
  const std::size_t all = evaluation_.level_count();
  evaluation_.set_symmetric(false);
  trust_.reset(all, evaluation_.has_inequalities());
  evaluation_.update_jacobians();
  const VecX step = proposer_.propose(evaluation_, trust_, all, false).v;
  const Proposal proposal = proposer_.aside(step - evaluation_.symmetric_part(step), count - 1, evaluation_);
  const TakenStep taken{proposal, proposer_.kernel(), proposer_.active(), trust_.radius()};
  const VecX q =
      restoration_.restore(evaluation_.moved(evaluation_.coordinates(), proposal.v), taken, evaluation_).coordinates;
  evaluation_.evaluate_candidate(q, all);
  const Score after = evaluation_.candidate_score();
  for (std::size_t k = 0; k < count; ++k) {
    if (after.residual(k) > evaluation_.residual(k) + unnoticed(proposal, 0.0, t_)) return;
  }
  proposer_.let_reuse(false);
  accept(proposal, q, after, evaluation_.motion_to(q));
  set_end(true, false);  // steps from here would lead aside
}

void Solver::refresh() {
  if (evaluation_.refresh()) proposer_.let_reuse(false);
  forget_what_was_learnt();
}

void Solver::forget_what_was_learnt() {
  trust_.reset(evaluation_.level_count(), evaluation_.has_inequalities());
  proposer_.forget_objective();
  escape_.reset();
  progress_.reset(evaluation_.current());
  progress_.set_settled(evaluation_.problem().figure->dof() == 0);  // what cannot move has settled where it is
}

void Solver::set_end(bool settled, bool stalled) {
  progress_.set_settled(settled);
  progress_.set_stalled(stalled);
}

}  // namespace poise
