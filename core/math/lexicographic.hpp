// One comparison of poses by what matters most: the first entry in which they differ decides.
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "math/rotation.hpp"

namespace poise {

// −1 when `a` is less (better, where the entries are errors), +1 when `b` is, 0 when no entry differs by more than the
// tolerance: a number, or a function of the entry's index.
template <typename Tolerance>
int compare_lexicographic(const VecX& a, const VecX& b, const Tolerance& tolerance) {
  for (Eigen::Index k = 0; k < std::min(a.size(), b.size()); ++k) {
    double apart = 0.0;
    if constexpr (std::is_invocable_v<Tolerance, Eigen::Index>)
      apart = tolerance(k);
    else
      apart = tolerance;
    const double difference = a[k] - b[k];
    if (std::abs(difference) > apart) return difference < 0.0 ? -1 : 1;
  }
  return 0;
}

}  // namespace poise
