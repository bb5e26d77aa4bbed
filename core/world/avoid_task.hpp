// Keeping out of obstacles and of oneself, as inequalities (Baerlocher 7.3.2; Peinado et al. 2005).
#pragma once

#include <memory>

#include "tasks/task.hpp"
#include "world/proximity.hpp"

namespace poise {

// How far two things may come nearer in one step (m) when they have `room` left: all of it where they touch, more and
// more towards the edge of the damping zone, where nothing is asked. So no row switches on abruptly. Without room:
// what they must part by, negative.
double approach(double room, double zone);

// `world` may be null, and `lookout.self` false. Obstacles may be placed anew while a solver runs.
std::unique_ptr<Task> avoid_task(std::shared_ptr<const BodyShape> body, std::shared_ptr<const World> world,
                                 const Lookout& lookout);

}  // namespace poise
