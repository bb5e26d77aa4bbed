// Boxes along the axes around things: whether two may be near, in a few comparisons.
#pragma once

#include <algorithm>
#include <limits>

#include "math/placement.hpp"

namespace poise {

inline constexpr double kEndless = std::numeric_limits<double>::infinity();

// A box around something; its ends may be endless.
struct Extent {
  Vec3 low = Vec3::Zero(), high = Vec3::Zero();

  static Extent nothing() { return {Vec3::Constant(kEndless), Vec3::Constant(-kEndless)}; }
  void take_in(const Extent& other) {
    low = low.cwiseMin(other.low);
    high = high.cwiseMax(other.high);
  }
};

// Whether what is in the boxes is more than `reach` (m) apart; of negative distances they say nothing. As a rule one
// axis is enough to know.
inline bool are_apart(const Extent& a, const Extent& b, double reach) {
  const double far = reach > 0.0 ? reach : 0.0;
  double square = 0.0;
  for (int i = 0; i < 3; ++i) {
    const double out = std::max(a.low[i] - b.high[i], b.low[i] - a.high[i]);
    if (out > far) return true;
    if (out > 0.0) square += out * out;
  }
  return square > far * far;
}

}  // namespace poise
