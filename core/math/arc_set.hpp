// Sets of angles: closed arcs of the circle, and the ways to make and to combine them.
//
// Kept as sorted, disjoint arcs inside [−π, π]; one that crosses ±π is kept as two and shown as one.
#pragma once

#include <algorithm>
#include <vector>

#include "math/rotation.hpp"

namespace poise {

struct Arc {
  double start, stop;  // start ≤ stop; a single angle when equal
};

using ArcSet = std::vector<Arc>;

inline ArcSet whole_circle() { return {{-kPi, kPi}}; }

ArcSet intersection(const ArcSet& a, const ArcSet& b);
ArcSet united(const ArcSet& a, const ArcSet& b);

// Arcs that meet at ±π made one: start in [−π, π), stop may then exceed π.
ArcSet joined_at_pi(const ArcSet& arcs);

// The angle of the set nearest to `wanted` on the circle. The set must not be empty.
double nearest_in(const ArcSet& arcs, double wanted);

// The middle of the widest arc, ±π joined. The set must not be empty.
double middle_of_widest(const ArcSet& arcs);

// The part of `within` where inside(φ) holds, given all angles at which that may change. Each piece between two breaks
// is judged by its middle; a break between two outsides may still be a single allowed angle.
template <typename Inside>
ArcSet arcs_where(std::vector<double>& breaks, const ArcSet& within, Inside&& inside) {
  ArcSet found;
  const auto add = [&found](double start, double stop) {
    if (!found.empty() && found.back().stop == start)
      found.back().stop = stop;
    else
      found.push_back({start, stop});
  };
  std::sort(breaks.begin(), breaks.end());
  auto next = breaks.begin();
  for (const Arc& arc : within) {
    double from = arc.start;
    bool was_inside = false;
    while (next != breaks.end() && *next <= from) ++next;
    for (bool last = false; !last;) {
      last = next == breaks.end() || *next >= arc.stop;
      const double to = last ? arc.stop : *next++;
      const bool is_inside = inside((from + to) / 2.0);
      if (is_inside)
        add(from, to);
      else if (!was_inside && inside(from))
        add(from, from);
      was_inside = is_inside;
      from = to;
    }
    if (!was_inside && inside(arc.stop)) add(arc.stop, arc.stop);
  }
  return found;
}

}  // namespace poise
