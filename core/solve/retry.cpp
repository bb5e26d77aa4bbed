#include "solve/retry.hpp"

#include <algorithm>
#include <vector>

#include "limits/limits.hpp"
#include "math/dense.hpp"
#include "math/lexicographic.hpp"

namespace poise {

namespace {

// Whatever the tolerances of its tasks are: those decide what is reported as met.
bool is_met(const Evaluation& evaluation, double residual) {
  return evaluation.problem().tolerances.precision.is_loosely_at_goal(residual);
}

// The first level that is short of its goals; the number of levels when none is.
std::size_t first_short(const Evaluation& evaluation) {
  std::size_t k = 0;
  while (k < evaluation.level_count() && is_met(evaluation, evaluation.residual(k))) ++k;
  return k;
}

bool mixes_position_and_orientation(const Problem& problem, std::size_t level) {
  bool positions = false, orientations = false;
  for (const int i : problem.levels[level]) {
    const Demand& demand = problem.demands[static_cast<std::size_t>(i)];
    if (demand.enabled) (demand.task->turns() ? orientations : positions) = true;
  }
  return positions && orientations;
}

// Whether a level is a posture for all joints, which is preferred rather than reached: like criteria, it is served from
// where the levels above have led, and no other start is tried for its sake.
bool is_posture(const Evaluation& evaluation, std::size_t level) {
  return level < evaluation.level_count() && evaluation.current()[level].is_posture();
}

// Whether a degree of freedom may serve the first `count` levels: it moves one of them, and no list of allowed joints
// leaves it out.
std::vector<bool> serving(const Evaluation& evaluation, std::size_t count) {
  const std::vector<int>& order = evaluation.variables().order();
  std::vector<bool> serves(order.size(), false);
  for (std::size_t k = 0; k < count; ++k) {
    const MatX Jt = rows_of(evaluation.current()[k]);
    const MatX& allowed = evaluation.current()[k].allowed_Jt;
    const MatX& rows = allowed.cols() > 0 ? allowed : Jt;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if ((rows.row(static_cast<Eigen::Index>(i)).array() != 0.0).any())
        serves[static_cast<std::size_t>(order[i])] = true;
    }
  }
  return serves;
}

// What leaving a symmetric pose, in which a level has this residual, must gain.
double worth_of_a_twist(const Tolerances& t, double residual) {
  return std::max(t.escape.least_worth, t.escape.worth_of_symmetry * residual);
}

// The start with the joints that serve the first `count` levels that share of the way to the middle of their limits:
// along the Newton step of the criterion that wants them there, which joints without limits do not take part in.
VecX towards_middle(const Evaluation& evaluation, std::size_t count, const VecX& start, double share) {
  const Problem& problem = evaluation.problem();
  const Figure& figure = *problem.figure;
  const std::vector<Preference> middle{{mid_range_criterion(figure, VecX::Ones(figure.dof())), 1.0}};
  Kinematics kinematics;
  MassState masses;
  forward(figure, start, kinematics);
  carry_masses(figure, kinematics, masses);
  VecX gradient;
  MatX hessian;
  evaluate(middle, {figure, start, kinematics, masses}, gradient, hessian);
  const double flat = 1e-9 * std::max(1.0, hessian.diagonal().maxCoeff());
  hessian.diagonal().array() += flat;
  VecX to_middle = solve_symmetric(hessian, -gradient);
  const std::vector<bool> serves = serving(evaluation, count);
  for (Eigen::Index i = 0; i < to_middle.size(); ++i) {
    if (!serves[static_cast<std::size_t>(i)]) to_middle[i] = 0.0;
  }
  return clamp(figure, integrate(figure, start, share * to_middle));
}

}  // namespace

void Retry::allow() {
  stage_ = Stage::kAllowed;
  next_ = Way::kPositionsFirst;
  in_session_ = false;
  gone_aside_ = upright_ = false;
}

