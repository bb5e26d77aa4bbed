#include "poise/solve.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace poise {

namespace {

constexpr double kFirstDamping = 0.1;  // μ at the start
constexpr double kLessDamping = 0.2, kLeastDamping = 1e-6;
constexpr double kFirstRadius = 0.8, kLargestRadius = 1.5;  // radians (metres)
constexpr double kNothing = 1e-10;                          // residuals and motions below this are none
constexpr double kNoise = 1e-9;                             // a residual that changes by less has not changed
constexpr double kLittle = 1e-7;  // a gain that is a smaller share of the motion or of what is left
constexpr double kNear = 0.2;     // a deciding level this near its goal is finished at once
constexpr int kTrials = 14, kCorrections = 6;

VecX norms(const std::vector<LevelRows>& levels) {
  VecX r(static_cast<Eigen::Index>(levels.size()));
  for (std::size_t k = 0; k < levels.size(); ++k) r[static_cast<Eigen::Index>(k)] = levels[k].e.norm();
  return r;
}

double largest(const VecX& v) { return v.size() > 0 ? v.cwiseAbs().maxCoeff() : 0.0; }

}  // namespace

Solver::Solver(std::shared_ptr<const Problem> problem, const VecX& start)
    : problem_(std::move(problem)), limits_(*problem_->figure) {
  restart(start);
}

void Solver::restart(const VecX& start) {
  q_ = clamp(*problem_->figure, start);
  held_.assign(limits_.bounds().size(), Held::kNo);
  steps_ = 0;
  refresh();
}

void Solver::resume(const Solver& other) {
  restart(other.q_);
  if (other.limits_.meaning() == limits_.meaning()) held_ = other.held_;
}

void Solver::refresh() {
  mu_.assign(problem_->levels.size(), kFirstDamping);
  struggling_.assign(problem_->levels.size(), 0);
  radius_ = kFirstRadius;
  settled_ = false;
  idle_steps_ = 0;
  growth_ = 2.0;
  shape_levels();
  look(q_);
  evaluate(here_);
  residuals_ = norms(here_);
}

void Solver::shape_levels() {
  here_.resize(problem_->levels.size());
  for (std::size_t k = 0; k < here_.size(); ++k) {
    Eigen::Index rows = 0;
    bool choosy = false, inequalities = false;
    for (const int i : problem_->levels[k]) {
      const Demand& demand = problem_->demands[static_cast<std::size_t>(i)];
      if (!demand.enabled) continue;
      rows += demand.task->rows();
      choosy = choosy || demand.joints.size() > 0;
      inequalities = inequalities || demand.task->is_inequality();
    }
    here_[k].Jt.resize(problem_->figure->dof(), rows);
    here_[k].e.resize(rows);
    here_[k].low.resize(inequalities ? rows : 0);
    here_[k].high.resize(inequalities ? rows : 0);
    here_[k].recruits.resize(problem_->figure->dof(), choosy ? rows : 0);
  }
  there_ = here_;
}

void Solver::look(const VecX& q) {
  looked_ = q;
  forward(*problem_->figure, looked_, kinematics_);
  carry_masses(*problem_->figure, kinematics_, masses_);
}

void Solver::evaluate_level(std::size_t level, LevelRows& rows) const {
  const TaskView view{*problem_->figure, looked_, kinematics_, masses_, steps_};
  Eigen::Index at = 0;
  rows.Jt.setZero();
  for (const int i : problem_->levels[level]) {
    const Demand& demand = problem_->demands[static_cast<std::size_t>(i)];
    if (!demand.enabled) continue;
    const int m = demand.task->rows();
    auto error = rows.e.segment(at, m);
    auto Jt = rows.Jt.middleCols(at, m);
    const double root = std::sqrt(demand.weight);
    if (demand.task->is_inequality()) {
      auto low = rows.low.segment(at, m), high = rows.high.segment(at, m);
      demand.task->evaluate_room(view, low, high, Jt);
      low *= root;
      high *= root;
      error = low.cwiseMax(0.0) + high.cwiseMin(0.0);
    } else {
      demand.task->evaluate(view, error, Jt);
      error *= root;
      if (rows.low.size() > 0) rows.low.segment(at, m) = rows.high.segment(at, m) = error;
    }
    Jt *= root;
    if (rows.recruits.cols() > 0) {
      auto chosen = rows.recruits.middleCols(at, m);
      if (demand.joints.size() > 0)
        chosen = demand.joints.asDiagonal() * Jt;
      else
        chosen = Jt;
    }
    at += m;
  }
}

