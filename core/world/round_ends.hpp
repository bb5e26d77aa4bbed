// The ends of two rounds, each against the other round: four distances at once.
//
// The distance of two rounds is convex over both axes, so its least value lies at an end of one of them unless it falls
// from the nearest end inwards. As a rule it does not, and then nothing else is to be sought.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "world/round.hpp"

namespace poise {

// What of a round stays the same wherever it is.
struct RoundForm {
  double per_length = 0.0;  // 1/m; 0 of a ball
  double lean = 0.0;        // tangent of the cone's half angle: k/√(1 − k²) of its sine k

  static RoundForm of(const Round& round);
};

// Lanes 0, 1: the ends a, b of the first round; 2, 3: of the second.
struct RoundEnds {
  std::array<double, 4> distance;             // of the ball at the end from the other round
  std::array<double, 4> share;                // where on the axis of the other round it is nearest
  std::array<double, 4> gap;                  // between both centres
  std::array<std::array<double, 4>, 3> away;  // from that centre to the end's

  Vec3 away_at(int lane) const {
    const auto k = static_cast<std::size_t>(lane);
    return {away[0][k], away[1][k], away[2][k]};
  }
  int nearest() const;
  // How the distance of both rounds changes from an end inwards along its own axis (m); `gap` must not be 0 there.
  double slope_inwards(const Round& first, const Round& second, int lane) const;
  // An end against the other round, seen as `closest(first, second)` sees it.
  Closest at(const Round& first, const Round& second, int lane) const;
};

// Of each pair of rounds, by number.
void find_ends(const std::vector<Round>& rounds, const std::vector<RoundForm>& forms,
               const std::vector<std::pair<int, int>>& pairs, std::vector<RoundEnds>& found);

}  // namespace poise
