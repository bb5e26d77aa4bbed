// What all bindings that describe tasks share.
#pragma once

#include <memory>
#include <utility>

#include "arrays.hpp"
#include "body/pose.hpp"
#include "solve/problem.hpp"

namespace poise::python {

// A pose as tasks and criteria see it.
inline TaskView seen(const Pose& pose) { return {pose.figure(), pose.coordinates(), pose.kinematics(), pose.masses()}; }

// Adds a task to the level that was begun last; returns its index.
inline int add(Problem& problem, std::unique_ptr<Task> task, double weight) {
  const int index = static_cast<int>(problem.demands.size());
  problem.demands.push_back({std::move(task), weight, VecX(), true});
  problem.levels.back().push_back(index);
  return index;
}

// Rows of (k, 3) as columns.
inline Eigen::Matrix3Xd columns(const In2& rows) {
  return Eigen::Map<const Eigen::Matrix3Xd>(rows.data(), 3, static_cast<Eigen::Index>(rows.shape(0)));
}

}  // namespace poise::python
