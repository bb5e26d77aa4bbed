// Tasks about the whole body: its centre of mass, its joints.
#pragma once

#include "tasks/task.hpp"

namespace poise {

// The centre of mass at a point, measured along some world axes (4.5.4).
std::unique_ptr<Task> center_task(const Vec3& goal, const Eigen::Matrix3Xd& axes);
// The joints as in a pose; degrees of freedom of weight zero do not matter.
std::unique_ptr<Task> posture_task(const VecX& coordinates, const VecX& weights);

}  // namespace poise
