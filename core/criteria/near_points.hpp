// Points of the body near places of the world, and directions near others, as a criterion.
#pragma once

#include "criteria/criterion.hpp"

namespace poise {

// One point and where it is drawn to: ½ weight |x − goal|², metres.
struct PointWish {
  int segment;
  Vec3 point;  // segment frame
  Vec3 goal;   // world
  double weight;
  bool is_direction = false;  // point and goal are seen from the segment's origin, wherever that is
};
std::unique_ptr<Criterion> near_points_criterion(std::vector<PointWish> wishes);

}  // namespace poise
