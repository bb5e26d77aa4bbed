// The equilibrium region: where the centre of mass may be, seen along gravity, while contact forces can hold the body
// (Bretl & Lall 2008). A convex set; the support polygon is the special case of soles on a level floor.
//
// Found from the inside, as they do: the farthest point in some directions, then in the direction of every edge of the
// polygon so far, until no edge moves by more than a tolerance. Every corner is a place with forces that hold it.
#pragma once

#include "statics/statics.hpp"

namespace poise {

struct Region {
  Eigen::Matrix3Xd corners;  // world, at the height of the centre of mass, counter-clockwise seen from above
  bool bounded = true;       // false: it goes on beyond `reach`
};

// Loads stay where they are while the centre of mass is moved. Empty when no place will do, or without weight.
// `tolerance`: metres an edge may be short of the true one; only curved edges, which friction makes, need it.
Region equilibrium_region(const TaskView& body, const std::vector<Load>& loads, const std::vector<Contact>& contacts,
                          double tolerance, double reach);

}  // namespace poise
