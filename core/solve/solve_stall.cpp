// When steps go on and lead nowhere: in circles, or along a valley so flat that its end is no better than its
// beginning.
#include <algorithm>
#include <cmath>

#include "solve/solve_parts.hpp"

namespace poise {

namespace {

constexpr int kQuick = 8;  // steps; a solve that needs no more keeps no record
// Steps in vain that are too many, in halves: a trial that was rejected, or shortened before it was tried, counts half
// a step. From step kLong on, half a step less with each step, down to kTired.
constexpr int kPatient = 48, kTired = 10, kLong = 36;
constexpr double kAlike = 4e-6;         // residuals (m, rad) that differ by less are alike,
constexpr double kAlikePosture = 1e-3;  // those of postures and the cost of criteria by this share

}  // namespace

// By how much the best pose is better than this one, at the first level where they differ, criteria last; 0 when they
// are alike.
double Solver::behind_best() const {
  for (std::size_t k = 0; k < here_.size(); ++k) {
    const double share = here_[k].diagonal.size() > 0 ? kAlikePosture : kAlike, less = gain(k, best_.score);
    if (std::abs(less) > share * (1.0 + best_.score.levels[static_cast<Eigen::Index>(k)])) return less;
  }
  const double less = gain(here_.size(), best_.score);
  return std::abs(less) > kAlikePosture * std::abs(score_.cost) ? less : 0.0;
}

// Notes a pose that is better than all before, after a step; not one that is restored but roughly. Steps that get
// shorter and shorter are not in vain. As long as poses get better, what is slight does not count.
void Solver::keep_best(double motion) {
  if (rough_ || ++steps_afresh_ < kQuick) return;
  if (motion > kContracting * last_motion_) vain_ += 2;
  if (steps_afresh_ > kQuick) {
    if (behind_best() >= 0.0) return;
    slight_ = kSlight;
  }
  best_ = {score_, q_, held_};
  vain_ = 0;
}

bool Solver::leads_nowhere() const {
  return !rough_ && steps_afresh_ >= kQuick && vain_ >= std::clamp(kPatient + kLong - steps_afresh_, kTired, kPatient);
}

// To the best pose, if this one is worse: the motion. 0 when it is not.
double Solver::go_back() {
  if (behind_best() <= 0.0) return 0.0;
  const double motion = largest(difference(*problem_->figure, q_, best_.q));
  q_ = best_.q;
  held_ = best_.held;
  ++steps_;
  score_ = best_.score;
  followable_ = false;
  behind_ = true;
  catch_up();
  return motion;
}

}  // namespace poise
