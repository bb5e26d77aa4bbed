// A problem for Python: levels of tasks, described one by one.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <string>
#include <variant>

#include "arrays.hpp"
#include "criteria/criteria_task.hpp"
#include "module.hpp"
#include "problem.hpp"
#include "tasks/body_task.hpp"
#include "tasks/custom_task.hpp"
#include "tasks/inertia_task.hpp"
#include "tasks/keep_task.hpp"
#include "tasks/member_task.hpp"
#include "tasks/pair_task.hpp"
#include "tasks/site_task.hpp"
#include "tasks/surface_task.hpp"

namespace poise::python {

namespace {

// `placing`: position, rotation row by row, sizes.
Surface surface(int kind, const In1& placing) {
  const VecX numbers = vector(placing, 15, "the placing of a surface");
  const Mat3 R = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(numbers.data() + 3);
  return {static_cast<SurfaceKind>(kind), {R, numbers.head<3>()}, numbers.tail<3>()};
}

// `function(coordinates, step)` gives the error (m,) and its derivative (m, dof); both checked by the caller.
CustomFunction called(nb::object function) {
  return [function = std::move(function)](const TaskView& view, Eigen::Ref<VecX> error, Eigen::Ref<MatX> Jt) {
    nb::gil_scoped_acquire gil;
    const nb::tuple pair = nb::cast<nb::tuple>(function(array1(view.q), view.step));
    error = vector(nb::cast<In1>(pair[0]), static_cast<int>(error.size()), "an error");
    Jt = -Eigen::Map<const MatX>(nb::cast<In2>(pair[1]).data(), Jt.rows(), Jt.cols());  // rows of m are columns here
  };
}

Demand& demand(Problem& problem, int task) { return problem.demands.at(static_cast<std::size_t>(task)); }

VecX goal_for(const Task& task, const Numbers& goal) {
  constexpr int kTurn = 9;
  if (task.goal_size() != kTurn) return checked(goal.values, task.goal_size(), "a goal");
  const Eigen::Matrix<double, 3, 3, Eigen::RowMajor> R = turn(goal);
  return Eigen::Map<const VecX>(R.data(), kTurn);
}

// A goal for each of some tasks; all are checked before any is set.
void set_goals(Problem& problem, const std::vector<int>& tasks, const std::vector<Numbers>& goals) {
  if (goals.size() != tasks.size()) throw std::invalid_argument("every task needs one goal");
  std::vector<VecX> wanted;
  for (std::size_t i = 0; i < tasks.size(); ++i) wanted.push_back(goal_for(*demand(problem, tasks[i]).task, goals[i]));
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    Demand& changed = demand(problem, tasks[i]);
    changed.task->set_goal(wanted[i]);
    ++changed.revision;
  }
}

// Counts are rounded.
void set_tolerance(Problem& problem, const std::string& name, double value) {
  for (const ToleranceField& field : fields_of(problem.tolerances)) {
    if (name != field.name) continue;
    if (std::holds_alternative<int*>(field.value))
      *std::get<int*>(field.value) = static_cast<int>(std::lround(value));
    else
      *std::get<double*>(field.value) = value;
    return;
  }
  throw std::invalid_argument("there is no tolerance " + name);
}

}  // namespace

