// Tasks about one site: where it is, how it is turned, where an axis of it points.
#pragma once

#include "tasks/task.hpp"

namespace poise {

// A site at a point, measured along some world axes.
std::unique_ptr<Task> position_task(int site, const Vec3& goal, const Eigen::Matrix3Xd& axes);
// A site turned like a rotation (row by row as a goal).
std::unique_ptr<Task> orientation_task(int site, const Mat3& goal);
// An axis of a site along a world direction; turning about it is free.
std::unique_ptr<Task> direction_task(int site, const Vec3& axis, const Vec3& direction);
// An axis of a site toward a point ("look at", 4.5.2).
std::unique_ptr<Task> aim_task(int site, const Vec3& axis, const Vec3& point);

}  // namespace poise
