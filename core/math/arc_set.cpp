#include "math/arc_set.hpp"

#include <cmath>

#include "math/swing_twist.hpp"

namespace poise {

namespace {

// Limits that meet in one angle meet there but for rounding.
constexpr double kTouch = 1e-12;

}  // namespace

ArcSet intersection(const ArcSet& a, const ArcSet& b) {
  ArcSet both;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const double start = std::max(a[i].start, b[j].start), stop = std::min(a[i].stop, b[j].stop);
    if (start <= stop)
      both.push_back({start, stop});
    else if (start <= stop + kTouch)
      both.push_back({stop, stop});
    if (a[i].stop < b[j].stop)
      ++i;
    else
      ++j;
  }
  return both;
}

ArcSet united(const ArcSet& a, const ArcSet& b) {
  ArcSet all(a);
  all.insert(all.end(), b.begin(), b.end());
  std::sort(all.begin(), all.end(), [](const Arc& x, const Arc& y) { return x.start < y.start; });
  ArcSet merged;
  for (const Arc& arc : all) {
    if (!merged.empty() && arc.start <= merged.back().stop)
      merged.back().stop = std::max(merged.back().stop, arc.stop);
    else
      merged.push_back(arc);
  }
  return merged;
}

ArcSet joined_at_pi(const ArcSet& arcs) {
  if (arcs.size() < 2 || arcs.front().start > -kPi || arcs.back().stop < kPi) return arcs;
  ArcSet joined(arcs.begin() + 1, arcs.end());
  joined.back().stop = arcs.front().stop + 2.0 * kPi;
  return joined;
}

double nearest_in(const ArcSet& arcs, double wanted) {
  const double angle = wrapped_angle(wanted);
  double best = arcs.front().start, least = 1e300;
  for (const Arc& arc : arcs) {
    if (arc.start <= angle && angle <= arc.stop) return angle;
    for (const double end : {arc.start, arc.stop}) {
      const double distance = std::abs(wrapped_angle(end - angle));
      if (distance >= least) continue;
      least = distance;
      best = end;
    }
  }
  return best;
}

double middle_of_widest(const ArcSet& arcs) {
  const ArcSet joined = joined_at_pi(arcs);
  const auto width = [](const Arc& arc) { return arc.stop - arc.start; };
  const Arc& widest =
      *std::max_element(joined.begin(), joined.end(), [&](const Arc& x, const Arc& y) { return width(x) < width(y); });
  return wrapped_angle((widest.start + widest.stop) / 2.0);
}

}  // namespace poise
