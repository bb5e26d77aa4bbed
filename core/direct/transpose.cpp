#include "direct/transpose.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "direct/middle.hpp"

namespace poise {

namespace {

constexpr double kFastest = 0.3;        // rad, links: of a joint in one step; where a hand's way is nearly straight
constexpr double kShortestStep = 1e-9;  // rad, links: a shorter step is the last
constexpr double kNoEnergy = 1e-24;     // a trillionth of a link
constexpr double kSmallGain = 1e-9;     // share of the energy: a step that gains less is idle
constexpr int kMostIdle = 10;           // idle steps in a row after which it has settled
constexpr int kStepsOfRetry = 100;      // once more, from the middle of the limits; people's arms need ten to sixty
constexpr double kWorthRetry = 0.25;    // share of the energy that may be left of it: half the distance
constexpr int kShorter = 30;            // tries of a step, each a quarter as long
constexpr int kLooseTries = 3;          // of them as if there were no limits
constexpr double kPart = 0.25;          // of the way that a try led which gained nothing: the next goes so far
constexpr int kCorrections = 12;        // of constraints after a step; Newton's need three or four
constexpr int kChords = 8;              // corrections along the chords of one decomposition
constexpr double kChordGain = 0.3;      // share of the lack that such a correction may leave; else rows are read anew
constexpr double kRestored = 1e-10;     // links, rad: constraints this near hold
constexpr double kSameLack = 1e-9;      // constraints that cannot be met may be left by this share of what they lack

VecX middle_of_limits(const Figure& figure, const VecX& q) {
  VecX middle = q;
  for (const Joint& joint : figure.joints()) to_middle(joint, middle);
  return middle;
}

}  // namespace

TransposeStepper::TransposeStepper(std::shared_ptr<const Problem> problem, const VecX& start)
    : DirectStepper(problem, start), clamp_(*problem->figure) {
  begin(VecX(evaluation_.coordinates()), {}, -1);
}

void TransposeStepper::look_again() {
  last_step_.resize(0);
  idle_ = 0;
  may_retry_ = true;
}

// The largest error of the constraints, in their units.
double TransposeStepper::lacking(const std::vector<LevelRows>& rows) const {
  double most = 0.0;
  for (std::size_t k = 0; k < pulling_level(); ++k) {
    if (rows[k].e.size() > 0) most = std::max(most, pull_.units(k).cwiseProduct(rows[k].e).cwiseAbs().maxCoeff());
  }
  return most;
}

// The velocity next to K Jᵀ F that keeps the constraints and leaves no limit, in variables in which K = 1.
VecX TransposeStepper::kept(const VecX& force) const {
  if (!is_constrained() && !is_pulled_out(force)) return force;
  return nearest_motion(force,
                        constraint_rows(evaluation_, pull_, evaluation_.current(), evaluation_.coordinates(), true))
      .w;
}

// Whether a limit is reached that a velocity would leave.
bool TransposeStepper::is_pulled_out(const VecX& velocity) const {
  const VecX u = pull_.gains().cwiseProduct(velocity);
  const Bounds& bounds = evaluation_.bounds_at(evaluation_.coordinates());
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const double out = bounds.value(i, u);
    if ((bounds[i].upper <= kAtLimit && out > 0.0) || (bounds[i].lower >= -kAtLimit && out < 0.0)) return true;
  }
  return false;
}

// How long to follow a velocity: by the stiffness felt along the last step; at first, to where the force would vanish
// if it changed evenly.
double TransposeStepper::time_for(const VecX& velocity) {
  if (last_step_.size() > 0) {
    const VecX change = last_velocity_ - velocity;
    const double felt = last_step_.dot(change);
    if (felt > 0.0) return last_step_.squaredNorm() / felt;
    return 2.0 * time_;
  }
  evaluation_.update_jacobians();
  const double stretch =
      pull_.stretch(evaluation_, pull_.gains().cwiseProduct(velocity), pulling_level(), evaluation_.level_count());
  return stretch > 0.0 ? velocity.squaredNorm() / stretch : 1.0;
}

// A step no joint of which is too fast.
VecX TransposeStepper::bounded(const VecX& u) const {
  const double fastest = pull_.largest_motion(evaluation_.variables().motion(u));
  return fastest > kFastest ? VecX(u * (kFastest / fastest)) : u;
}

// From q by a step, inside the limits.
VecX TransposeStepper::moved(const VecX& q, const VecX& step) const {
  if (evaluation_.is_symmetric()) return evaluation_.moved(q, step);
  VecX moved = integrate(figure(), q, evaluation_.variables().motion(step));
  clamp_(moved);
  return moved;
}

