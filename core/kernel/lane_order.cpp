#include "kernel/lane_order.hpp"

namespace poise {

bool LaneOrder::arrange(const std::vector<LevelRows>& levels, std::size_t count, const QuickBounds& bounds,
                        const ActiveSet& active, int last, int irrelevant, int n) {
  groups_.clear();
  rows_ = level_lanes_ = 0;
  for (std::size_t k = 0; k < count; ++k) level_lanes_ += bounds.wanted_count(levels[k], k);
  const int bound_lanes = level_lanes_ + 1 + irrelevant, held = static_cast<int>(active.open().size());
  int lane = 0;  // of the next level
  const auto add_bounds = [&](int level, bool equality) {
    for (int i = 0; i < held; ++i) {
      if (active[i].level != level || active[i].equality != equality) continue;
      groups_.push_back({rows_, rows_ + 1, bound_lanes + i, lane, level, i});
      ++rows_;
    }
  };
  add_bounds(0, true);
  for (std::size_t k = 0; k < count; ++k) {
    const int level = static_cast<int>(k), m = bounds.wanted_count(levels[k], k);
    add_bounds(level, false);
    if (m == 0) continue;
    groups_.push_back({rows_, rows_ + m, lane, lane, level, -1, levels[k].damping});
    rows_ += m;
    lane += m;
  }
  if (last >= 0) add_bounds(last, false);
  stride_ = LaneFactorisation::padded(bound_lanes + held);
  return rows_ <= n && stride_ <= LaneFactorisation::kMostLanes;
}

}  // namespace poise
