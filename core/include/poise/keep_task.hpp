// Inequalities: where the centre of mass or a site may be.
#pragma once

#include "poise/task.hpp"

namespace poise {

// The centre of mass on the inner side of some planes: normal · (G − point) ≥ margin, normals inward, as columns.
std::unique_ptr<Task> balance_task(const Eigen::Matrix3Xd& normals, const Eigen::Matrix3Xd& points, double margin);
// A site on the side of a plane that its normal points to.
std::unique_ptr<Task> side_task(int site, const Vec3& point, const Vec3& normal);
// A site no nearer to a point than `min` and no farther than `max`.
std::unique_ptr<Task> distance_task(int site, const Vec3& point, double min, double max);

}  // namespace poise
