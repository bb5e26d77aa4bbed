// Touching things of the world, and seeing past them.
#pragma once

#include <memory>
#include <vector>

#include "tasks/task.hpp"
#include "world/world.hpp"

namespace poise {

// A place of a body that shall touch something: a ball on a segment, or with radius 0 a point of its skin.
struct Spot {
  int segment = 0;
  Vec3 at = Vec3::Zero();  // in segment coordinates
  double radius = 0.0;     // m
  int obstacle = 0;        // what it touches
};

// The signed distance of every spot from its obstacle is 0: a palm on a table, a sole on a slope.
std::unique_ptr<Task> touch_task(std::vector<Spot> spots, std::shared_ptr<const World> world);

// A point of a segment at a point of the world, the goal, along the world vectors `axes`: the middle of a grip on a
// rail.
std::unique_ptr<Task> carried_point_task(int segment, const Vec3& at, const Vec3& goal, const Eigen::Matrix3Xd& axes);

// No obstacle stands between a site and a point of the world: the line between both, kSightRadius thick at the site and
// thinner towards the point, keeps out of all obstacles but those that the point itself is in. Inequalities with the
// damping zone of `approach`; the goal is the point.
std::unique_ptr<Task> sight_task(int site, const Vec3& point, std::shared_ptr<const World> world, double zone);

inline constexpr double kSightRadius = 0.01;  // m: a pupil and a little room, so that a touch does not hide the point

}  // namespace poise
