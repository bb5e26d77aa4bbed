// Tasks about a site and a surface: on it, or a range of distances from it (Baerlocher 7.3.1).
//
// The surface may be carried by a segment; −1 is the world. A new goal is a new place and size of the surface: its
// position, its rotation row by row, and its three sizes.
#pragma once

#include "math/surface.hpp"
#include "tasks/task.hpp"

namespace poise {

// A site on a surface; the error is minus the signed distance.
std::unique_ptr<Task> on_surface_task(int site, int carrier, const Surface& surface);
// A site with min ≤ signed distance ≤ max.
std::unique_ptr<Task> off_surface_task(int site, int carrier, const Surface& surface, double min, double max);

}  // namespace poise
