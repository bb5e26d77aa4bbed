// Tasks about two sites: loops (Baerlocher 4.5.3), and one as seen from the other.
#pragma once

#include "tasks/task.hpp"

namespace poise {

// Two sites at one place and/or turned alike (loops, 4.5.3).
std::unique_ptr<Task> together_task(int a, int b, bool position, bool orientation);
// A site at a point of another site's frame, measured along some axes of that frame.
std::unique_ptr<Task> seen_position_task(int site, int from, const Vec3& goal, const Eigen::Matrix3Xd& axes);
// A site turned like a rotation, both as seen from another site (row by row as a goal).
std::unique_ptr<Task> seen_orientation_task(int site, int from, const Mat3& goal);

}  // namespace poise
