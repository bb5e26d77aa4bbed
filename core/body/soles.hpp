// What a standing figure rests on: its soles that are down, and the area they span.
#pragma once

#include <vector>

#include "body/pose.hpp"

namespace poise {

struct Sole {
  int segment;
  std::vector<Vec3> corners;  // in its segment
};

// An area that is crossed by gravity, by its corners on the floor, counter-clockwise from above, and the level normals
// of the edges that begin there, inward and of length one.
struct SupportArea {
  std::vector<Vec3> corners, inward;
};

class Soles {
 public:
  Soles(std::vector<Sole> soles, const Vec3& gravity)
      : soles_(std::move(soles)), gravity_(gravity), up_(-gravity.normalized()) {}

  // The hull of the soles whose corners are all at most `within` metres above the floor at that height, seen along
  // gravity (Andrew's chains). With fewer than three corners it is no area, and has no normals.
  SupportArea under(const Pose& pose, double floor, double within) const;

 private:
  std::vector<Vec3> down(const Pose& pose, double floor, double within) const;
  std::vector<Vec3> hull(const std::vector<Vec3>& points) const;

  std::vector<Sole> soles_;
  Vec3 gravity_, up_;
};

}  // namespace poise
