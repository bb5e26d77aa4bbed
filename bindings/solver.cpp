// Runs of the solver for Python.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include "arrays.hpp"
#include "direct/method.hpp"
#include "math/lexicographic.hpp"
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

// A vector of every recorded step as rows, as long as the present one; no rows when nothing was recorded.
MatX recorded_rows(const Run& run, VecX StepRecord::* kept, const VecX& present) {
  MatX rows(static_cast<Eigen::Index>(run.history().size()), present.size());
  for (Eigen::Index i = 0; i < rows.rows(); ++i)
    rows.row(i) = (run.history()[static_cast<std::size_t>(i)].*kept).transpose();
  return rows;
}

// Lets Python handle its signals; throws what their handlers raise. The pose stays the one of the last step.
void let_python_breathe() {
  const nb::gil_scoped_acquire gil;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

// `moved(at_rest)` changes goals that depend on the pose and says whether it did; only for one call, so that a run
// keeps nothing of Python alive.
using Moved = std::optional<nb::typed<nb::callable, bool(bool)>>;

MovingGoals goals(const Moved& moved, int every, int most) {
  if (!moved) return {};
  return {[&moved](bool at_rest) {
            const nb::gil_scoped_acquire gil;
            return nb::cast<bool>((*moved)(at_rest));
          },
          every, most};
}

// What some goals depend on: segments of the body, as they were when the goals were found; and who finds them again,
// and says whether they have changed. `found_again(pose, true)` is told where the run has ended.
struct RegionWatch {
  nb::object found_again;
  std::vector<std::pair<Pose, std::vector<int>>> watched;  // none: whatever the body does
  double still, still_at_end;                              // m: what has moved by less has not
  int most;                                                // times on the way
};

// Python is asked only where something may have changed: while it is, no other solve goes on in Python.
class RegionFinder {
 public:
  RegionFinder(Run& run, const RegionWatch& watch) : run_(run), watch_(watch), always_(watch.watched.empty()) {}

  bool look(bool ended) {
    const Pose here = run_.pose();
    const auto is_still = [&](const std::pair<Pose, std::vector<int>>& was) {
      return farthest_moved(was.first, here, was.second) < (ended ? watch_.still_at_end : watch_.still);
    };
    if (!always_ && std::all_of(watch_.watched.begin(), watch_.watched.end(), is_still)) return false;
    const nb::gil_scoped_acquire gil;
    const bool changed = nb::cast<bool>(watch_.found_again(here, ended));
    always_ = always_ || changed;  // from now on they depend on where the segments are now
    return changed;
  }

 private:
  Run& run_;
  const RegionWatch& watch_;
  bool always_;
};

Ending settled(Run& run, int max_steps, const RegionWatch* watch) {
  if (watch == nullptr) return run.settle(max_steps);
  RegionFinder finder(run, *watch);
  return run.settle(max_steps, {[&](bool) { return finder.look(false); }, 0, watch->most}, [&] { finder.look(true); });
}

VecX coordinates_of(const Run& run, const Pose* start) {
  return checked(start->coordinates(), run.problem().figure->size(), "coordinates");
}

VecX coordinates_of(const Run& run, const In1& start) {
  return vector(start, run.problem().figure->size(), "coordinates");
}

bool is_given(const Pose* start) { return start != nullptr; }
bool is_given(const In1&) { return true; }

// From a start, as a solver that is made now would; None: of one that has just been made.
template <typename Start>
Ending settle_from(Run& run, Start start, int max_steps, const RegionWatch* watch) {
  if (is_given(start) && !run.begin_anew(coordinates_of(run, start)))
    throw std::invalid_argument("this method has to be made anew");
  return settled(run, max_steps, watch);
}

constexpr int kAsOftenAsTheyMove = std::numeric_limits<int>::max();

}  // namespace

