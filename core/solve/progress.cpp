#include "solve/progress.hpp"

#include <algorithm>
#include <cmath>

#include "math/lexicographic.hpp"

namespace poise {

namespace {

constexpr double kNoStepYet = 1e300;  // longer than any motion
constexpr double kExact = 1e-8;       // m, rad: ten times what counts as converged, which restored levels keep to
constexpr double kWorthALoan = 1e3;   // so much a lower level must gain for what an upper one has lent (estimate: a
                                      // solve that stalls keeps a loan of a micrometre for a millimetre)
// Steps: while a level is short, better criteria alone are no progress beyond. (One of 10,000 drags into clutter crept
// along so for 900 steps; those that settle take fewer than 200.)
constexpr int kLongForCriteria = 200;
// Of the differences that count until then, those that count beyond. (A cylinder against a waist: 7e-5 a step for 500
// steps, gaining 2e-5 each; asked afresh, all levels end better.)
constexpr double kCreeping = 25.0;
constexpr double kRunningOut = 0.1;  // of the motion before: with it, what is left is a ninth of the next motion

}  // namespace

void Progress::reset(const std::vector<LevelRows>& levels) {
  same_.resize(levels.size());
  for (std::size_t k = 0; k < levels.size(); ++k)
    same_[k] = levels[k].is_posture() ? t_.progress.same_posture : t_.progress.same_residual;
  woken_ = counted_steps_ = half_steps_without_progress_ = idle_steps_ = 0;
  last_motion_ = kNoStepYet;
  ran_out_ = false;
  remembered_ = 0;
  last_deciding_ = 0;
  settled_ = stalled_ = false;
}

void Progress::expect_the_last() {
  idle_steps_ = t_.acceptance.idle_steps - 1;
  last_motion_ = 0.0;
}

// −1 better than the best pose, +1 worse, at the first level where they differ, criteria last; 0 when they are alike.
int Progress::compared_to_best(const Score& score) const {
  const VecX& best = best_.score.levels;
  const bool is_short = score.levels.size() > 0 && score.levels.maxCoeff() > t_.precision.loosely_converged;
  const bool creeps = is_short && counted_steps_ > kLongForCriteria;
  const double coarser = creeps ? kCreeping : 1.0;
  const int levels = compare_lexicographic(score.levels, best, [&](Eigen::Index k) {
    return coarser * same_[static_cast<std::size_t>(k)] * (1.0 + best[k]);
  });
  if (levels != 0 || creeps) return levels;
  const double more = score.cost - best_.score.cost;
  if (std::abs(more) <= t_.progress.same_posture * std::abs(score.cost)) return 0;
  return more > 0.0 ? 1 : -1;
}

// Unless the best pose has borrowed what upper levels are short of now, for little: strictly this one is better then.
bool Progress::is_behind_best(const Score& score) const {
  if (compared_to_best(score) <= 0) return false;
  const VecX gained = score.levels - best_.score.levels;  // by the best pose, against this one
  double borrowed = 0.0;
  for (Eigen::Index k = 0; k < gained.size(); ++k) {
    if (gained[k] > same_[static_cast<std::size_t>(k)] * (1.0 + best_.score.levels[k]))
      return borrowed <= kExact || gained[k] > kWorthALoan * borrowed;
    borrowed = std::max(borrowed, -gained[k]);
  }
  return borrowed <= kExact;  // criteria alone are better
}

bool Progress::note(const Score& score, const VecX& q, const std::vector<ActiveBound>& active, double motion,
                    bool loosely_restored, std::size_t deciding) {
  const bool contracting = motion <= t_.acceptance.contracting * last_motion_;  // Newton's last steps are progress
  const double rate = last_motion_ < kNoStepYet ? motion / last_motion_ : kRunningOut;
  ran_out_ = rate <= kRunningOut && rate * motion <= kRunningOut * t_.precision.last_motion;
  last_motion_ = motion;
  last_deciding_ = deciding;
  remember(motion, score);
  if (loosely_restored || ++counted_steps_ < t_.progress.unrecorded_steps) return false;
  if (!contracting) half_steps_without_progress_ += 2;
  const bool first = counted_steps_ <= t_.progress.unrecorded_steps;
  if (!first && compared_to_best(score) >= 0) return false;
  best_ = {score, q, active};
  half_steps_without_progress_ = 0;
  return !first;
}

void Progress::remember(double motion, const Score& score) {
  if (recent_.empty()) recent_.resize(kRemembered);
  if (remembered_ == kRemembered) {
    std::rotate(recent_.begin(), recent_.begin() + 1, recent_.end());
    --remembered_;
  }
  PastStep& last = recent_[remembered_++];
  last.motion = motion;
  last.score = score;
}

Course Progress::course(const Score& score, const std::vector<LevelRows>& levels, bool loosely_restored,
                        bool criteria_served) const {
  return {score,    levels,           recent(),       counted_steps_, half_steps_without_progress_,
          ran_out_, loosely_restored, criteria_served};
}

Standing Progress::standing(const Score& score, const std::vector<LevelRows>& levels, double dead_band) const {
  return {score, levels, dead_band, last_motion_, idle_steps_, recent()};
}

}  // namespace poise
