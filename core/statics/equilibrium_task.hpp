// Tasks about forces: no moment left over, and the weight over the region where it can be held.
#pragma once

#include "statics/loads.hpp"
#include "tasks/task.hpp"

namespace poise {

// No moment of the weight and the loads about a point: t(q) = 0 (Baerlocher eqs. 6.3–6.6). The error is t over
// `scale`, a force: the lever arm, in metres, at which it would act.
std::unique_ptr<Task> equilibrium_task(std::vector<Load> loads, const Vec3& point, double scale);

// Like `balance_task` for a body under loads. A load that moves shifts the weight: what counts is
// Z = G + W × (M − M₀) / |W|², with the weight W, the moment M of the loads, and M₀ that at the pose the planes were
// found for; a moment δ × W is that of the weight moved by δ. The part of M along −W, which nothing but friction holds,
// stays between `least` and `most`: one more row, over |W|.
std::unique_ptr<Task> loaded_balance_task(const Eigen::Matrix3Xd& normals, const Eigen::Matrix3Xd& points,
                                          double margin, std::vector<Load> loads, const Vec3& moment, double least,
                                          double most);

// Σ (p − o) × f + t of all loads about a fixed point o, and its derivative.
Vec3 moment_of(const std::vector<Load>& loads, const Kinematics& kinematics, const Vec3& about);

}  // namespace poise
