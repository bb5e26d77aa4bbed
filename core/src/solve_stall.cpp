// When steps go on and lead nowhere: in circles, or along a valley so flat that its end is no better than its
// beginning.
#include <cmath>

#include "solve_parts.hpp"

namespace poise {

namespace {

constexpr int kQuick = 8;               // steps; a solve that needs no more keeps no record
constexpr double kAlike = 4e-6;         // residuals (m, rad) that differ by less are alike,
constexpr double kAlikePosture = 1e-3;  // those of postures and the cost of criteria by this share

}  // namespace

bool Solver::is_posture(std::size_t level) const { return level == here_.size() || here_[level].roots.size() > 0; }

// The first level at which a pose differs from the best one, or the criteria; one more than those when they are alike.
std::size_t Solver::differs_at() const {
  const auto p = static_cast<std::size_t>(score_.levels.size());
  for (std::size_t k = 0; k < p; ++k) {
    const double was = record_.score.levels[static_cast<Eigen::Index>(k)];
    if (std::abs(gain(k, record_.score)) > (is_posture(k) ? kAlikePosture : kAlike) * (1.0 + was)) return k;
  }
  return std::abs(gain(p, record_.score)) > kAlikePosture * std::abs(score_.cost) ? p : p + 1;
}

// Notes a pose that is better than all before, after a step; not one that is restored but roughly. Steps that get
// shorter and shorter are not in vain. As long as poses get better, what is slight does not count.
void Solver::keep_record(double motion) {
  if (rough_ || ++record_.steps < kQuick) return;
  if (motion > kContracting * last_motion_) ++record_.since;
  if (record_.steps > kQuick) {
    const std::size_t level = differs_at();
    if (level > here_.size() || gain(level, record_.score) > 0.0) return;
    slight_ = kSlight;
  }
  record_.score = score_;
  record_.q = q_;
  record_.held = held_;
  record_.since = 0;
}

// To the best pose, if this one is worse: the motion. 0 when it is not.
double Solver::go_back() {
  const std::size_t level = differs_at();
  if (level > here_.size() || gain(level, record_.score) <= 0.0) return 0.0;
  const double motion = largest(difference(*problem_->figure, q_, record_.q));
  q_ = record_.q;
  held_ = record_.held;
  ++steps_;
  look(q_);
  for (std::size_t k = 0; k < here_.size(); ++k) evaluate_level(k, here_[k]);
  behind_ = followable_ = false;
  score_ = record_.score;
  return motion;
}

}  // namespace poise
