#include "poise/solve.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace poise {

namespace {

constexpr double kFirstDamping = 0.1;  // μ at the start
constexpr double kLessDamping = 0.2, kLeastDamping = 1e-8, kMostDamping = 1e8;
constexpr double kFirstRadius = 0.8, kLargestRadius = 1.5;  // radians (metres)
constexpr double kNothing = 1e-10;                          // motions below this are none
constexpr double kNoise = 1e-12;                            // a residual that changes by less has not changed
constexpr double kLittle = 1e-7;  // a gain that is a smaller share of the motion or of what is left
constexpr double kNear = 0.2;     // a deciding level this near its goal is finished at once
constexpr double kCalm = 1e-9;    // on the way, a level this near is at its goal
constexpr double kRestored = 1e-10, kRestoredFinely = 1e-13;  // what may be left of a disturbance
constexpr double kFlat = 1e-4;                                // damping of a bent level that is restored
constexpr double kComeOff = 1e-3;                             // a limit that the step leant on is at most that far away
constexpr double kStillThere = 1e-6;                          // from a limit that the step leant on
constexpr double kSame = 1e-6;                                // residuals of two ends that differ by less are alike
constexpr double kShort = 1e-3;                               // a step that is short
constexpr double kHalting = 0.7;      // a level that keeps more than this of its residual is in need of curvature
constexpr double kContracting = 0.7;  // of the last motion: Newton's method on its last steps
constexpr int kVainTrials = 2;        // of steps that no level expects to gain from
constexpr int kTrials = 14, kCorrections = 14, kIdle = 5;

VecX norms(const std::vector<LevelRows>& levels) {
  VecX r(static_cast<Eigen::Index>(levels.size()));
  for (std::size_t k = 0; k < levels.size(); ++k) r[static_cast<Eigen::Index>(k)] = levels[k].e.norm();
  return r;
}

double largest(const VecX& v) { return v.size() > 0 ? v.cwiseAbs().maxCoeff() : 0.0; }

// Whether a matrix is a multiple of the unit matrix; NearPose alone is, and is served much faster.
bool uniform(const MatX& B) {
  for (Eigen::Index j = 0; j < B.cols(); ++j) {
    for (Eigen::Index i = 0; i < B.rows(); ++i) {
      if (B(i, j) != (i == j ? B(0, 0) : 0.0)) return false;
    }
  }
  return B(0, 0) > 0.0;
}

}  // namespace

Solver::Solver(std::shared_ptr<const Problem> problem, const VecX& start)
    : problem_(std::move(problem)), limits_(*problem_->figure) {
  const VecX& mobility = problem_->mobility;
  if (mobility.size() > 0 && (mobility.array() != 1.0).any()) scale_ = mobility.cwiseSqrt();
  restart(start);
}

void Solver::restart(const VecX& start) {
  start_ = q_ = clamp(*problem_->figure, start);
  held_.assign(limits_.bounds().size(), {});
  steps_ = 0;
  places_first_ = -1;
  looks_left_ = 0;
  refresh();
}

void Solver::resume(const Solver& other) {
  restart(other.q_);
  if (other.limits_.meaning() != limits_.meaning()) return;
  held_ = other.held_;
  held_.resize(limits_.bounds().size());  // levels may have other rows
}

void Solver::refresh() {
  mu_.assign(problem_->levels.size() + 1, kFirstDamping);
  mu_.back() = 0.0;
  struggling_.assign(problem_->levels.size() + 1, 0);
  radius_ = kFirstRadius;
  settled_ = false;
  idle_steps_ = 0;
  last_motion_ = 1e300;
  growth_ = 2.0;
  shape_levels();
  look(q_);
  for (std::size_t k = 0; k < here_.size(); ++k) evaluate_level(k, here_[k]);
  score_ = score(here_);
}

// ---- evaluation --------------------------------------------------------------------------------------------------

bool Solver::counts(std::size_t level, const Demand& demand) const {
  return demand.enabled && !(static_cast<int>(level) == places_first_ && demand.task->turns());
}

