// Inequalities: where the centre of mass may be, where an axis may point.
#pragma once

#include "tasks/task.hpp"

namespace poise {

// The centre of mass on the inner side of some planes: normal · (G − point) ≥ margin, normals inward and level, as
// columns. The error is the distance to the nearest place where that holds.
std::unique_ptr<Task> balance_task(const Eigen::Matrix3Xd& normals, const Eigen::Matrix3Xd& points, double margin);
// An axis of a site within an angle of a world direction.
std::unique_ptr<Task> cone_task(int site, const Vec3& axis, const Vec3& direction, double angle);
// An axis of a site within an angle of the way to a point.
std::unique_ptr<Task> aim_cone_task(int site, const Vec3& axis, const Vec3& point, double angle);

}  // namespace poise
