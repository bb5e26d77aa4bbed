// The solver for Python: runs a problem inside the core.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>

#include "arrays.hpp"
#include "module.hpp"
#include "poise/solve.hpp"

namespace poise::python {

namespace {

using ProblemPtr = std::shared_ptr<Problem>;

// A solver with the history that was asked for.
struct Run {
  ProblemPtr problem;
  Solver solver;
  bool recording = false;
  std::vector<VecX> history;

  double step() {
    const double motion = solver.step();
    if (recording && motion > 0.0) history.push_back(solver.level_residuals());
    return motion;
  }
};

}  // namespace

void bind_solver(nb::module_& m) {
  nb::class_<Run>(m, "Solver")
      .def(
          "__init__",
          [](Run* self, const ProblemPtr& problem, const In1& start) {
            new (self) Run{problem, Solver(problem, vector(start, problem->figure->size(), "coordinates")), false, {}};
          },
          nb::arg("problem"), nb::arg("start"))
      .def(
          "restart",
          [](Run& run, const In1& start) {
            run.history.clear();
            run.solver.restart(vector(start, run.problem->figure->size(), "coordinates"));
          },
          nb::arg("start"))
      .def("refresh", [](Run& run) { run.solver.refresh(); })
      .def("step", &Run::step, nb::call_guard<nb::gil_scoped_release>())
      .def(
          "run",
          [](Run& run, int max_steps, double seconds) {
            nb::gil_scoped_release release;
            const auto start = std::chrono::steady_clock::now();
            for (int i = 0; i < max_steps && !run.solver.settled(); ++i) {
              if (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > seconds) break;
              run.step();
            }
            return run.solver.settled() ? 0 : 1;
          },
          nb::arg("max_steps"), nb::arg("seconds"))
      .def("coordinates", [](const Run& run) { return array1(run.solver.coordinates()); })
      .def("level_residuals", [](const Run& run) { return array1(run.solver.level_residuals()); })
      .def(
          "task_error", [](const Run& run, int task) { return array1(run.solver.task_error(task)); }, nb::arg("task"))
      .def("task_residuals",
           [](const Run& run) {
             VecX r(static_cast<Eigen::Index>(run.problem->demands.size()));
             for (Eigen::Index i = 0; i < r.size(); ++i) r[i] = run.solver.task_error(static_cast<int>(i)).norm();
             return array1(r);
           })
      .def("held",
           [](const Run& run) {
             std::vector<std::tuple<int, int, int>> rows;
             for (const LimitRow& row : run.solver.held())
               rows.emplace_back(static_cast<int>(row.kind), row.index, row.coordinate);
             return rows;
           })
      .def(
          "record", [](Run& run, bool on) { run.recording = on; }, nb::arg("on"))
      .def("history",
           [](const Run& run) {
             MatX rows(static_cast<Eigen::Index>(run.history.size()), run.solver.level_residuals().size());
             for (Eigen::Index i = 0; i < rows.rows(); ++i)
               rows.row(i) = run.history[static_cast<std::size_t>(i)].transpose();
             return array2(rows);
           })
      .def_prop_ro("steps", [](const Run& run) { return run.solver.steps(); })
      .def_prop_ro("settled", [](const Run& run) { return run.solver.settled(); });
}

}  // namespace poise::python