void Solver::shape_levels() {
  here_.resize(problem_->levels.size());
  there_.resize(here_.size());
  const Eigen::Index n = problem_->figure->dof();
  for (std::size_t k = 0; k < here_.size(); ++k) {
    Eigen::Index rows = 0;
    bool choosy = false, inequalities = false;
    int tasks = 0;
    const Demand* only = nullptr;
    for (const int i : problem_->levels[k]) {
      const Demand& demand = problem_->demands[static_cast<std::size_t>(i)];
      if (!counts(k, demand)) continue;
      rows += demand.task->rows();
      choosy = choosy || demand.joints.size() > 0;
      inequalities = inequalities || demand.task->is_inequality();
      ++tasks;
      only = &demand;
    }
    const bool diagonal = tasks == 1 && only->task->roots() != nullptr && !choosy;
    for (LevelRows* level : {&here_[k], &there_[k]}) {
      level->roots = diagonal ? VecX(std::sqrt(only->weight) * *only->task->roots()) : VecX();
      if (diagonal && scale_.size() > 0) level->roots.array() *= scale_.array();
      level->Jt.resize(n, diagonal ? 0 : rows);
      level->e.resize(diagonal ? n : rows);
      level->low.resize(inequalities ? rows : 0);
      level->high.resize(inequalities ? rows : 0);
      level->recruits.resize(n, choosy ? rows : 0);
    }
  }
}

VecX Solver::moved(const VecX& q, const VecX& step) const {
  const Figure& figure = *problem_->figure;
  return clamp(figure, integrate(figure, q, scale_.size() > 0 ? VecX(scale_.cwiseProduct(step)) : step));
}

void Solver::update_limits(const VecX& q) {
  limits_.update(*problem_->figure, q);
  if (scale_.size() > 0) limits_.rescale(scale_);
}

void Solver::glance(const VecX& q) {
  looked_ = q;
  place(*problem_->figure, looked_, kinematics_);
  carry_masses(*problem_->figure, kinematics_, masses_);
  twisted_ = false;
}

void Solver::look(const VecX& q) {
  if (looked_.size() == 0 || looked_ != q) glance(q);
  if (!twisted_) add_twists(*problem_->figure, looked_, kinematics_);
  twisted_ = true;
}