void Solver::evaluate(std::vector<LevelRows>& levels) const {
  for (std::size_t k = 0; k < levels.size(); ++k) evaluate_level(k, levels[k]);
}

// Levels that the linear model has failed get their curvature, too: out of reach, a goal is approached by it alone.
void Solver::bend(std::size_t level) {
  LevelRows& rows = here_[level];
  rows.curvature.resize(0, 0);
  if (!struggling_[level] || rows.damping == 0.0) return;
  const TaskView view{*problem_->figure, q_, kinematics_, masses_};
  rows.curvature = MatX::Zero(problem_->figure->dof(), problem_->figure->dof());
  Eigen::Index at = 0;
  for (const int i : problem_->levels[level]) {
    const Demand& demand = problem_->demands[static_cast<std::size_t>(i)];
    if (!demand.enabled) continue;
    const int m = demand.task->rows();
    demand.task->add_curvature(view, std::sqrt(demand.weight) * rows.e.segment(at, m), rows.curvature);
    at += m;
  }
}

Solver::Trial Solver::propose(std::size_t count, bool pulled) {
  const Figure& figure = *problem_->figure;
  for (std::size_t k = 0; k < here_.size(); ++k) {
    const double r = residuals_[static_cast<Eigen::Index>(k)];
    here_[k].damping = r < kNothing ? 0.0 : mu_[k] * r * r;
    bend(k);
  }
  limits_.update(figure, q_);
  VecX pull;
  if (pulled) pull = difference(figure, q_, problem_->pull);
  Trial trial;
  trial.v = hierarchy_.step(here_, count, limits_.bounds(), held_, pull);
  trial.size = largest(trial.v);
  trial.cut = trial.size > radius_;
  const VecX whole = trial.v;
  if (trial.cut) trial.v = hierarchy_.within(radius_);
  trial.deciding = here_.size();
  trial.predicted = 0.0;
  for (std::size_t k = 0; k < here_.size(); ++k) {
    const double r = residuals_[static_cast<Eigen::Index>(k)];
    const double left = lacking(here_[k], trial.v).norm();
    if (r - left > kNothing + kNoise * r) {
      trial.deciding = k;
      trial.predicted = left;
      trial.within_reach = r < kNear && lacking(here_[k], whole).norm() < 0.1 * r;
      break;
    }
  }
  return trial;
}

// Newton corrections that give the levels above the deciding one the residuals they had.
VecX Solver::corrected(VecX q, const Trial& trial) {
  const Figure& figure = *problem_->figure;
  std::vector<Held> held(held_.size());
  const std::size_t held_levels = trial.deciding + (trial.within_reach ? 1 : 0);
  for (int round = 0; round < kCorrections; ++round) {
    look(q);
    double off = 0.0;
    for (std::size_t k = 0; k < held_levels; ++k) {
      evaluate_level(k, there_[k]);
      if (k < trial.deciding && residuals_[static_cast<Eigen::Index>(k)] >= kNothing) {  // as far off as it was
        there_[k].e -= here_[k].e;
        if (there_[k].low.size() > 0) {
          there_[k].low -= here_[k].e;
          there_[k].high -= here_[k].e;
        }
      }
      there_[k].damping = 0.0;
      off = std::max(off, there_[k].e.norm());
    }
    if (off < 0.1 * kNothing) break;
    limits_.update(figure, q);
    const std::vector<BoundRow>& bounds = limits_.bounds();
    for (std::size_t i = 0; i < held.size(); ++i) {  // only limits that are met already
      held[i] = Held::kNo;
      if (held_[i] == Held::kUpper && bounds[i].upper < kNoise) held[i] = Held::kUpper;
      if (held_[i] == Held::kLower && bounds[i].lower > -kNoise) held[i] = Held::kLower;
    }
    const VecX& fix = hierarchy_.step(there_, held_levels, bounds, held, VecX());
    if (largest(fix) > 2.0 * radius_) break;
    q = clamp(figure, integrate(figure, q, fix));
  }
  return q;
}

std::size_t Solver::first_changed(const VecX& after) const {
  for (Eigen::Index k = 0; k < after.size(); ++k) {
    if (std::abs(after[k] - residuals_[k]) > kNoise * (1.0 + residuals_[k])) return static_cast<std::size_t>(k);
  }
  return here_.size();
}