void Retry::allow_in_session() {
  stage_ = Stage::kAllowed;
  next_ = Way::kBentJoints;
  in_session_ = true;
  gone_aside_ = upright_ = false;
}

void Retry::go_on() {
  if (!upright_) return;
  stage_ = Stage::kAllowed;
  next_ = Way::kUpright;
}

// A level short of its goals is at rest when the last step was for one below it: no step could serve it any more. That
// the whole solve is at rest is another question (`Solver::step`: settled; progress.hpp: stalled).
bool Retry::is_due(const Stepper& stepper) const {
  const Evaluation& evaluation = stepper.evaluation();
  if (stage_ == Stage::kOff) return false;
  const std::size_t k = first_short(evaluation);
  const bool at_rest = k < stepper.last_deciding();
  if (stage_ == Stage::kAllowed)
    return next_ == Way::kPositionsFirst && at_rest && mixes_position_and_orientation(evaluation.problem(), k);
  return (at_rest && way_ != Way::kAside && way_ != Way::kUpright) || k > level_;
}

bool Retry::advance(Stepper& stepper, const VecX& start) {
  switch (stage_) {
    case Stage::kAllowed:
      return begin(stepper, start);
    case Stage::kPositions:  // served as well as can be: now with orientations
      stage_ = Stage::kAllTasks;
      stepper.begin(VecX(stepper.evaluation().coordinates()), stepper.active(), -1);
      return true;
    case Stage::kAllTasks:
      return end(stepper, start);
    default:
      return false;
  }
}

void Retry::finish(Stepper& stepper, const VecX& start) {
  next_ = Way::kNone;
  while (is_under_way()) advance(stepper, start);
}

// The next way that there is, for the first level that is short.
bool Retry::begin(Stepper& stepper, const VecX& start) {
  level_ = first_short(stepper.evaluation());
  if (level_ == stepper.evaluation().level_count() || is_posture(stepper.evaluation(), level_)) next_ = Way::kNone;
  while (next_ != Way::kNone) {
    way_ = next_;
    next_ = static_cast<Way>(static_cast<int>(next_) + 1);
    if (way_ == Way::kPositionsFirst ? begin_positions_first(stepper, start)
        : way_ == Way::kBentJoints   ? begin_with_bent_joints(stepper, start)
        : way_ == Way::kAtTheMiddle  ? begin_at_the_middle(stepper, start)
        : way_ == Way::kUpright      ? begin_upright(stepper)
                                     : begin_aside(stepper))
      return true;
  }
  stage_ = Stage::kOff;
  return false;
}

bool Retry::begin_positions_first(Stepper& stepper, const VecX& start) {
  if (!mixes_position_and_orientation(stepper.evaluation().problem(), level_)) return false;
  remember(stepper);
  stage_ = Stage::kPositions;
  stepper.begin(start, {}, static_cast<int>(level_));
  return true;
}

bool Retry::begin_with_bent_joints(Stepper& stepper, const VecX& start) {
  const Problem& problem = stepper.evaluation().problem();
  const auto distance = [&](const VecX& to) { return largest(difference(*problem.figure, start, to)); };
  if (bent_in_vain_.size() == start.size() && distance(bent_in_vain_) < problem.tolerances.escape.first_step)
    return false;
  const VecX bent = towards_middle(stepper.evaluation(), level_ + 1, start, problem.tolerances.escape.bent_share);
  if (distance(bent) < problem.tolerances.precision.short_step) return false;
  remember(stepper);
  stage_ = Stage::kAllTasks;
  bent_in_vain_ = start;
  stepper.begin(bent, {}, -1);
  return true;
}

bool Retry::begin_at_the_middle(Stepper& stepper, const VecX& start) {
  const Problem& problem = stepper.evaluation().problem();
  if (in_session_ || !mixes_position_and_orientation(problem, level_)) return false;
  const VecX middle = towards_middle(stepper.evaluation(), level_ + 1, start, 1.0);
  if (largest(difference(*problem.figure, start, middle)) < problem.tolerances.precision.short_step) return false;
  remember(stepper);
  stage_ = Stage::kAllTasks;
  stepper.begin(middle, {}, -1);
  return true;
}