// Brings the constraints of a pose back, by feedback (5.2.5): each correction makes good a share k of what they lack,
// so that (1 − k) of it is left, whatever K and the constraints are; stable for 0 < k < 2, without overshoot up to 1.
bool TransposeStepper::restore(VecX& q) const {
  double before = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kCorrections; ++i) {
    evaluation_.evaluate_candidate(q, evaluation_.level_count());
    const double lack = lacking(evaluation_.candidate());
    if (lack <= kRestored) return true;
    if (lack >= before) return false;
    before = lack;
    ConstraintRows rows = constraint_rows(evaluation_, pull_, evaluation_.candidate(), q, false);
    rows.b *= evaluation_.problem().direct.feedback;
    const VecX w = nearest_motion(VecX::Zero(pull_.gains().size()), rows).w;
    q = moved(q, bounded(pull_.gains().cwiseProduct(w)));
  }
  evaluation_.evaluate_candidate(q, evaluation_.level_count());
  return lacking(evaluation_.candidate()) <= kRestored;
}

// Brings the constraints of a pose back along the chords of their decomposition at the pose before: a correction needs
// neither Jacobians nor limits then. Where they do not close in quickly, the rows are read once more. Whether they hold
// again, all levels being measured at q.
bool TransposeStepper::restore_along_chords(VecX& q) {
  const double share = evaluation_.problem().direct.feedback;
  double before = std::numeric_limits<double>::infinity();
  bool is_anew = false;
  for (int i = 0; i < kChords; ++i) {
    measure_at(q);
    const double lack = lacking(evaluation_.candidate());
    if (lack <= kRestored) return true;
    if (lack > std::max(kChordGain, 1.0 - 0.7 * share) * before) {
      if (is_anew || lack > before) return false;
      is_anew = true;
      evaluation_.evaluate_candidate(q, pulling_level());
      write_equalities(pull_, evaluation_.candidate(), rows_);
      held_.read(rows_);
    }
    before = lack;
    const VecX w = held_.correction(share * lacks(pull_, evaluation_.candidate()));
    q = moved(q, bounded(pull_.gains().cwiseProduct(w)));
  }
  return false;
}

void TransposeStepper::measure_at(const VecX& q) {
  evaluation_.place_candidate(q);
  for (std::size_t k = 0; k < evaluation_.level_count(); ++k) evaluation_.measure_candidate(k);
}

// Whether a step inside the limits is worth taking; if so, it is taken.
bool TransposeStepper::try_step(const VecX& u, double energy, double lack) {
  VecX q = moved(evaluation_.coordinates(), bounded(u));
  if (is_constrained())
    restore(q);
  else
    measure_at(q);
  const double left = is_constrained() ? lacking(evaluation_.candidate()) : 0.0;
  const double after = pull_.energy(evaluation_.candidate(), pulling_level(), evaluation_.level_count());
  const bool met = left <= std::max(kRestored, (1.0 + kSameLack) * lack);
  const bool better = after < energy || (lack > kRestored && left < (1.0 - kSameLack) * lack);
  if (met && better) accept(q);
  return met && better;
}

double TransposeStepper::step() {
  if (settled_) return 0.0;
  const VecX before = evaluation_.coordinates();
  const double motion = pull_once();
  way_ = StepWay::kPulled;
  if (!settled_ || !may_retry_ || is_constrained()) return motion;
  may_retry_ = false;
  return pull_from_the_middle() ? pull_.largest_motion(difference(figure(), before, evaluation_.coordinates()))
                                : motion;
}

// Whether a pull that starts in the middle of the limits ends much nearer; if so, it has been taken.
bool TransposeStepper::pull_from_the_middle() {
  const double energy = pull_.energy(evaluation_.current(), pulling_level(), evaluation_.level_count());
  const auto is_held = [](const ActiveBound& bound) { return bound.side != Side::kNone; };
  if (energy <= kNoEnergy || std::none_of(active().begin(), active().end(), is_held)) return false;
  const VecX here = evaluation_.coordinates();
  const int steps = evaluation_.steps();
  VecX middle = middle_of_limits(figure(), here);
  clamp_(middle);
  evaluation_.begin(middle);
  look_again();
  settled_ = false;
  for (int i = 0; i < kStepsOfRetry && !settled_; ++i) pull_once();
  const double after = pull_.energy(evaluation_.current(), pulling_level(), evaluation_.level_count());
  const bool better = after < kWorthRetry * energy;
  if (!better) evaluation_.begin(here);
  look_again();
  evaluation_.count_steps_from(better ? steps + 1 : steps);
  settled_ = !better;
  may_retry_ = false;
  way_ = StepWay::kJump;
  return better;
}

