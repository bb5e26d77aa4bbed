// A task that somebody else computes, in Python for example.
#pragma once

#include <functional>

#include "tasks/task.hpp"

namespace poise {

// Writes error and Jᵀ as `Task::evaluate` does. It may throw: the solver stays at the last pose it accepted.
using CustomFunction = std::function<void(const TaskView&, Eigen::Ref<VecX> error, Eigen::Ref<MatX> Jt)>;

std::unique_ptr<Task> custom_task(int rows, CustomFunction evaluation);

// A task without rows: what only its account knows about, and no pose can change.
std::unique_ptr<Task> remark_task();

}  // namespace poise