// Whether a step is not worth taking: it gains nothing, or for the fifth time next to nothing for the way it goes.
bool Solver::idle(std::size_t judge, const VecX& after, const VecX& q, double motion) {
  double gain = 0.0, was = 0.0;
  if (judge < here_.size()) {
    was = residuals_[static_cast<Eigen::Index>(judge)];
    gain = was - after[static_cast<Eigen::Index>(judge)];
  } else if (problem_->pull.size() > 0) {
    was = difference(*problem_->figure, q_, problem_->pull).norm();
    gain = was - difference(*problem_->figure, q, problem_->pull).norm();
  }
  idle_steps_ = gain < kLittle * motion || gain < kLittle * was ? idle_steps_ + 1 : 0;
  return gain <= kNoise * was || idle_steps_ >= 5;
}

// Damping and region from how well the linear model foretold the gain of the deciding level.
void Solver::learn(const Trial& trial, std::size_t judge, const VecX& after) {
  if (judge != trial.deciding || judge >= here_.size()) return;
  const auto k = static_cast<Eigen::Index>(judge);
  const double was = residuals_[k] * residuals_[k], is = after[k] * after[k];
  const double ratio = (was - is) / std::max(1e-300, was - trial.predicted * trial.predicted);
  const double surprise = std::clamp(2.0 * ratio - 1.0, -1.0, 1.0);
  mu_[judge] = std::max(kLeastDamping, mu_[judge] * std::max(kLessDamping, 1.0 - surprise * surprise * surprise));
  growth_ = 2.0;
  if (ratio < 0.7) struggling_[judge] = 1;
  if (trial.cut && ratio > 0.7) radius_ = std::min(kLargestRadius, 2.0 * radius_);
  if (trial.cut && ratio < 0.25) radius_ *= 0.7;
}

// Trials until one is accepted; the motion it made, 0 when none is worth taking.
double Solver::attempt(std::size_t count, bool pulled) {
  const Figure& figure = *problem_->figure;
  const std::size_t p = here_.size();
  for (int trial_number = 0; trial_number < kTrials; ++trial_number) {
    look(q_);
    const Trial trial = propose(count, pulled);
    if (trial.size < kNothing) return 0.0;
    const VecX q = corrected(clamp(figure, integrate(figure, q_, trial.v)), trial);
    look(q);
    evaluate(there_);
    const VecX after = norms(there_);
    const std::size_t judge = first_changed(after);
    if (judge < p && after[static_cast<Eigen::Index>(judge)] > residuals_[static_cast<Eigen::Index>(judge)]) {
      const bool others = trial.deciding + 1 < count || (trial.deciding < p && pulled);
      if (judge == trial.deciding && others) {  // those below may have spoilt it: once more without them
        count = judge + 1;
        pulled = false;
      } else {
        if (trial.deciding < p) {
          mu_[trial.deciding] = std::max(kLeastDamping, mu_[trial.deciding]) * growth_;
          growth_ *= 2.0;
          struggling_[trial.deciding] = 1;
        }
        if (trial.cut || judge != trial.deciding) radius_ = 0.5 * std::min(radius_, trial.size);
      }
      continue;
    }
    const double motion = largest(difference(figure, q_, q));
    if (motion < kNothing || idle(judge, after, q, motion)) return 0.0;
    learn(trial, judge, after);
    q_ = q;
    std::swap(here_, there_);
    residuals_ = after;
    ++steps_;
    return motion;
  }
  return 0.0;
}

double Solver::step() {
  if (settled_) return 0.0;
  if (problem_->method == Method::kCascaded) return cascaded_step();
  if (const double motion = attempt(here_.size(), problem_->pull.size() > 0); motion > 0.0) return motion;
  // Before it is settled, every level that is left short is asked once more without those below, as by a stranger.
  for (std::size_t k = 0; k < here_.size(); ++k) {
    if (residuals_[static_cast<Eigen::Index>(k)] < kNothing) continue;
    mu_[k] = kFirstDamping;
    radius_ = kFirstRadius;
    growth_ = 2.0;
    idle_steps_ = 4;  // one idle step is enough now
    if (const double motion = attempt(k + 1, false); motion > 0.0) return motion;
  }
  settled_ = true;
  return 0.0;
}

Pose Solver::pose() const {
  const auto& figure = problem_->figure;
  return looked_ == q_ ? Pose(figure, q_, kinematics_, masses_) : Pose(figure, q_);
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
  for (std::size_t i = 0; i < held_.size(); ++i) {
    if (held_[i] != Held::kNo) rows.push_back(limits_.meaning()[i]);
  }
  return rows;
}

}  // namespace poise
