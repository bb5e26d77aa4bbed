// What the parts of the hierarchy have in common.
#pragma once

#include "poise/hierarchy.hpp"

namespace poise {

constexpr double kDependent = 1e-7;  // a row whose new part is a smaller share of it than this is dependent
constexpr double kAtBound = 1e-12;   // a bound that is met

// Whether a degree of freedom may help a level that names its helpers.
inline bool helps(const LevelRows& level, Eigen::Index freedom) {
  return (level.recruits.row(freedom).array() != 0.0).any();
}

inline double target_of(const BoundRow& bound, Held side) { return side == Held::kUpper ? bound.upper : bound.lower; }

}  // namespace poise
