// The world: obstacles where they are, and how they move.
#pragma once

#include <vector>

#include "world/solid.hpp"

namespace poise {

struct Obstacle {
  SolidPtr solid;
  Placement frame;               // T_world_solid
  double margin = 0.0;           // m: nothing shall be nearer
  Vec3 velocity = Vec3::Zero();  // m/s, world axes, of its origin
  Vec3 spin = Vec3::Zero();      // rad/s, world axes

  Vec3 velocity_at(const Vec3& point) const { return velocity + spin.cross(point - frame.p); }
  bool is_turning() const { return !spin.isZero(); }
  // Where it is so many seconds later: along its screw, so that a door stays on its hinges.
  Obstacle later(double seconds) const;
  // How far a point of the world is, and which way leads off, world axes.
  Nearness nearness(const Vec3& point) const;
  // How the way off turns where a point of the world moves, by central differences.
  Mat3 turning(const Vec3& point) const;
};

class World {
 public:
  explicit World(std::vector<Obstacle> obstacles);

  const std::vector<Obstacle>& obstacles() const { return obstacles_; }
  void place(std::size_t obstacle, const Placement& frame, const Vec3& velocity, const Vec3& spin);
  // The obstacles that may be within `reach` (m) of a box, beyond their margins, now or `ahead` seconds later.
  void near(const Extent& box, double reach, double ahead, std::vector<int>& found) const;
  // How far from its surface (m) an obstacle claims room.
  double claim(std::size_t obstacle, double ahead) const {
    return obstacles_[obstacle].margin + ahead * speeds_[obstacle];
  }
  // A box around it, along the axes of the world.
  const Extent& extent(std::size_t obstacle) const { return extents_[obstacle]; }

 private:
  void bound(std::size_t obstacle);

  std::vector<Obstacle> obstacles_;
  std::vector<Extent> extents_;  // world axes
  std::vector<double> speeds_;   // of the fastest point of each, at most
};

}  // namespace poise
