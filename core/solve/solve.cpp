#include "solve/solve.hpp"

#include <algorithm>
#include <utility>

#include "solve/solve_parts.hpp"

namespace poise {

Solver::Solver(std::shared_ptr<const Problem> problem, const VecX& start)
    : problem_(std::move(problem)), limits_(*problem_->figure) {
  choose_variables(start);
  restart(start);
}

void Solver::restart(const VecX& start) {
  start_ = q_ = clamp(*problem_->figure, start);
  held_.assign(limits_.bounds().size(), {});
  steps_ = 0;
  rough_ = false;
  places_first_ = -1;
  looks_left_ = 0;
  look_afresh();
}

void Solver::resume(const Solver& other) {
  restart(other.q_);
  if (other.limits_.meaning() != limits_.meaning()) return;
  held_ = other.held_;
  held_.resize(limits_.bounds().size());  // levels may have other rows
}

void Solver::look_afresh() {
  seen_.clear();
  behind_ = false;
  refresh();
}

void Solver::refresh() {
  mu_.assign(problem_->levels.size() + 1, kFirstDamping);
  mu_.back() = 0.0;
  struggling_.assign(problem_->levels.size() + 1, 0);
  radius_ = kFirstRadius;
  settled_ = problem_->figure->dof() == 0;  // what cannot move has settled where it is
  stalled_ = false;
  steps_afresh_ = vain_ = 0;
  slight_ = kSlight;
  idle_steps_ = 0;
  decided_ = 0;
  last_motion_ = 1e300;
  growth_ = 2.0;
  wished_at_.resize(0);
  if (seen_.empty() || are_others()) {
    shape_levels();
    followable_ = false;
  }
  look(q_);
  for (std::size_t k = 0; k < here_.size(); ++k) {
    if (!is_news(k)) continue;
    if (behind_)
      measure_level(k, here_[k]);
    else
      evaluate_level(k, here_[k]);
  }
  seen_.resize(problem_->demands.size());
  for (std::size_t i = 0; i < seen_.size(); ++i) seen_[i] = problem_->demands[i].revision;
  score_ = score(here_);
}

void Solver::accept(const VecX& q, const Score& after, double motion, std::size_t deciding) {
  q_ = q;
  decided_ = deciding;
  std::swap(here_, there_);
  score_ = after;
  keep_best(motion);
  last_motion_ = motion;
  ++steps_;
}

// Trials until one is accepted; the motion it made, 0 when none is worth taking.
double Solver::attempt(std::size_t count, bool pulled) {
  const Figure& figure = *problem_->figure;
  const std::size_t p = here_.size();
  growth_ = 2.0;
  // Of steps that no level expects to gain from.
  const int chances = slight_ > 0.0 ? (pulled ? kVainTrials : 0) : (pulled ? kTrials : kVainTrials);
  int rejected = 0;
  double lost = 0.0;  // when the same step, longer, was too dear for a level above: what that one lost
  std::size_t loser = p;
  for (int trial_number = 0; trial_number < kTrials; ++trial_number) {
    if (lost == 0.0) catch_up();
    const Trial trial = affordable(lost > 0.0 ? within_region(count) : propose(count, pulled), count, rejected);
    if (trial.size < kNothing) return 0.0;
    if (trial.deciding == p && trial_number >= chances) return 0.0;
    const VecX q = corrected(moved(q_, trial.v), trial);
    const bool roughly = trial.restored == kRestoredRoughly;
    if (!roughly) look(q);
    for (std::size_t k = 0; k < p; ++k) {
      if (!roughly)
        evaluate_level(k, there_[k]);
      else if (k >= trial.count)  // the others were measured when they were restored
        measure_level(k, there_[k]);
    }
    const Score after = score(there_);
    const std::size_t judge = first_changed(trial, after.levels);
    const double motion = largest(difference(figure, q_, q));
    const Verdict verdict = motion < kNothing ? Verdict::kIdle : judged(trial, judge, after, motion);
    if (verdict == Verdict::kIdle) return 0.0;
    if (verdict == Verdict::kBetter) {
      learn(trial, judge, after);
      rough_ = behind_ = roughly;
      followable_ = leads_on(trial);
      vain_ += rejected;
      accept(q, after, motion, trial.deciding);
      return motion;
    }
    if (motion < kStill) return 0.0;
    ++rejected;
    const bool others = trial.deciding + 1 < count || (trial.deciding < p && pulled);
    const double before = judge == loser ? lost : 0.0;
    lost = 0.0;
    if (judge == trial.deciding && others) {  // those below may have spoilt it: once more without them
      count = judge + 1;
      pulled = false;
    } else if (judge < trial.deciding && trial.leaning) {  // its model is as good as can be: not so far
      lost = -gain(judge, after);
      loser = judge;
      if (slight_ == 0.0 && before > 0.0 && lost > kAsDear * before) return 0.0;
      halve_region(trial);
    } else {
      restrain(trial, judge);
    }
  }
  return 0.0;
}

// ---- settling ----------------------------------------------------------------------------------------------------

double Solver::step() {
  if (settled_) return 0.0;
  if (problem_->method == Method::kCascaded) return cascaded_step();
  const VecX from = q_;
  if (is_seen()) look_again();
  if (!settled_) {
    if (const double motion = advance(); motion > 0.0) return motion;
    settled_ = true;
    if (look_again()) return step();
  }
  const double back = largest(difference(*problem_->figure, from, q_));  // to where the first look ended
  if (back > 0.0) ++steps_;
  return back;
}

// The motion of the next step; 0 when none is worth taking.
double Solver::advance() {
  stalled_ = leads_nowhere();
  if (stalled_) return go_back();
  if (const double motion = follow(); motion > 0.0) return motion;
  const bool pulled = !problem_->criteria.empty();
  if (const double motion = attempt(here_.size(), pulled); motion > 0.0) return motion;
  if (std::exchange(slight_, 0.0) > 0.0) {  // from now on what is slight counts, too
    idle_steps_ = 0;
    if (const double motion = attempt(here_.size(), pulled); motion > 0.0) return motion;
  }
  return ask_again();
}

// Before it is settled, every level that is left short is asked again, with its curvature and as by a stranger: all
// together, then each without those below.
double Solver::ask_again() {
  const auto short_of = [&](std::size_t k) { return score_.levels[static_cast<Eigen::Index>(k)] >= kNothing; };
  const auto fresh = [&](std::size_t k) {
    mu_[k] = kFirstDamping;
    struggling_[k] = 1;
    radius_ = kFirstRadius;
    growth_ = 2.0;
    idle_steps_ = kIdle - 1;  // one idle step is enough now
    last_motion_ = 0.0;
  };
  bool news = !problem_->criteria.empty() && !struggling_.back();
  struggling_.back() = 1;
  for (std::size_t k = 0; k < here_.size(); ++k) {
    if (!short_of(k)) continue;
    news = news || !struggling_[k];
    fresh(k);
  }
  if (news) {
    if (const double motion = attempt(here_.size(), !problem_->criteria.empty()); motion > 0.0) return motion;
  }
  for (std::size_t k = 0; k < here_.size(); ++k) {
    if (!short_of(k)) continue;
    fresh(k);
    if (const double motion = attempt(k + 1, false); motion > 0.0) return motion;
  }
  return 0.0;
}

std::vector<VecX> Solver::task_errors() const {
  Kinematics kinematics;
  MassState masses;
  forward(*problem_->figure, q_, kinematics);
  carry_masses(*problem_->figure, kinematics, masses);
  std::vector<VecX> errors;
  for (const Demand& demand : problem_->demands) {
    errors.emplace_back(demand.task->rows());
    MatX Jt = MatX::Zero(problem_->figure->dof(), demand.task->rows());
    demand.task->evaluate({*problem_->figure, q_, kinematics, masses}, errors.back(), Jt);
  }
  return errors;
}

std::vector<LimitRow> Solver::held() const {
  std::vector<LimitRow> rows;
  for (std::size_t i = 0; i < limits_.meaning().size(); ++i) {
    if (held_[i].side != Side::kNone) rows.push_back(limits_.meaning()[i]);
  }
  return rows;
}

}  // namespace poise
