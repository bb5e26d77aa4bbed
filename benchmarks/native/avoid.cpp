// The time inside the core of keeping out of oneself: all distances of a pose, their normals and rows.
#include <nanobind/stl/shared_ptr.h>

#include <ctime>

#include "arrays.hpp"
#include "bench.hpp"
#include "body/pose.hpp"
#include "world/avoid_task.hpp"

namespace poise::python {

namespace {

// The rows of the task that keeps a body out of itself, as a step asks for them: mean seconds of processor
// time.
double seconds_of_avoiding(const std::shared_ptr<Figure>& figure, const In1& coordinates,
                           const std::shared_ptr<BodyShape>& body, const Lookout& lookout, int repeats) {
  const VecX q = vector(coordinates, figure->size(), "coordinates");
  nb::gil_scoped_release release;
  Kinematics kinematics;
  MassState masses;
  forward(*figure, q, kinematics);
  carry_masses(*figure, kinematics, masses);
  const TaskView view{*figure, q, kinematics, masses};
  const auto task = avoid_task(body, nullptr, lookout);
  VecX low(task->rows()), high(task->rows());
  MatX Jt(figure->dof(), task->rows());
  const std::clock_t start = std::clock();
  for (int i = 0; i < repeats; ++i) {
    Jt.setZero();
    task->evaluate_room(view, low, high, Jt);
  }
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / repeats;
}

}  // namespace

void bind_avoid(nb::module_& m) {
  m.def("seconds_of_avoiding", &seconds_of_avoiding, nb::arg("figure"), nb::arg("coordinates"), nb::arg("body"),
        nb::arg("lookout"), nb::arg("repeats"),
        "Mean time inside the core for all near pairs of a body with itself, with normals and rows.");
}

}  // namespace poise::python
