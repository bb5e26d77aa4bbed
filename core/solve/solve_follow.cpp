// A step after a goal that has moved a little, with the factorisation of the last step: a chord of Newton's method. The
// Jacobians are left as they were; whoever needs them has to catch up.
#include "solve/solve_parts.hpp"

namespace poise {

namespace {

constexpr double kLittleWay = 0.05;  // a step that is no longer leaves the factorisation as good as new (rad, m)
constexpr int kFollowing = 2;        // corrections after which it is no longer so

}  // namespace

// Jacobians of the present pose.
void Solver::catch_up() {
  look(q_);
  if (!behind_) return;
  for (std::size_t k = 0; k < here_.size(); ++k) evaluate_level(k, here_[k]);
  behind_ = false;
}

// Whether the next step may follow this one, that was taken.
bool Solver::leads_on(const Trial& trial) const {
  return steady_ && trial.within_reach && trial.restored == kRestoredRoughly && trial.size < kLittleWay;
}

// The motion it made; 0 when this is no case for it.
double Solver::follow() {
  if (!followable_) return 0.0;
  followable_ = false;
  Trial trial;
  trial.calm = kRoughlyCalm;
  trial.restored = kRestoredRoughly;
  trial.following = trial.within_reach = true;
  while (trial.deciding < here_.size() && score_.levels[static_cast<Eigen::Index>(trial.deciding)] < trial.calm)
    ++trial.deciding;
  trial.count = trial.exact = trial.deciding + 1;
  if (trial.count > here_.size() || !is_plain(here_[trial.deciding])) return 0.0;
  const double r = score_.levels[static_cast<Eigen::Index>(trial.deciding)];
  if (r < kMuch || r > kNear) return 0.0;
  update_limits(q_);
  const VecX* v = hierarchy_.follow(here_, limits_.bounds());
  if (v == nullptr) return 0.0;
  trial.v = *v;
  trial.size = largest(trial.v);
  if (trial.size < kShort || trial.size > kLittleWay) return 0.0;
  const VecX q = corrected(moved(q_, trial.v), trial);
  if (disturbance_ >= trial.restored) return 0.0;
  for (std::size_t k = trial.count; k < here_.size(); ++k) measure_level(k, there_[k]);
  const double motion = largest(difference(*problem_->figure, q_, q));
  accept(q, score(there_), motion, trial.deciding);
  behind_ = true;
  followable_ = corrections_ <= kFollowing;
  return motion;
}

}  // namespace poise
