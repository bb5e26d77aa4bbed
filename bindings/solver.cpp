// The solver for Python: runs a problem inside the core.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <tuple>

#include "arrays.hpp"
#include "module.hpp"
#include "solve/solve.hpp"

namespace poise::python {

namespace {

using ProblemPtr = std::shared_ptr<Problem>;

using Clock = std::chrono::steady_clock;
using LimitKey = std::tuple<int, int, int>;  // kind, joint or coupling, coordinate

constexpr double kBreath = 0.05;  // seconds between two looks whether somebody pressed Ctrl-C

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::vector<LimitKey> keys(const std::vector<LimitRow>& rows) {
  std::vector<LimitKey> found;
  for (const LimitRow& row : rows) found.emplace_back(static_cast<int>(row.kind), row.index, row.coordinate);
  return found;
}

// Lets Python handle its signals; throws what their handlers raise. The pose stays the one of the last step.
void let_python_breathe() {
  const nb::gil_scoped_acquire gil;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

// A solver with the history that was asked for.
struct Run {
  ProblemPtr problem;
  Solver solver;
  bool recording = false;
  std::vector<VecX> history;
  std::vector<std::vector<LimitKey>> held_history;

  double step() {
    const double motion = solver.step();
    if (recording && motion > 0.0) record();
    return motion;
  }

  void record() {
    history.push_back(solver.level_residuals());
    held_history.push_back(keys(solver.held()));
  }

  // Whether it has settled within so many steps and seconds.
  bool run(int max_steps, double seconds) {
    const Clock::time_point start = Clock::now();
    double breathed = 0.0;
    for (int i = 0; i < max_steps && !solver.settled(); ++i) {
      const double passed = seconds_since(start);
      if (passed > seconds) break;
      if (passed - breathed > kBreath) {
        let_python_breathe();
        breathed = passed;
      }
      step();
    }
    solver.stop_looking();
    if (!history.empty()) {  // what is shown is where the last step led
      history.pop_back();
      held_history.pop_back();
      record();
    }
    return solver.settled();
  }
};

}  // namespace

void bind_solver(nb::module_& m) {
  nb::class_<Run>(m, "Solver")
      .def(
          "__init__",
          [](Run* self, const ProblemPtr& problem, const In1& start) {
            new (self)
                Run{problem, Solver(problem, vector(start, problem->figure->size(), "coordinates")), false, {}, {}};
          },
          nb::arg("problem"), nb::arg("start"))
      .def(
          "restart",
          [](Run& run, const In1& start) {
            run.history.clear();
            run.held_history.clear();
            run.solver.restart(vector(start, run.problem->figure->size(), "coordinates"));
          },
          nb::arg("start"))
      .def("look_twice", [](Run& run) { run.solver.look_twice(); })
      .def("look_again", [](Run& run) { return run.solver.look_again(); })
      .def("refresh", [](Run& run) { run.solver.refresh(); })
      .def(
          "resume", [](Run& run, const Run& other) { run.solver.resume(other.solver); }, nb::arg("other"))
      .def("step", &Run::step, nb::call_guard<nb::gil_scoped_release>())
      .def("run", &Run::run, nb::arg("max_steps"), nb::arg("seconds"), nb::call_guard<nb::gil_scoped_release>())
      .def("coordinates", [](const Run& run) { return array1(run.solver.coordinates()); })
      .def("pose", [](const Run& run) { return run.solver.pose(); })
      .def("level_residuals", [](const Run& run) { return array1(run.solver.level_residuals()); })
      .def("task_residuals",
           [](const Run& run) {
             const std::vector<VecX> errors = run.solver.task_errors();
             VecX r(static_cast<Eigen::Index>(errors.size()));
             for (std::size_t i = 0; i < errors.size(); ++i) r[static_cast<Eigen::Index>(i)] = errors[i].norm();
             return array1(r);
           })
      .def("held", [](const Run& run) { return keys(run.solver.held()); })
      .def(
          "record", [](Run& run, bool on) { run.recording = on; }, nb::arg("on"))
      .def("history",
           [](const Run& run) {
             MatX rows(static_cast<Eigen::Index>(run.history.size()), run.solver.level_residuals().size());
             for (Eigen::Index i = 0; i < rows.rows(); ++i)
               rows.row(i) = run.history[static_cast<std::size_t>(i)].transpose();
             return array2(rows);
           })
      .def("held_history", [](const Run& run) { return run.held_history; })
      .def_prop_ro("steps", [](const Run& run) { return run.solver.steps(); })
      .def_prop_ro("settled", [](const Run& run) { return run.solver.settled(); })
      .def_prop_ro("stalled", [](const Run& run) { return run.solver.stalled(); });
}

}  // namespace poise::python
