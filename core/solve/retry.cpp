#include "solve/retry.hpp"

#include <algorithm>
#include <vector>

#include "solve/middle.hpp"
#include "solve/shortfall.hpp"

namespace poise {

namespace {

bool mixes_position_and_orientation(const Problem& problem, std::size_t level) {
  bool positions = false, orientations = false;
  for (const int i : problem.levels[level]) {
    const Demand& demand = problem.demands[static_cast<std::size_t>(i)];
    if (demand.enabled) (demand.task->turns() ? orientations : positions) = true;
  }
  return positions && orientations;
}

// What leaving a symmetric pose, in which a level has this residual, must gain.
double worth_of_a_twist(const Tolerances& t, double residual) {
  return std::max(t.escape.least_worth, t.escape.worth_of_symmetry * residual);
}

}  // namespace

void Retry::allow(bool may_turn_round) {
  may_turn_round_ = may_turn_round;
  stage_ = Stage::kAllowed;
  next_ = Way::kPositionsFirst;
  in_session_ = false;
  gone_aside_ = upright_ = false;
  off_limits_.forget();
}

void Retry::allow_in_session() {
  stage_ = Stage::kAllowed;
  next_ = Way::kBentJoints;
  in_session_ = true;
  gone_aside_ = upright_ = false;
  off_limits_.forget();
}

void Retry::go_on() {
  if (!upright_) return;
  stage_ = Stage::kAllowed;
  next_ = Way::kUpright;
}

// A level short of its goals is at rest when the last step was for one below it: no step could serve it any more. That
// the whole solve is at rest is another question (`Solver::step`: settled; progress.hpp: stalled).
bool Retry::is_due(const Stepper& stepper) {
  const Evaluation& evaluation = stepper.evaluation();
  if (stage_ == Stage::kOff) return false;
  if (way_ == Way::kOffLimits && stage_ == Stage::kAllTasks &&
      off_limits_.is_hopeless(evaluation, level_, first_end_.score.residual(level_)))
    return true;
  const std::size_t k = first_short(evaluation);
  const bool at_rest = k < stepper.last_deciding();
  if (stage_ == Stage::kAllowed)
    return next_ == Way::kPositionsFirst && at_rest && mixes_position_and_orientation(evaluation.problem(), k);
  return (at_rest && way_ != Way::kAside && !goes_upright()) || k > level_;
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
  const std::size_t level = first_short(stepper.evaluation());
  if (level != level_) off_limits_.forget_poses();
  level_ = level;
  if (level == stepper.evaluation().level_count())
    next_ = stepper.evaluation().is_aside() ? std::max(next_, Way::kStraightened) : Way::kNone;
  else if (is_preferred(stepper.evaluation(), level))
    next_ = Way::kNone;
  while (next_ != Way::kNone) {
    way_ = next_;
    next_ = static_cast<Way>(static_cast<int>(next_) + 1);
    if (way_ == Way::kPositionsFirst ? begin_positions_first(stepper, start)
        : way_ == Way::kBentJoints   ? begin_with_bent_joints(stepper, start)
        : way_ == Way::kAtTheMiddle  ? begin_at_the_middle(stepper, start)
        : way_ == Way::kTurnedRound  ? begin_turned_round(stepper, start)
        : way_ == Way::kOffLimits    ? begin_off_limits(stepper, start)
        : way_ == Way::kStraightened ? begin_straightened(stepper)
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
  const VecX bent = towards_middle(stepper.evaluation(), serving(stepper.evaluation(), level_ + 1), start,
                                   problem.tolerances.escape.bent_share);
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
  const VecX middle = towards_middle(stepper.evaluation(), serving(stepper.evaluation(), level_ + 1), start, 1.0);
  if (largest(difference(*problem.figure, start, middle)) < problem.tolerances.precision.short_step) return false;
  remember(stepper);
  stage_ = Stage::kAllTasks;
  stepper.begin(middle, {}, -1);
  return true;
}

bool Retry::begin_turned_round(Stepper& stepper, const VecX& start) {
  const Problem& problem = stepper.evaluation().problem();
  const Figure& figure = *problem.figure;
  const bool free = figure.joints().front().model == Model::kFree && figure.gravity().norm() > 0.0;
  if (in_session_ || !may_turn_round_ || !free || !mixes_position_and_orientation(problem, level_)) return false;
  const Joint& base = figure.joints().front();
  const Vec3 up = base.in.R.transpose() * -figure.gravity().normalized();
  VecX turned = start;
  store_rotation(base, Quat(Eigen::AngleAxisd(kPi, up)) * stored_rotation(base, start), turned);
  remember(stepper);
  stage_ = Stage::kPositions;
  stepper.begin(turned, {}, static_cast<int>(level_));
  return true;
}

bool Retry::begin_off_limits(Stepper& stepper, const VecX& start) {
  if (in_session_) return false;
  const std::optional<VecX> off = off_limits_.next(stepper, level_, start);
  if (!off) return false;
  if (off_limits_.has_more()) next_ = Way::kOffLimits;
  remember(stepper);
  stage_ = Stage::kAllTasks;
  stepper.begin(*off, {}, -1);
  return true;
}

bool Retry::begin_straightened(Stepper& stepper) {
  const Evaluation& evaluation = stepper.evaluation();
  if (level_ < evaluation.level_count()) return false;
  remember(stepper);
  if (!stepper.begin_upright(asked_at_, first_end_.coordinates)) return false;
  stage_ = Stage::kAllTasks;
  return true;
}

bool Retry::begin_upright(Stepper& stepper) {
  const Evaluation& evaluation = stepper.evaluation();
  if (evaluation.is_symmetric() || evaluation.is_nearly_symmetric()) return false;
  remember(stepper);
  if (!stepper.begin_upright(asked_at_, asked_at_)) return false;
  stage_ = Stage::kAllTasks;
  next_ = Way::kNone;  // what leads aside is known
  return true;
}

bool Retry::begin_aside(Stepper& stepper) {
  const Evaluation& evaluation = stepper.evaluation();
  if (level_ == evaluation.level_count()) return false;
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
  return serves_better(evaluation, evaluation.score().levels, first_end_.score.levels, level_, worth(evaluation));
}

// Whether the twisted pose of the first try was not worth it. What is below the level must be met as it was there.
bool Retry::is_as_good_upright(const Evaluation& evaluation) const {
  const Score &upright = evaluation.score(), &twisted = first_end_.score;
  for (std::size_t k = 0; k < evaluation.level_count(); ++k) {
    if (k != level_ && is_met(evaluation, twisted.residual(k)) && !is_met(evaluation, upright.residual(k)))
      return false;
  }
  if (level_ == evaluation.level_count()) return true;  // criteria are asked there as of a symmetric question
  const double here = upright.residual(level_);
  return here - twisted.residual(level_) <= worth_of_a_twist(evaluation.problem().tolerances, here);
}

// To the better of both ends, and on to the next way. True when there is something left to do from there.
bool Retry::end(Stepper& stepper, const VecX& start) {
  const bool upright = goes_upright();
  if (upright) stepper.lean(std::min(level_ + 1, stepper.evaluation().level_count()));
  const bool better = upright ? is_as_good_upright(stepper.evaluation()) : is_better(stepper.evaluation());
  upright_ = upright && better;
  if (better && way_ == Way::kBentJoints) bent_in_vain_.resize(0);
  if (way_ == Way::kOffLimits && off_limits_.goes_on_after(better)) next_ = Way::kOffLimits;
  if (way_ >= Way::kStraightened) gone_aside_ = better != upright;  // was worth it, or upright was not
  if (!better) {
    stepper.begin(first_end_.coordinates, first_end_.active, -1);
    stepper.set_end(first_settled_, first_stalled_);
  }
  stage_ = next_ == Way::kNone ? Stage::kOff : Stage::kAllowed;
  if (stage_ == Stage::kAllowed && stepper.settled()) return begin(stepper, start);
  return !better && !first_settled_;
}

}  // namespace poise
