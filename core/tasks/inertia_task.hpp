// The distribution of mass about an axis through the centre of mass (Baerlocher 7.3.3).
#pragma once

#include "tasks/task.hpp"

namespace poise {

// The radius of gyration r = √(I/m) about a world axis through the centre of mass, metres. It says the same as the
// moment of inertia I, but in the unit of its neighbours, so that one level can weigh it against positions.
std::unique_ptr<Task> gyration_task(const Vec3& axis, double radius);

}  // namespace poise
