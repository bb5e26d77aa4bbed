// When steps go on and lead nowhere: in circles, or along a valley so flat that its end is no better than its
// beginning.
#include <cmath>

#include "solve_parts.hpp"

namespace poise {

namespace {

constexpr int kQuick = 8;               // steps; a solve that needs no more keeps no record
constexpr int kVainSteps = 20;          // without a better pose; Newton's method on its last steps needs far fewer
constexpr double kAlike = 1e-6;         // residuals (m, rad) that differ by less are alike,
constexpr double kAlikePosture = 1e-3;  // those of postures and the cost of criteria by this share

}  // namespace

// 1 when a pose is better than the other, −1 when it is worse, 0 when they are alike.
int Solver::better(const Score& one, const Score& other) const {
  for (Eigen::Index k = 0; k < one.levels.size(); ++k) {
    const bool posture = here_[static_cast<std::size_t>(k)].roots.size() > 0;
    const double less = other.levels[k] - one.levels[k];
    if (std::abs(less) > (posture ? kAlikePosture : kAlike) * (1.0 + one.levels[k])) return less > 0.0 ? 1 : -1;
  }
  const double less = other.cost - one.cost;
  if (std::abs(less) <= kAlikePosture * std::abs(one.cost)) return 0;
  return less > 0.0 ? 1 : -1;
}

void Solver::keep_record() {
  if (++record_.steps < kQuick) return;
  ++record_.since;
  if (record_.steps > kQuick && better(score_, record_.score) <= 0) return;
  record_.score = score_;
  record_.q = q_;
  record_.held = held_;
  record_.since = 0;
}

// Whether the last steps were in vain. Then the pose is no worse than the best of them.
bool Solver::leads_nowhere() {
  if (record_.since < kVainSteps) return false;
  if (better(score_, record_.score) < 0) {
    q_ = record_.q;
    held_ = record_.held;
    look_afresh();
  }
  return true;
}

}  // namespace poise