// Follows a velocity for a shorter and shorter time, until that gains; false when it never does. Not the best time:
// that would be steepest descent again, which needs twice the steps.
bool TransposeStepper::follow(const VecX& velocity, int tries, double energy, double lack) {
  time_ = time_for(velocity);
  for (int i = 0; i < tries; ++i, time_ *= kPart) {
    const VecX u = time_ * pull_.gains().cwiseProduct(velocity);
    if (try_step(u, energy, lack)) {
      last_velocity_ = velocity;
      return true;
    }
    if (pull_.largest_motion(evaluation_.variables().motion(u)) < kShortestStep) break;
  }
  return false;
}

// As if there were no limits: what leaves them is clamped, joint by joint, and constraints are brought back after that.
// Where it gains nothing, a part of the way that it led is tried (the spectral projected gradient, Birgin, Martínez and
// Raydan 2000); not the best part, which would be steepest descent again. This gains in most poses, and costs much less
// than to ask all limits beforehand.
bool TransposeStepper::follow_loosely(const VecX& velocity, double energy) {
  time_ = time_for(velocity);
  VecX u = time_ * pull_.gains().cwiseProduct(velocity);
  for (int i = 0; i < kLooseTries; ++i) {
    VecX q = moved(evaluation_.coordinates(), bounded(u));
    if (!is_constrained())
      measure_at(q);
    else if (!restore_along_chords(q))
      return false;
    const double after = pull_.energy(evaluation_.candidate(), pulling_level(), evaluation_.level_count());
    if (after < energy) {
      accept(q);
      last_velocity_ = velocity;
      return true;
    }
    u = evaluation_.variables().step_of(difference(figure(), evaluation_.coordinates(), q));
    const double slope = velocity.dot(u.cwiseQuotient(pull_.gains()));
    if (slope <= 0.0) return false;
    u *= kPart;
    time_ *= kPart;
  }
  return false;
}

// The same with its direction: the force, less what changes constraints.
bool TransposeStepper::pull_loosely(const VecX& force, double energy, double lack) {
  if (!is_constrained()) return follow_loosely(force, energy);
  if (lack > kRestored || !are_equalities(evaluation_.current())) return false;
  write_equalities(pull_, evaluation_.current(), rows_);
  held_.read(rows_);
  return follow_loosely(held_.free_part(force), energy);
}

double TransposeStepper::pull_once() {
  if (is_constrained() || !pull_.is_at_points())
    evaluation_.update_jacobians();
  else
    evaluation_.evaluate_candidate(evaluation_.coordinates(), 0);  // the twists alone
  const VecX before = evaluation_.coordinates();
  const double energy = pull_.energy(evaluation_.current(), pulling_level(), evaluation_.level_count());
  const double lack = is_constrained() ? lacking(evaluation_.current()) : 0.0;
  const VecX force = pull_.gains().cwiseProduct(pull_.force(evaluation_, pulling_level(), evaluation_.level_count()));
  settled_ = energy <= kNoEnergy && lack <= kRestored;
  if (!settled_ && !pull_loosely(force, energy, lack)) settled_ = !follow(kept(force), kShorter, energy, lack);
  if (settled_) return 0.0;
  const VecX v = difference(figure(), before, evaluation_.coordinates());
  last_step_ = evaluation_.variables().step_of(v).cwiseQuotient(pull_.gains());
  const double after = pull_.energy(evaluation_.current(), pulling_level(), evaluation_.level_count());
  const double motion = pull_.largest_motion(v);
  const bool restoring = is_constrained() && lack > kRestored;
  idle_ = !restoring && after > (1.0 - kSmallGain) * energy ? idle_ + 1 : 0;
  if (idle_ >= kMostIdle || (motion < kShortestStep && !restoring)) settled_ = true;
  return motion;
}

int TransposeStepper::surplus_rows() const {
  if (!is_constrained()) return 0;
  evaluation_.update_jacobians();
  ConstraintRows rows = constraint_rows(evaluation_, pull_, evaluation_.current(), evaluation_.coordinates(), true);
  rows.Nt.resize(rows.Nt.rows(), 0);
  rows.low.resize(0);
  rows.high.resize(0);
  return static_cast<int>(rows.b.size()) - nearest_motion(VecX::Zero(pull_.gains().size()), rows).rank;
}

}  // namespace poise
