// What of a body is near to what: pairs of its parts with obstacles and with each other, with nearest points.
//
// A pair may have several rows. The ends of a round are balls, whose distance from the other thing is smooth; the
// nearest place between them counts only where it is nearer than both. So a forearm that lies along a table is held at
// both ends, and nothing switches over when it tilts.
#pragma once

#include <utility>
#include <vector>

#include "world/body_shape.hpp"
#include "world/world.hpp"

namespace poise {

struct NearPair {
  int part = 0;                // of the body
  int other = 0;               // another part, or an obstacle
  bool self = false;           // which of both
  int place = 0;               // 0, 1: an end of the first; 2, 3: of the second; 4: between them
  double distance = 0.0;       // between the surfaces, m
  double room = 0.0;           // what is left of it: less the margin, less what a moving obstacle will come nearer
  Vec3 normal = Vec3::Zero();  // away from the other
  Vec3 on_first = Vec3::Zero(), on_second = Vec3::Zero();
  Vec3 center = Vec3::Zero();  // on the axis of the first: of the ball of it that is nearest
};

struct Lookout {
  double world_zone = 0.2;  // m: obstacles with more room than that do not matter
  double self_zone = 0.05;  // m: the same of parts of the body
  double ahead = 0.0;       // s: obstacles are seen as near as they will be then, if they come nearer
  bool self = true;         // whether parts of the body matter
};

// Rows that have this much more room (m) than the nearest of the same two things wait until they matter.
inline constexpr double kBehindNearest = 0.03;
// Rows of the same two things, a segment and an obstacle or two segments.
inline constexpr int kMostRows = 4;

class Proximity {
 public:
  // All pairs of a posed body within the zones, in the order of parts; `world` may be null.
  const std::vector<NearPair>& look(const BodyShape& body, const World* world, const Kinematics& kinematics,
                                    const Lookout& lookout);

 private:
  void look_at_obstacle(const BodyShape& body, const World& world, int obstacle, int segment, const Lookout& lookout);
  void look_at_self(const BodyShape& body, const SelfPair& pair, const Lookout& lookout);
  void find_candidates(const BodyShape& body, const SelfPair& pair, double reach);
  void keep_nearest(std::size_t begin, double zone);

  PlacedBody placed_;
  std::vector<int> near_;
  std::vector<std::pair<int, int>> candidates_;  // parts of two segments
  std::vector<double> nearest_;                  // how near they are at least
  std::vector<double> rooms_;                    // of rows that may be too many
  std::vector<NearPair> found_;
};

}  // namespace poise
