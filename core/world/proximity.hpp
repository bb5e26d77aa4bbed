// What of a body is near to what: pairs of its parts with obstacles and with each other, with nearest points.
//
// A pair may have several rows. The ends of a round are balls, whose distance from the other thing is smooth, and so is
// that of the balls where the limb leaves what it lies along (stretch.hpp); the nearest place between them counts only
// where it is nearer than all. So a forearm that lies along a table is held at both ends, or at the table's edge, and
// nothing switches over when it tilts.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "world/body_shape.hpp"
#include "world/world.hpp"

namespace poise {

struct NearPair {
  int part = 0;                // of the body
  int other = 0;               // another part, or an obstacle
  bool self = false;           // which of both
  bool later = false;          // of an obstacle that turns: where it will be
  int place = 0;               // 0, 1: an end of the first; 2, 3: of the second, or of the stretch along it; 4: between
  double distance = 0.0;       // between the surfaces, m
  double room = 0.0;           // what is left of it: less the margin, less what a moving obstacle will come nearer
  Vec3 normal = Vec3::Zero();  // away from the other: how the distance grows when the first moves there
  Vec3 on_first = Vec3::Zero(), on_second = Vec3::Zero();
  Vec3 center = Vec3::Zero();  // on the axis of the first: of the ball of it that is nearest
  Vec3 along = Vec3::Zero();   // as of a StretchEnd
  double bend = 0.0;
};

// By less (m), the nearest place between two ends is no news. Its row comes and goes with a jump of as much, so that
// this must be less than what corrections leave (`Precision::restored`, 1e-10).
inline constexpr double kClearlyNearer = 1e-11;

struct Lookout {
  double world_zone = 0.2;  // m: obstacles with more room than that do not matter
  double self_zone = 0.05;  // m: the same of parts of the body
  double ahead = 0.0;       // s: obstacles are seen as near as they will be then, if they come nearer
  bool self = true;         // whether parts of the body matter
};

// Rows that have this much more room (m) than the nearest of the same two things wait until they matter.
inline constexpr double kBehindNearest = 0.03;
// Rows of the same two things, a segment and an obstacle or two segments, unless more of them touch.
inline constexpr int kMostRows = 4;
// Rows that have no more room than this (m) touch. A fifth row that came back with each step inwards and went with each
// correction would let neither converge: a hand lies on a box by more than four places.
inline constexpr double kTouching = 1e-3;

// Of rows of the same two things those that matter, in the order they came: all that touch, and of the others the
// nearest. `Row` has a `room`.
class NearestRows {
 public:
  template <typename Row>
  void keep(std::vector<Row>& rows, std::size_t begin, double zone) {
    const auto drop = [&](double limit) {
      const auto first = rows.begin() + static_cast<std::ptrdiff_t>(begin);
      const auto roomy = [&](const Row& row) { return row.room > limit; };
      rows.erase(std::remove_if(first, rows.end(), roomy), rows.end());
    };
    double least = zone;
    for (std::size_t i = begin; i < rows.size(); ++i) least = std::min(least, rows[i].room);
    drop(std::min(zone, std::max(0.0, least) + kBehindNearest));
    if (rows.size() <= begin + kMostRows) return;
    rooms_.clear();
    for (std::size_t i = begin; i < rows.size(); ++i) rooms_.push_back(rows[i].room);
    std::nth_element(rooms_.begin(), rooms_.begin() + (kMostRows - 1), rooms_.end());
    drop(std::max(kTouching, rooms_[kMostRows - 1]));
  }

 private:
  std::vector<double> rooms_;
};

// What of a posed body is near to itself. All parts that may be near are found first by boxes, then their ends are
// measured in one sweep (round_ends.hpp); points and normals are made of the rows that are kept.
class SelfProximity {
 public:
  void look(const BodyShape& body, const PlacedBody& placed, double zone, std::vector<NearPair>& found);

 private:
  struct Row {
    std::size_t candidate;
    int place;
    double room;
  };
  void find_candidates(const BodyShape& body, const PlacedBody& placed, double zone);
  void measure(const BodyShape& body, const PlacedBody& placed, std::size_t pair, double reach);
  void add_rows(const BodyShape& body, std::size_t candidate, double wanted, double depth);
  NearPair told(const PlacedBody& placed, const Row& row) const;

  std::vector<std::pair<int, int>> candidates_;  // parts that may be near
  std::vector<std::size_t> pairs_;               // those of pair p of the body from pairs_[p] on
  std::vector<RoundEnds> ends_;                  // of the candidates
  std::vector<double> nearest_;                  // how near they are
  std::vector<int> inner_;                       // which of between_, where they are nearest between their ends, or −1
  std::vector<Closest> between_;
  std::vector<Row> rows_;  // of one pair
  NearestRows nearest_rows_;
};

class Proximity {
  struct Seen;  // an obstacle, and how

 public:
  // All pairs of a posed body within the zones, in the order of obstacles or pairs, and parts; `world` may be null.
  const std::vector<NearPair>& look(const BodyShape& body, const World* world, const Kinematics& kinematics,
                                    const Lookout& lookout);

 private:
  void look_at_obstacle(const BodyShape& body, const World& world, int index, const Obstacle& obstacle, bool later,
                        const Lookout& lookout);
  void look_at_segment(const BodyShape& body, const Obstacle& obstacle, const Placement& inverse, int segment,
                       const Seen& seen);

  PlacedBody placed_;
  SelfProximity self_;
  std::vector<int> near_;
  NearestRows nearest_rows_;
  std::vector<NearPair> found_;
};

}  // namespace poise
