// Runs of the solver for Python.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "arrays.hpp"
#include "module.hpp"
#include "solve/run.hpp"

namespace poise::python {

namespace {

using ProblemPtr = std::shared_ptr<Problem>;

using LimitKey = std::tuple<int, int, int>;  // kind, joint or coupling, coordinate

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

}  // namespace

void bind_solver(nb::module_& m) {
  nb::class_<Run>(m, "Solver")
      .def(
          "__init__",
          [](Run* self, const ProblemPtr& problem, const In1& start) {
            new (self) Run(problem, vector(start, problem->figure->size(), "coordinates"));
            self->on_breath(let_python_breathe);
          },
          nb::arg("problem"), nb::arg("start"))
      .def(
          "restart",
          [](Run& run, const In1& start) { run.restart(vector(start, run.problem().figure->size(), "coordinates")); },
          nb::arg("start"))
      .def("allow_retry", &Run::allow_retry)
      .def("advance_retry", &Run::advance_retry)
      .def("refresh", &Run::refresh)
      .def("resume", &Run::resume, nb::arg("other"))
      .def("step", &Run::step, nb::call_guard<nb::gil_scoped_release>())
      .def(
          "run", [](Run& run, int max_steps, double seconds) { return run.run({max_steps, seconds}); },
          nb::arg("max_steps"), nb::arg("seconds"), nb::call_guard<nb::gil_scoped_release>())
      .def("coordinates", [](const Run& run) { return array1(run.coordinates()); })
      .def("pose", &Run::pose)
      .def("level_residuals", [](const Run& run) { return array1(run.level_residuals()); })
      .def("task_residuals",
           [](const Run& run) {
             const std::vector<VecX> errors = run.task_errors();
             VecX r(static_cast<Eigen::Index>(errors.size()));
             for (std::size_t i = 0; i < errors.size(); ++i) r[static_cast<Eigen::Index>(i)] = errors[i].norm();
             return array1(r);
           })
      .def("held", [](const Run& run) { return keys(run.held()); })
      .def("record", &Run::record, nb::arg("on"))
      .def("history",
           [](const Run& run) {
             const std::vector<StepRecord>& history = run.history();
             MatX rows(static_cast<Eigen::Index>(history.size()), run.level_residuals().size());
             for (Eigen::Index i = 0; i < rows.rows(); ++i)
               rows.row(i) = history[static_cast<std::size_t>(i)].level_residuals.transpose();
             return array2(rows);
           })
      .def("held_history",
           [](const Run& run) {
             std::vector<std::vector<LimitKey>> held;
             for (const StepRecord& record : run.history()) held.push_back(keys(record.held));
             return held;
           })
      .def_prop_ro("steps", &Run::steps)
      .def_prop_ro("settled", &Run::settled)
      .def_prop_ro("stalled", &Run::stalled);
}

}  // namespace poise::python
