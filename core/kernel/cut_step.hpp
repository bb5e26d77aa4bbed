// Steps cut to a trust region: no entry larger than its radius.
#pragma once

#include <algorithm>
#include <cmath>

#include "math/rotation.hpp"

namespace poise {

// Goes from one step towards the next as far as no entry exceeds the radius. Whether that was all the way.
inline bool advance_within(double radius, const VecX& to, VecX& step) {
  double share = 1.0;
  for (Eigen::Index i = 0; i < to.size(); ++i) {
    if (std::abs(to[i]) <= radius) continue;
    const double more = to[i] - step[i];
    share = std::min(share, std::max(0.0, ((more > 0.0 ? radius : -radius) - step[i]) / more));
  }
  step += share * (to - step);
  return share >= 1.0;
}

}  // namespace poise
