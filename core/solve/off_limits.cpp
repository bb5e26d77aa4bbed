#include "solve/off_limits.hpp"

#include <algorithm>
#include <functional>

#include "limits/limits.hpp"
#include "solve/middle.hpp"
#include "solve/shortfall.hpp"

namespace poise {

namespace {

// How often limits are left at most, each time from the better rest that this has led to.
constexpr int kRounds = 3;

// Steps over which the gain of a try is watched; the share of what it lacks against the rest before it, or of this
// share of what that lacks, that it must gain meanwhile (by trial).
constexpr std::size_t kWatched = 3;
constexpr double kSlow = 0.1, kAlike = 0.05;

// Degrees of freedom of the joints that limits hold where a level rests.
std::vector<bool> held(const Stepper& stepper) {
  const Figure& figure = *stepper.evaluation().problem().figure;
  std::vector<bool> held(static_cast<std::size_t>(figure.dof()), false);
  for (const LimitRow& limit : held_limits(stepper)) {
    if (limit.kind == LimitKind::kCoupling) continue;
    const Joint& joint = figure.joints()[static_cast<std::size_t>(limit.index)];
    std::fill_n(held.begin() + joint.v, size_of(joint.model).dof, true);
  }
  return held;
}

// Where a level rests, the poses off the limits that hold it, the next one last.
std::vector<VecX> poses_off_limits(const Stepper& stepper, std::size_t level, const VecX& start) {
  const Evaluation& evaluation = stepper.evaluation();
  const Tolerances& t = evaluation.problem().tolerances;
  if (evaluation.residual(level) > t.escape.farthest || evaluation.motion_to(start) < t.escape.first_step) return {};
  const VecX& rest = evaluation.coordinates();
  std::vector<bool> these = serving(evaluation, level + 1);
  const std::vector<bool> at_limits = held(stepper);
  std::transform(these.begin(), these.end(), at_limits.begin(), these.begin(), std::logical_and<>());
  std::vector<VecX> poses;
  for (const double share : {t.escape.beyond_middle, t.escape.past_middle, 1.0})
    poses.push_back(towards_middle(evaluation, these, rest, share));
  return evaluation.motion_to(poses.back()) < t.precision.short_step ? std::vector<VecX>{} : poses;
}

}  // namespace

void OffLimits::forget() {
  poses_.clear();
  helped_ = false;
  rounds_ = 0;
}

std::optional<VecX> OffLimits::next(const Stepper& stepper, std::size_t level, const VecX& start) {
  if (poses_.empty()) poses_ = poses_off_limits(stepper, level, start);
  if (poses_.empty()) return {};
  VecX pose = std::move(poses_.back());
  poses_.pop_back();
  lacks_.clear();
  return pose;
}

bool OffLimits::is_hopeless(const Evaluation& evaluation, std::size_t level, double left) {
  const double here = evaluation.residual(level);
  if (first_short(evaluation) != level || here < left - evaluation.problem().tolerances.precision.large_gain) {
    lacks_.clear();
    return false;
  }
  lacks_.push_back(here);
  if (lacks_.size() <= kWatched) return false;
  const double gained = lacks_[lacks_.size() - 1 - kWatched] - here;
  return gained < kSlow * std::max(here - left, kAlike * left);
}

bool OffLimits::goes_on_after(bool better) {
  helped_ = helped_ || better;
  if (has_more() || !helped_ || ++rounds_ >= kRounds) return false;
  helped_ = false;
  return true;
}

}  // namespace poise
