// Tasks about two sites: loops (Baerlocher 4.5.3).
#pragma once

#include "poise/task.hpp"

namespace poise {

// Two sites at one place and/or turned alike (loops, 4.5.3).
std::unique_ptr<Task> together_task(int a, int b, bool position, bool orientation);

}  // namespace poise