bool Retry::begin_upright(Stepper& stepper) {
  const Evaluation& evaluation = stepper.evaluation();
  if (evaluation.is_symmetric() || evaluation.is_nearly_symmetric()) return false;
  remember(stepper);
  if (!stepper.begin_upright(asked_at_)) return false;
  stage_ = Stage::kAllTasks;
  next_ = Way::kNone;  // what leads aside is known
  return true;
}

bool Retry::begin_aside(Stepper& stepper) {
  const Evaluation& evaluation = stepper.evaluation();
  if (!evaluation.is_symmetric() && !evaluation.is_nearly_symmetric()) return false;
  remember(stepper);
  stage_ = Stage::kAllTasks;
  stepper.begin(first_end_.coordinates, first_end_.active, -1);
  stepper.allow_aside();
  return true;
}

void Retry::remember(const Stepper& stepper) {
  const Evaluation& evaluation = stepper.evaluation();
  first_end_ = {evaluation.score(), evaluation.coordinates(), stepper.active()};
  first_settled_ = stepper.settled() || stepper.stalled();
  first_stalled_ = stepper.stalled();
}

// What a level that is still short must have gained to make another pose worth it; a twisted one must gain more, and
// be it that the level is met.
double Retry::worth(const Evaluation& evaluation) const {
  const Tolerances& t = evaluation.problem().tolerances;
  if (way_ != Way::kAside) return is_met(evaluation, evaluation.residual(level_)) ? 0.0 : t.precision.large_gain;
  return worth_of_a_twist(t, first_end_.score.residual(level_));
}

// Whether the retry has served the levels down to the one it is about better than the first try: that one has gained
// enough, and none above is short.
bool Retry::is_better(const Evaluation& evaluation) const {
  const auto lacking = [&](const Score& score) {
    VecX r = score.levels.head(static_cast<Eigen::Index>(level_) + 1);
    for (double& residual : r) residual = is_met(evaluation, residual) ? 0.0 : residual;
    return r;
  };
  const VecX second = lacking(evaluation.score());
  const double enough = worth(evaluation);
  const auto same = [&](Eigen::Index k) { return k == second.size() - 1 ? enough : 0.0; };
  return compare_lexicographic(second, lacking(first_end_.score), same) < 0;
}

// Whether the twisted pose of the first try was not worth it. What is below the level must be met as it was there.
bool Retry::is_as_good_upright(const Evaluation& evaluation) const {
  const Score &upright = evaluation.score(), &twisted = first_end_.score;
  for (std::size_t k = 0; k < evaluation.level_count(); ++k) {
    if (k != level_ && is_met(evaluation, twisted.residual(k)) && !is_met(evaluation, upright.residual(k)))
      return false;
  }
  const double here = upright.residual(level_);
  return here - twisted.residual(level_) <= worth_of_a_twist(evaluation.problem().tolerances, here);
}

// To the better of both ends, and on to the next way. True when there is something left to do from there.
bool Retry::end(Stepper& stepper, const VecX& start) {
  const bool upright = way_ == Way::kUpright;
  if (upright) stepper.lean(level_ + 1);
  const bool better = upright ? is_as_good_upright(stepper.evaluation()) : is_better(stepper.evaluation());
  upright_ = upright && better;
  if (better && way_ == Way::kBentJoints) bent_in_vain_.resize(0);
  if (way_ >= Way::kUpright && better != upright) gone_aside_ = true;  // was worth it, or upright was not
  if (!better) {
    stepper.begin(first_end_.coordinates, first_end_.active, -1);
    stepper.set_end(first_settled_, first_stalled_);
  }
  stage_ = next_ == Way::kNone ? Stage::kOff : Stage::kAllowed;
  if (stage_ == Stage::kAllowed && stepper.settled()) return begin(stepper, start);
  return !better && !first_settled_;
}

}  // namespace poise