void Solver::evaluate_level(std::size_t level, LevelRows& rows) const {
  const TaskView view = this->view();
  Eigen::Index at = 0;
  rows.Jt.setZero();
  for (const int i : problem_->levels[level]) {
    const Demand& demand = problem_->demands[static_cast<std::size_t>(i)];
    if (!counts(level, demand)) continue;
    const double root = std::sqrt(demand.weight);
    if (rows.roots.size() > 0) {
      demand.task->evaluate_freedoms(view, rows.e);
      rows.e *= root;
      return;
    }
    const int m = demand.task->rows();
    auto error = rows.e.segment(at, m);
    auto Jt = rows.Jt.middleCols(at, m);
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
    if (root != 1.0) Jt *= root;
    if (scale_.size() > 0) Jt.array().colwise() *= scale_.array();
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

// The errors of a level alone.
void Solver::measure_level(std::size_t level, LevelRows& rows) const {
  if (rows.low.size() > 0 || rows.roots.size() > 0) return evaluate_level(level, rows);
  Eigen::Index at = 0;
  for (const int i : problem_->levels[level]) {
    const Demand& demand = problem_->demands[static_cast<std::size_t>(i)];
    if (!counts(level, demand)) continue;
    auto error = rows.e.segment(at, demand.task->rows());
    demand.task->measure(view(), error);
    error *= std::sqrt(demand.weight);
    at += demand.task->rows();
  }
}

Solver::Score Solver::score(const std::vector<LevelRows>& levels) const {
  return {norms(levels), problem_->criteria.empty() ? 0.0 : value(problem_->criteria, view())};
}

// The curvature of a level's own errors and of the rows that hold it: the Hessian of its Lagrangian, but for the JᵀJ.
void Solver::bend(std::size_t level, const Multipliers& multipliers, MatX& curvature) {
  if (level == here_.size() && !struggling_[level]) return;
  const TaskView view = this->view();
  for (std::size_t k = 0; k <= level && k < multipliers.levels.size(); ++k) {
    if (here_[k].roots.size() > 0) continue;
    Eigen::Index at = 0;
    for (const int i : problem_->levels[k]) {
      const Demand& demand = problem_->demands[static_cast<std::size_t>(i)];
      if (!counts(k, demand)) continue;
      const int m = demand.task->rows();
      const double root = std::sqrt(demand.weight);
      VecX pull = -root * multipliers.levels[k].segment(at, m);
      if (k == level) pull += root * (*bending_)[k].e.segment(at, m);
      if (pull.squaredNorm() > 0.0) demand.task->add_curvature(view, pull, curvature);
      at += m;
    }
  }
  limits_.add_curvature(view.figure, view.q, multipliers.bounds, curvature);
  if (scale_.size() > 0) curvature = scale_.asDiagonal() * curvature * scale_.asDiagonal();
}

// ---- one trial ---------------------------------------------------------------------------------------------------

bool Solver::decides(std::size_t level, Trial& trial, const VecX& whole) const {
  const double r = score_.levels[static_cast<Eigen::Index>(level)];
  const double left = foretold(here_[level], trial.v);
  if (r < kCalm || r - left <= std::min(kCalm, kLittle * largest(trial.v)) + kNoise * r) return false;
  trial.deciding = level;
  trial.predicted = left;
  trial.within_reach = r < kNear && !here_[level].bent && foretold(here_[level], whole) < 0.1 * r;
  return true;
}

Solver::Trial Solver::propose(std::size_t count, bool pulled) {
  const std::size_t p = here_.size();
  for (std::size_t k = 0; k < p; ++k) {
    const double r = score_.levels[static_cast<Eigen::Index>(k)];
    here_[k].damping = r < kNothing || here_[k].roots.size() > 0 ? 0.0 : mu_[k] * r * r;
    here_[k].bent = struggling_[k] && r >= kCalm;
    if (here_[k].bent && here_[k].roots.size() > 0) here_[k].damping = mu_[k] - kLeastDamping;
  }
  Pull pull;
  if (pulled) {
    poise::evaluate(problem_->criteria, view(), pull.gradient, pull.hessian);
    pull.damping = mu_[p];
    if (scale_.size() > 0) {
      pull.gradient.array() *= scale_.array();
      pull.hessian = scale_.asDiagonal() * pull.hessian * scale_.asDiagonal();
    }
    if (!struggling_[p] && uniform(pull.hessian)) {
      pull.stiffness = pull.hessian(0, 0) + mu_[p];
      pull.hessian.resize(0, 0);
    }
  }
  update_limits(q_);
  bending_ = &here_;
  Trial trial;
  trial.v = hierarchy_.step(here_, count, limits_.bounds(), held_, pull, this);
  trial.size = largest(trial.v);
  trial.cut = trial.size > radius_;
  const VecX whole = trial.v;
  if (trial.cut) trial.v = hierarchy_.within(radius_);
  trial.deciding = p;
  trial.predicted = 0.0;
  for (std::size_t k = 0; k < p && trial.deciding == p; ++k) decides(k, trial, whole);
  trial.count = std::min(count, trial.deciding + (trial.within_reach ? 1 : 0));
  trial.leaning = trial.deciding < p && here_[trial.deciding].bent;
  trial.restored = trial.size < kShort ? kRestoredFinely : kRestored;
  for (std::size_t k = 0; k < trial.count; ++k)
    trial.exact = trial.exact && here_[k].recruits.cols() == 0 && here_[k].low.size() == 0 &&
                  here_[k].roots.size() == 0 &&
                  score_.levels[static_cast<Eigen::Index>(k)] < (k == trial.deciding ? kNear : kCalm);
  return trial;
}

// A Newton step at q, looked at and evaluated in there_, that gives the levels back what they had.
VecX Solver::newton(const VecX& q, const Trial& trial, bool bent) {
  std::vector<LevelRows> rows(there_.begin(), there_.begin() + static_cast<std::ptrdiff_t>(trial.count));
  for (std::size_t k = 0; k < trial.count; ++k) {
    rows[k].damping = 0.0;
    rows[k].bent = here_[k].bent && bent;
    if (k == trial.deciding && !rows[k].bent) continue;
    if (k < trial.deciding) rows[k].recruits.resize(0, 0);  // what was disturbed may be mended by all
    if (rows[k].bent) {                                     // stays where its valley is flat
      rows[k].damping = 1e-3 * here_[k].damping + kFlat;
      continue;
    }
    if (score_.levels[static_cast<Eigen::Index>(k)] < kCalm) continue;
    rows[k].e -= here_[k].e;  // as far off as it was
    if (rows[k].low.size() > 0) {
      rows[k].low -= here_[k].e;
      rows[k].high -= here_[k].e;
    }
  }
  update_limits(q);
  const Bounds& bounds = limits_.bounds();
  held_there_ = held_;
  const double near = trial.leaning ? kComeOff : kStillThere;
  for (std::size_t i = 0; i < bounds.size(); ++i) {  // only limits that are met already
    held_there_[i] = {};
    if (held_[i].side == Held::kUpper && bounds[i].upper < near) held_there_[i] = held_[i];
    if (held_[i].side == Held::kLower && bounds[i].lower > -near) held_there_[i] = held_[i];
    if (trial.leaning) held_there_[i].level = std::min(held_there_[i].level, static_cast<int>(trial.count) - 1);
  }
  bending_ = &rows;
  return hierarchy_.step(rows, trial.count, bounds, held_there_, {}, this);
}

// How far the levels that shall be as they were are from it. Measures them in there_.
double Solver::disturbance(const Trial& trial) {
  double off = 0.0;
  for (std::size_t k = 0; k < trial.count; ++k) {
    measure_level(k, there_[k]);
    const double r = there_[k].e.norm(), was = score_.levels[static_cast<Eigen::Index>(k)];
    const bool unmet = k < trial.deciding && was >= kCalm;
    if (unmet && here_[k].bent)
      off = std::max(off, r - was);
    else
      off = std::max(off, unmet ? (there_[k].e - here_[k].e).norm() : r);
  }
  return off;
}

// How far the limits that the step leant on are away now, signed: along a tangent one may have come off them.
VecX Solver::slack(const VecX& q) {
  update_limits(q);
  const Bounds& bounds = limits_.bounds();
  VecX room = VecX::Zero(static_cast<Eigen::Index>(bounds.size()));
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    if (held_[i].side == Held::kNo || bounds[i].equality) continue;
    const double left = held_[i].side == Held::kUpper ? bounds[i].upper : bounds[i].lower;
    if (std::abs(left) < kComeOff) room[static_cast<Eigen::Index>(i)] = left;
  }
  return room;
}

// Corrections that give the levels above the deciding one the residuals they had: along the chord, with the matrices of
// the step, as long as that converges well; else by Newton's method. A bent level counts on the limits it leans on:
// first of all the pose goes back to them.
VecX Solver::corrected(VecX q, const Trial& trial) {
  bool chord = trial.exact;
  if (chord && trial.leaning) {
    const VecX room = slack(q);
    if (largest(room) > trial.restored) {
      glance(q);
      disturbance(trial);
      q = moved(q, hierarchy_.again(there_, trial.count, room));
    }
  }
  double before = 1.0;
  for (int round = 0;; ++round) {
    glance(q);
    const double off = disturbance(trial);
    if (off < trial.restored || round == kCorrections || (round > 1 && off < kRestored && off > 0.5 * before)) return q;
    chord = chord && off < 0.2 * before;
    before = off;
    if (!chord) {
      look(q);
      for (std::size_t k = 0; k < trial.count; ++k) evaluate_level(k, there_[k]);
    }
    const VecX fix = chord ? hierarchy_.again(there_, trial.count, VecX()) : newton(q, trial, round == 0);
    if (largest(fix) > 2.0 * radius_) return q;
    q = moved(q, fix);
  }
}

// ---- judgement ---------------------------------------------------------------------------------------------------

// The first level whose residual a trial changes by more than it was restored to, or than what moves the levels above
// it can explain.
std::size_t Solver::first_changed(const Trial& trial, const VecX& after) const {
  double above = 0.0;
  for (Eigen::Index k = 0; k < after.size(); ++k) {
    const double was = score_.levels[k];
    const double noise = static_cast<std::size_t>(k) < trial.deciding ? 2.0 * trial.restored : 0.0;
    if (after[k] < kCalm && was < kCalm)
      above = std::max({above, after[k], was});
    else if (std::abs(after[k] - was) > kNoise * (1.0 + was) + noise + 10.0 * above)
      return static_cast<std::size_t>(k);
  }
  for (Eigen::Index k = 0; k < after.size(); ++k) {
    if (score_.levels[k] - after[k] > kNothing) return static_cast<std::size_t>(k);
  }
  return here_.size();
}

// What a pose gains at a level, or at the criteria, over the present one; 0 when it is no more than rounding.
double Solver::gain(std::size_t level, const Score& after) const {
  if (level < here_.size()) {
    const auto k = static_cast<Eigen::Index>(level);
    return score_.levels[k] - after.levels[k];
  }
  const double was = std::sqrt(2.0 * std::max(0.0, score_.cost)), is = std::sqrt(2.0 * std::max(0.0, after.cost));
  return std::abs(was - is) > kNoise * was ? was - is : 0.0;
}

// Whether a step was worth its motion: at the judging level or, where that one gains next to nothing, at one below.
bool Solver::worthwhile(std::size_t judge, const Score& after, double motion) const {
  for (std::size_t k = judge; k <= here_.size(); ++k) {
    const double was = k < here_.size() ? score_.levels[static_cast<Eigen::Index>(k)] : std::sqrt(2.0 * score_.cost);
    if (k < here_.size() && was < kCalm) continue;  // what was restored is no gain
    const double gained = gain(k, after);
    if (gained >= kLittle * motion && gained >= kLittle * was && gained > 0.0) return true;
    if (gained < -kLittle * motion) return false;
  }
  return false;
}

Solver::Verdict Solver::judged(const Trial& trial, std::size_t judge, const Score& after, double motion) {
  const bool level = judge < here_.size();
  const double gained = gain(judge, after);
  // A level above may want what costs this one something, if no more than was foretold.
  const double cost = level ? foretold(here_[judge], trial.v) - score_.levels[static_cast<Eigen::Index>(judge)] : 0.0;
  const bool wanted = cost > 0.0 && -gained < (trial.size < kShort ? 1e300 : 2.0 * cost);
  if (gained < 0.0 && !wanted) return Verdict::kWorse;
  const bool contracting = motion < kContracting * last_motion_;
  if (gained <= 0.0) return contracting ? Verdict::kBetter : Verdict::kIdle;
  idle_steps_ = worthwhile(judge, after, motion) ? 0 : idle_steps_ + 1;
  return idle_steps_ < kIdle || contracting ? Verdict::kBetter : Verdict::kIdle;
}

// Damping and region from how well the model foretold the gain of the deciding level.
void Solver::learn(const Trial& trial, std::size_t judge, const Score& after) {
  if (judge == here_.size()) {
    struggling_[judge] = 1;
    mu_[judge] *= mu_[judge] > kLeastDamping ? kLessDamping : 0.0;
    if (trial.cut) radius_ = std::min(kLargestRadius, 2.0 * radius_);
  }
  if (judge != trial.deciding || judge >= here_.size()) {
    if (trial.cut && judge < trial.deciding) radius_ = std::min(kLargestRadius, 2.0 * radius_);
    return;
  }
  const auto k = static_cast<Eigen::Index>(judge);
  const double was = score_.levels[k] * score_.levels[k], is = after.levels[k] * after.levels[k];
  const double ratio = (was - is) / std::max(1e-300, was - trial.predicted * trial.predicted);
  const double surprise = std::clamp(2.0 * ratio - 1.0, -1.0, 1.0);
  mu_[judge] = std::max(kLeastDamping, mu_[judge] * std::max(kLessDamping, 1.0 - surprise * surprise * surprise));
  growth_ = 2.0;
  if (ratio < 0.7 || (!trial.cut && after.levels[k] > kHalting * score_.levels[k])) struggling_[judge] = 1;
  if (trial.cut && ratio > 0.7) radius_ = std::min(kLargestRadius, 2.0 * radius_);
  if (trial.cut && ratio < 0.25) radius_ *= 0.7;
}

// After a step that made the judging level worse.
void Solver::restrain(const Trial& trial, std::size_t judge) {
  double& mu = mu_[trial.deciding];
  mu = std::max(trial.deciding < here_.size() ? kLeastDamping : 0.1, mu) * growth_;
  mu = std::min(mu, kMostDamping);
  growth_ *= 2.0;
  struggling_[trial.deciding] = 1;
  const bool bent = trial.deciding < here_.size() && here_[trial.deciding].bent;
  if (trial.cut || bent || judge != trial.deciding) radius_ = 0.5 * std::min(radius_, trial.size);
}

// Trials until one is accepted; the motion it made, 0 when none is worth taking.
double Solver::attempt(std::size_t count, bool pulled) {
  const Figure& figure = *problem_->figure;
  const std::size_t p = here_.size();
  growth_ = 2.0;
  for (int trial_number = 0; trial_number < kTrials; ++trial_number) {
    look(q_);
    const Trial trial = propose(count, pulled);
    if (trial.size < kNothing) return 0.0;
    if (trial.deciding == p && !pulled && trial_number >= kVainTrials) return 0.0;
    const VecX q = corrected(moved(q_, trial.v), trial);
    look(q);
    for (std::size_t k = 0; k < p; ++k) evaluate_level(k, there_[k]);
    const Score after = score(there_);
    const std::size_t judge = first_changed(trial, after.levels);
    const double motion = largest(difference(figure, q_, q));
    const Verdict verdict = motion < kNothing ? Verdict::kIdle : judged(trial, judge, after, motion);
    if (verdict == Verdict::kIdle) return 0.0;
    if (verdict == Verdict::kBetter) {
      learn(trial, judge, after);
      q_ = q;
      std::swap(here_, there_);
      score_ = after;
      last_motion_ = motion;
      ++steps_;
      return motion;
    }
    const bool others = trial.deciding + 1 < count || (trial.deciding < p && pulled);
    if (judge == trial.deciding && others) {  // those below may have spoilt it: once more without them
      count = judge + 1;
      pulled = false;
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
  if (const double motion = attempt(here_.size(), !problem_->criteria.empty()); motion > 0.0) return motion;
  if (const double motion = ask_again(); motion > 0.0) return motion;
  if (look_again()) return step();
  settled_ = true;
  return 0.0;
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

// A level that wants places and turns at once may end where neither is met. Such a level is tried once more from the
// start, places first; the better of both ends stays.
bool Solver::look_again() {
  if (looks_left_ == 0) return false;
  if (looks_left_ == 1) {
    if (places_first_ >= 0) {  // places are served: now the turns as well
      places_first_ = -1;
      refresh();
      return true;
    }
    looks_left_ = 0;
    for (Eigen::Index k = 0; k < score_.levels.size(); ++k) {
      const double worse = score_.levels[k] - first_end_.levels[k];
      if (std::abs(worse) < kSame) continue;
      if (worse > 0.0) q_ = first_pose_;
      break;
    }
    refresh();
    return false;
  }
  looks_left_ = 0;
  for (std::size_t k = 0; k < here_.size(); ++k) {
    if (score_.levels[static_cast<Eigen::Index>(k)] < kCalm) continue;
    bool places = false, turns = false;
    for (const int i : problem_->levels[k]) {
      const Demand& demand = problem_->demands[static_cast<std::size_t>(i)];
      if (demand.enabled) (demand.task->turns() ? turns : places) = true;
    }
    if (!places || !turns) return false;
    first_pose_ = q_;
    first_end_ = score_;
    looks_left_ = 1;
    places_first_ = static_cast<int>(k);
    q_ = start_;
    held_.assign(held_.size(), {});
    refresh();
    return true;
  }
  return false;
}

Pose Solver::pose() const {
  const auto& figure = problem_->figure;
  return looked_ == q_ && twisted_ ? Pose(figure, q_, kinematics_, masses_) : Pose(figure, q_);
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
    if (held_[i].side != Held::kNo) rows.push_back(limits_.meaning()[i]);
  }
  return rows;
}

}  // namespace poise