void bind_problem(nb::module_& m) {
  m.def(
      "surface_nearness",
      [](int kind, const In1& placing, const In1& point) {
        const Nearness near = nearness(surface(kind, placing), vector(point, 3, "a point"));
        return std::make_pair(near.distance, array1(near.outward));
      },
      nb::arg("kind"), nb::arg("placing"), nb::arg("point"));
  nb::class_<Problem>(m, "Problem")
      .def(
          "__init__",
          [](Problem* self, const std::shared_ptr<Figure>& figure) {
            new (self) Problem();
            self->figure = figure;
          },
          nb::arg("figure"))
      .def(
          "begin_level",
          [](Problem& p, bool structural) {
            p.levels.emplace_back();
            p.structural = p.structural || structural;
          },
          nb::arg("structural") = false)
      .def("tolerances",
           [](Problem& p) {
             std::vector<std::pair<std::string, double>> values;
             for (const ToleranceField& field : fields_of(p.tolerances)) {
               const double value = std::visit([](auto* number) { return static_cast<double>(*number); }, field.value);
               values.emplace_back(field.name, value);
             }
             return values;
           })
      .def("set_tolerance", &set_tolerance, nb::arg("name"), nb::arg("value"))
      .def(
          "add_position",
          [](Problem& p, int site, const Numbers& goal, const In2& axes, double weight) {
            return add(p, position_task(site, vector3(goal), columns(axes)), weight);
          },
          nb::arg("site"), nb::arg("goal"), nb::arg("axes"), nb::arg("weight"))
      .def(
          "add_orientation",
          [](Problem& p, int site, const Numbers& goal, double weight) {
            return add(p, orientation_task(site, turn(goal)), weight);
          },
          nb::arg("site"), nb::arg("goal"), nb::arg("weight"))
      .def(
          "add_direction",
          [](Problem& p, int site, const Numbers& axis, const Numbers& direction, double weight) {
            return add(p, direction_task(site, vector3(axis), vector3(direction)), weight);
          },
          nb::arg("site"), nb::arg("axis"), nb::arg("direction"), nb::arg("weight"))
      .def(
          "add_aim",
          [](Problem& p, int site, const Numbers& axis, const Numbers& point, double weight) {
            return add(p, aim_task(site, vector3(axis), vector3(point)), weight);
          },
          nb::arg("site"), nb::arg("axis"), nb::arg("point"), nb::arg("weight"))
      .def(
          "add_together",
          [](Problem& p, int a, int b, bool position, bool orientation, double weight) {
            return add(p, together_task(a, b, position, orientation), weight);
          },
          nb::arg("site_a"), nb::arg("site_b"), nb::arg("position"), nb::arg("orientation"), nb::arg("weight"))
      .def(
          "add_seen_position",
          [](Problem& p, int site, int from, const Numbers& goal, const In2& axes, double weight) {
            return add(p, seen_position_task(site, from, vector3(goal), columns(axes)), weight);
          },
          nb::arg("site"), nb::arg("seen_from"), nb::arg("goal"), nb::arg("axes"), nb::arg("weight"))
      .def(
          "add_seen_orientation",
          [](Problem& p, int site, int from, const Numbers& goal, double weight) {
            return add(p, seen_orientation_task(site, from, turn(goal)), weight);
          },
          nb::arg("site"), nb::arg("seen_from"), nb::arg("goal"), nb::arg("weight"))
      .def(
          "add_center",
          [](Problem& p, const Numbers& goal, const In2& axes, double weight) {
            return add(p, center_task(vector3(goal), columns(axes)), weight);
          },
          nb::arg("goal"), nb::arg("axes"), nb::arg("weight"))
      .def(
          "add_balance",
          [](Problem& p, const In2& normals, const In2& points, double margin, double weight) {
            return add(p, balance_task(columns(normals), columns(points), margin), weight);
          },
          nb::arg("normals"), nb::arg("points"), nb::arg("margin"), nb::arg("weight"))
      .def(
          "add_on_surface",
          [](Problem& p, int site, int carrier, int kind, const In1& placing, double weight) {
            return add(p, on_surface_task(site, carrier, surface(kind, placing)), weight);
          },
          nb::arg("site"), nb::arg("carrier"), nb::arg("kind"), nb::arg("placing"), nb::arg("weight"))
      .def(
          "add_off_surface",
          [](Problem& p, int site, int carrier, int kind, const In1& placing, double min, double max, double weight) {
            return add(p, off_surface_task(site, carrier, surface(kind, placing), min, max), weight);
          },
          nb::arg("site"), nb::arg("carrier"), nb::arg("kind"), nb::arg("placing"), nb::arg("min"), nb::arg("max"),
          nb::arg("weight"))
      .def(
          "add_cone",
          [](Problem& p, int site, const Numbers& axis, const Numbers& direction, double angle, double weight) {
            return add(p, cone_task(site, vector3(axis), vector3(direction), angle), weight);
          },
          nb::arg("site"), nb::arg("axis"), nb::arg("direction"), nb::arg("angle"), nb::arg("weight"))
      .def(
          "add_aim_cone",
          [](Problem& p, int site, const Numbers& axis, const Numbers& point, double angle, double weight) {
            return add(p, aim_cone_task(site, vector3(axis), vector3(point), angle), weight);
          },
          nb::arg("site"), nb::arg("axis"), nb::arg("point"), nb::arg("angle"), nb::arg("weight"))
      .def(
          "add_gyration",
          [](Problem& p, const In1& axis, double radius, double weight) {
            return add(p, gyration_task(vector3(axis), radius), weight);
          },
          nb::arg("axis"), nb::arg("radius"), nb::arg("weight"))
      .def(
          "add_custom",
          [](Problem& p, int rows, nb::object function, double weight) {
            return add(p, custom_task(rows, called(std::move(function))), weight);
          },
          nb::arg("rows"), nb::arg("function"), nb::arg("weight"))
      .def(
          "add_member",
          [](Problem& p, const Problem& alone, int base, double weight) {
            return add(p, member_task(Member(*p.figure, base, alone.figure), alone.demands.at(0).task), weight);
          },
          nb::arg("alone"), nb::arg("base"), nb::arg("weight"))
      .def("add_remark", [](Problem& p) { return add(p, remark_task(), 1.0); })
      .def(
          "add_posture",
          [](Problem& p, const In1& coordinates, const In1& weights, double weight) {
            return add(p,
                       posture_task(vector(coordinates, p.figure->size(), "coordinates"),
                                    vector(weights, p.figure->dof(), "weights")),
                       weight);
          },
          nb::arg("coordinates"), nb::arg("weights"), nb::arg("weight"))
      .def(
          "set_joints",
          [](Problem& p, int task, const In1& shares) {
            demand(p, task).joints = vector(shares, p.figure->dof(), "shares");
          },
          nb::arg("task"), nb::arg("shares"))
      .def(
          "set_mobility",
          [](Problem& p, const In1& mobility) { p.mobility = vector(mobility, p.figure->dof(), "mobilities"); },
          nb::arg("mobility"))
      .def("set_goals", &set_goals, nb::arg("tasks"), nb::arg("goals"))
      .def(
          "set_enabled",
          [](Problem& p, int task, bool enabled) {
            demand(p, task).enabled = enabled;
            ++demand(p, task).revision;
          },
          nb::arg("task"), nb::arg("enabled"))
      .def(
          "adopt",
          [](Problem& p, int task, const Problem& other) {
            demand(p, task).task = other.demands.at(0).task;
            ++demand(p, task).revision;
          },
          nb::arg("task"), nb::arg("other"))
      .def(
          "set_mirror",
          [](Problem& p, const std::shared_ptr<Mirror>& mirror, const In1& upright) {
            p.upright = vector(upright, p.figure->size(), "coordinates");
            p.mirror = mirror;
          },
          nb::arg("mirror"), nb::arg("upright"))
      .def("cascade", [](Problem& p) { p.method = Method::kCascaded; })
      .def(
          "pull",
          [](Problem& p, double feedback) {
            p.method = Method::kTranspose;
            p.direct.feedback = feedback;
          },
          nb::arg("feedback") = 1.0)
      .def(
          "descend",
          [](Problem& p, bool wang) {
            p.method = Method::kDescent;
            p.direct.wang = wang;
          },
          nb::arg("wang") = false)
      .def(
          "is_geometric", [](Problem& p, int task) { return !demand(p, task).task->matches(*p.figure).empty(); },
          nb::arg("task"))
      .def(
          "add_criterion",
          [](Problem& p, const std::shared_ptr<Criterion>& criterion, double weight) {
            p.criteria.push_back({criterion, weight});
          },
          nb::arg("criterion"), nb::arg("weight"))
      .def(
          "begin_criteria_level",
          [](Problem& p, const std::vector<std::pair<std::shared_ptr<Criterion>, double>>& group) {
            std::vector<Preference> criteria;
            for (const auto& [criterion, weight] : group) criteria.push_back({criterion, weight});
            p.levels.emplace_back();
            return add(p, criteria_task(*p.figure, std::move(criteria)), 1.0);
          },
          nb::arg("group"))
      .def("revise", [](Problem& p, int task) { ++demand(p, task).revision; }, nb::arg("task"));
}

}  // namespace poise::python
