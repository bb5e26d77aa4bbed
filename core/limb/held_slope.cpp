#include "limb/held_slope.hpp"

#include <Eigen/Cholesky>

namespace poise {

namespace {

using Small = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 7, 1>;

Small multipliers_of(const Columns& normals, const Vec7& slope) {
  const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 7, 7> gram = normals.transpose() * normals;
  return gram.ldlt().solve(-(normals.transpose() * slope));
}

}  // namespace

HeldSlope held_slope(const Vec7& slope, const BoundList& bounds, const Columns* free) {
  constexpr double kNone = 1e-14;
  const auto seen = [&](const Vec7& v) { return free == nullptr ? v : Vec7(*free * (free->transpose() * v)); };
  HeldSlope held;
  held.rest = seen(slope);
  const Vec7 start = held.rest;
  std::array<Vec7, kMostBounds> normals;
  for (int i = 0; i < bounds.count; ++i) normals[static_cast<std::size_t>(i)] = seen(bounds[i].normal);
  std::array<int, 7> used{};
  int count = 0;
  for (int round = 0; round < 3 * kMostBounds && count < 7; ++round) {
    int worst = -1;
    double most = kNone + 1e-10 * start.norm();
    for (int i = 0; i < bounds.count; ++i) {
      const Vec7& a = normals[static_cast<std::size_t>(i)];
      if (std::find(used.begin(), used.begin() + count, i) != used.begin() + count || a.norm() < 1e-9) continue;
      if (bounds[i].slack > kTouch) continue;
      if (-a.dot(held.rest) / a.norm() <= most) continue;
      most = -a.dot(held.rest) / a.norm();
      worst = i;
    }
    if (worst < 0) break;
    used[static_cast<std::size_t>(count++)] = worst;
    for (bool feasible = false; !feasible && count > 0;) {
      Columns chosen(7, count);
      for (int k = 0; k < count; ++k)
        chosen.col(k) = normals[static_cast<std::size_t>(used[static_cast<std::size_t>(k)])];
      const Small wanted = multipliers_of(chosen, start);
      double share = 1.0;
      int leaving = -1;
      for (int k = 0; k < count; ++k) {
        const double now = held.multipliers[static_cast<std::size_t>(used[static_cast<std::size_t>(k)])];
        if (wanted[k] > 0.0 || now - wanted[k] <= 0.0) continue;
        if (now / (now - wanted[k]) < share) {
          share = now / (now - wanted[k]);
          leaving = k;
        }
      }
      feasible = leaving < 0;
      held.rest = start;
      for (int k = 0; k < count; ++k) {
        double& now = held.multipliers[static_cast<std::size_t>(used[static_cast<std::size_t>(k)])];
        now = std::max(0.0, now + share * (wanted[k] - now));
        if (k == leaving) now = 0.0;
        held.rest += now * chosen.col(k);
      }
      if (leaving < 0) continue;
      for (int k = leaving; k + 1 < count; ++k)
        used[static_cast<std::size_t>(k)] = used[static_cast<std::size_t>(k + 1)];
      --count;
    }
  }
  return held;
}

}  // namespace poise
