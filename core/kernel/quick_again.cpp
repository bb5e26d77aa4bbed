// What can be asked of a ladder once it has found a step: a shorter one, or one for other errors.
#include "kernel/quick_method.hpp"
#include "kernel/tolerances.hpp"
#include "math/lanes.hpp"

namespace poise {

bool QuickMethod::within(double radius, const Bounds& bounds, VecX& cut) const {
  cut.setZero(n_);
  const auto go_on = [&](const VecX& next) {
    const double share = share_within(radius, cut, next);
    cut += share * (next - cut);
    return share == 1.0;
  };
  bool whole = true;
  for (const Group& group : groups_) {
    if (group.kept < 0 && whole) whole = go_on(turned_back(y_, group.end));
  }
  if (whole) go_on(v_);
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const double value = bounds.value(i, cut);
    if (value > bounds[i].upper + kAtBound || value < bounds[i].lower - kAtBound) return false;
  }
  return true;
}

bool QuickMethod::follow(const std::vector<LevelRows>& levels, const Bounds& bounds) {
  for (Group& group : groups_) {
    group.damping = 0.0;
    if (group.kept < 0)
      wanted_.segment(group.lane, group.end - group.first) = levels[static_cast<std::size_t>(group.level)].e;
    else
      wanted_[group.lane] = target_of_kept(bounds, group);
  }
  if (last_ >= 0) {
    aim_at(levels[static_cast<std::size_t>(last_)]);
    const VecX turned = turned_forth(target_);
    for (int r = 0; r < rows_; ++r) lanes_of(r)[aside_] = turned[r];
  }
  solve();
  int broken = 0;
  return keep_broken(bounds, broken) && broken == 0 && !let_go();
}

VecX QuickMethod::again(const std::vector<LevelRows>& levels, std::size_t count, const VecX& slack) const {
  VecX b = VecX::Zero(stride_), y(rows_);
  int rows = 0;
  for (const Group& group : groups_) {
    if (group.level >= static_cast<int>(count)) break;
    rows = group.end;
    if (group.kept < 0) {
      b.segment(group.lane, group.end - group.first) = levels[static_cast<std::size_t>(group.level)].e;
    } else if (const int row = kept_[static_cast<std::size_t>(group.kept)].row; row < slack.size()) {
      b[group.lane] = slack[row];
    }
  }
  for (int r = 0; r < rows; ++r) {
    const int row = pivot_[static_cast<std::size_t>(r)];
    const double* lanes = lanes_of(r);
    y[r] = b[row] / lanes[row];
    subtract_lanes(y[r], lanes, stride_, b.data());
  }
  return turned_back(y, rows);
}

}  // namespace poise