void bind_solver(nb::module_& m) {
  m.def(
      "compare_lexicographic",
      [](const In1& a, const In1& b, double tolerance) {
        const auto numbers = [](const In1& from) {
          return VecX(Eigen::Map<const VecX>(from.data(), static_cast<Eigen::Index>(from.shape(0))));
        };
        return compare_lexicographic(numbers(a), numbers(b), tolerance);
      },
      nb::arg("a"), nb::arg("b"), nb::arg("tolerance"));
  nb::class_<Ending>(m, "Ending")
      .def_prop_ro("pose", [](const Ending& left) { return left.pose; })
      .def_prop_ro(
          "level_residuals", [](const Ending& left) { return array1(left.level_residuals); }, nb::rv_policy::move)
      .def_prop_ro("task_residuals",
                   [](const Ending& left) {
                     return std::vector<double>(left.task_residuals.begin(), left.task_residuals.end());
                   })
      .def_prop_ro(
          "worst_residual",
          [](const Ending& left) { return left.task_residuals.size() > 0 ? left.task_residuals.maxCoeff() : 0.0; })
      .def_prop_ro("held", [](const Ending& left) { return keys(left.held); })
      .def_ro("steps", &Ending::steps)
      .def_ro("surplus_rows", &Ending::surplus_rows)
      .def_ro("settled", &Ending::settled)
      .def_ro("stalled", &Ending::stalled)
      .def_ro("has_gone_aside", &Ending::has_gone_aside);
  nb::class_<RegionWatch>(m, "RegionWatch")
      .def(nb::init<nb::typed<nb::callable, bool(Pose, bool)>, std::vector<std::pair<Pose, std::vector<int>>>, double,
                    double, int>(),
           nb::arg("found_again"), nb::arg("watched"), nb::arg("still"), nb::arg("still_at_end"), nb::arg("most"));
  nb::class_<Run>(m, "Solver")
      .def(
          "__init__",
          [](Run* self, const ProblemPtr& problem, const In1& start) {
            new (self) Run(make_method(problem, vector(start, problem->figure->size(), "coordinates")));
            self->on_breath(let_python_breathe);
          },
          nb::arg("problem"), nb::arg("start"))
      .def(
          "restart",
          [](Run& run, const In1& start) { run.restart(vector(start, run.problem().figure->size(), "coordinates")); },
          nb::arg("start"))
      .def(
          "begin_anew",
          [](Run& run, const In1& start) {
            return run.begin_anew(vector(start, run.problem().figure->size(), "coordinates"));
          },
          nb::arg("start"))
      .def("allow_retry", &Run::allow_retry)
      .def("allow_retry_in_session", &Run::allow_retry_in_session)
      .def(
          "refresh",
          [](Run& run, bool in_session) {
            run.refresh();
            if (in_session) run.allow_retry_in_session();
          },
          nb::arg("in_session") = false)
      .def("resume", &Run::resume, nb::arg("other"))
      .def("step", &Run::step, nb::arg("seconds") = std::numeric_limits<double>::infinity(),
           nb::call_guard<nb::gil_scoped_release>())
      .def(
          "run",
          [](Run& run, int max_steps, double seconds, const Moved& moved, int every, int most) {
            return run.run({max_steps, seconds}, goals(moved, every, most));
          },
          nb::arg("max_steps"), nb::arg("seconds"), nb::arg("moved") = nb::none(), nb::arg("every") = 0,
          nb::arg("most") = kAsOftenAsTheyMove, nb::call_guard<nb::gil_scoped_release>())
      .def("settle", &settle_from<const Pose*>, nb::arg("start").none(), nb::arg("max_steps"),
           nb::arg("watch") = nb::none(), nb::call_guard<nb::gil_scoped_release>())
      .def("settle", &settle_from<const In1&>, nb::arg("start"), nb::arg("max_steps"), nb::arg("watch") = nb::none(),
           nb::call_guard<nb::gil_scoped_release>())
      .def("ending", &Run::ending)
      .def(
          "run_with_leaps",
          [](Run& run, int max_steps, const Moved& moved, int most,
             const nb::typed<nb::callable, std::optional<In1>()>& leap, int most_leaps) {
            const Leap leapt = [&]() -> std::optional<VecX> {
              const nb::gil_scoped_acquire gil;
              const nb::object q = leap();
              if (q.is_none()) return std::nullopt;
              return vector(nb::cast<In1>(q), run.problem().figure->size(), "coordinates");
            };
            return run.run_with_leaps({max_steps}, goals(moved, 0, most), leapt, most_leaps);
          },
          nb::arg("max_steps"), nb::arg("moved").none(), nb::arg("most"), nb::arg("leap"), nb::arg("most_leaps"),
          nb::call_guard<nb::gil_scoped_release>())
      .def("coordinates", [](const Run& run) { return array1(run.coordinates()); })
      .def("pose", &Run::pose)
      .def("level_residuals", [](const Run& run) { return array1(run.level_residuals()); })
      .def("task_residuals", [](const Run& run) { return array1(run.task_residuals()); })
      .def("record", &Run::record, nb::arg("on"))
      .def("history",
           [](const Run& run) {
             return array2(recorded_rows(run, &StepRecord::level_residuals, run.level_residuals()));
           })
      .def("coordinate_history",
           [](const Run& run) { return array2(recorded_rows(run, &StepRecord::coordinates, run.coordinates())); })
      .def("held_history",
           [](const Run& run) {
             std::vector<std::vector<LimitKey>> held;
             for (const StepRecord& record : run.history()) held.push_back(keys(record.held));
             return held;
           })
      .def("way_history",
           [](const Run& run) {
             std::vector<int> ways;
             for (const StepRecord& record : run.history()) ways.push_back(static_cast<int>(record.way));
             return ways;
           })
      .def_prop_ro("steps", &Run::steps)
      .def_prop_ro("work", &Run::work)
      .def_prop_ro("settled", &Run::settled);
}

}  // namespace poise::python
