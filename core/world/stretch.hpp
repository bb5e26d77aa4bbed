// Where a limb that lies along a thing leaves it: the ends of the stretch of its axis that is over a face, an edge or a
// side. A forearm across a board is held at both edges of the board, as one on a table is held at its own ends. By its
// nearest place alone it would be held at one edge now, and by the next step at the other.
#pragma once

#include <array>
#include <functional>
#include <utility>
#include <vector>

#include "world/round.hpp"

namespace poise {

struct StretchEnd {
  double t = 0.0;  // where on the axis, between its ends
  double distance = 0.0;
  Vec3 outward = Vec3::UnitZ();  // from the thing to the axis
  // How the distance grows when the point of the round there moves by dc: outward, less what the place moves along the
  // axis, dt = −along · dc, at the slope that the distance has there.
  Vec3 gradient = Vec3::UnitZ();
  Vec3 along = Vec3::Zero();  // 0: the distance is least there, so that moving the place changes nothing
  double bend = 0.0;          // 1/m: then it is that from a ball, and how much that bends; 0: as the solid says
};

// At most two of them.
struct Stretch {
  std::array<StretchEnd, 2> ends;
  int count = 0;

  void add(const StretchEnd& end) { ends[static_cast<std::size_t>(count++)] = end; }
};

// A plane e · x = offset that ends a feature; off it that is more.
using Brink = std::pair<Vec3, double>;
using NearnessOf = std::function<Nearness(const Vec3&)>;

// The part of the axis of a round between the brinks of a feature of a solid, where it lies along that feature: less
// than a quarter of what it goes along is up or down. `inside`: points that are no farther out than that are.
Stretch stretch_between(const Round& round, const std::vector<Brink>& brinks, const NearnessOf& nearness,
                        double inside);
// The same over a disc about the origin across z.
Stretch stretch_over_disc(const Round& round, double radius, const NearnessOf& nearness, double inside);
// The places that are nearest to both ends of another round, where these are between the ends of the axis.
Stretch stretch_along(const Round& round, const Round& other);

}  // namespace poise
