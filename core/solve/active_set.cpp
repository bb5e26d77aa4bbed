#include "solve/active_set.hpp"

namespace poise {

void drop_left_bounds(const Bounds& bounds, const std::vector<LevelRows>& levels, double near,
                      std::vector<ActiveBound>& active) {
  std::size_t at = 0;
  const auto check = [&](double lower, double upper) {
    if (at == active.size()) return;
    ActiveBound& row = active[at++];
    const bool there = row.side == Side::kUpper ? upper < near : lower > -near;
    if (row.side != Side::kNone && !there) row = {};
  };
  for (std::size_t i = 0; i < bounds.size(); ++i) check(bounds[i].lower, bounds[i].upper);
  for (const LevelRows& level : levels) {
    for (Eigen::Index i = 0; i < level.low.size(); ++i) check(level.low[i], level.high[i]);
  }
}

}  // namespace poise
