// What the parts of the hierarchy have in common.
#pragma once

#include <algorithm>
#include <cmath>

#include "kernel/bounds.hpp"
#include "kernel/level_rows.hpp"

namespace poise {

constexpr double kDependent = 1e-7;  // a row whose new part is a smaller share of it than this is dependent
constexpr double kAtBound = 1e-12;   // a bound that is met

constexpr double kSingular = 1e-9;  // added to the diagonal of a posture's small system: it stays regular

constexpr double kNoPull = 1e-10;  // a multiplier smaller than this is none

// Whether a degree of freedom may help a level that names its helpers.
inline bool helps(const LevelRows& level, Eigen::Index freedom) {
  return (level.allowed_Jt.row(freedom).array() != 0.0).any();
}

// How much of the way from one step to the next can be gone with no entry over `radius`.
inline double share_within(double radius, const VecX& from, const VecX& to) {
  double share = 1.0;
  for (Eigen::Index i = 0; i < to.size(); ++i) {
    if (std::abs(to[i]) <= radius) continue;
    const double more = to[i] - from[i];
    share = std::min(share, std::max(0.0, ((more > 0.0 ? radius : -radius) - from[i]) / more));
  }
  return share;
}

inline double target_of(const BoundRow& bound, Side side) { return side == Side::kUpper ? bound.upper : bound.lower; }

}  // namespace poise
