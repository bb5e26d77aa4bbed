// What a pose is judged by, and a pose to come back to.
#pragma once

#include <cmath>
#include <vector>

#include "kernel/level_rows.hpp"

namespace poise {

// The residual of every level, then the cost of the criteria. A residual is √(Σ w |e|²) over the tasks of its level, so
// it is in m or rad where their weights w are 1; of criteria that stand above others it is √(2 f).
struct Score {
  VecX levels;
  double cost = 0.0;

  double residual(std::size_t level) const { return levels[static_cast<Eigen::Index>(level)]; }
};

// What `after` gains over `before` at a level or, beyond the last level, at the criteria. Criteria may cost anything,
// less than nothing too, so only differences mean something; one within the rounding of the cost, a share `noise` of
// it, counts as none.
inline double gain(const Score& before, const Score& after, std::size_t level, double noise) {
  if (level < static_cast<std::size_t>(before.levels.size())) return before.residual(level) - after.residual(level);
  const double less = before.cost - after.cost;
  return std::abs(less) > noise * std::abs(before.cost) ? less : 0.0;
}

struct SavedPose {
  Score score;
  VecX coordinates;
  std::vector<ActiveBound> active;
};

// The largest entry of a step or of an error.
inline double largest(const VecX& v) { return v.size() > 0 ? v.cwiseAbs().maxCoeff() : 0.0; }

}  // namespace poise
