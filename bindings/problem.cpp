// A problem for Python: levels of tasks, described one by one.
#include <nanobind/stl/shared_ptr.h>

#include "arrays.hpp"
#include "module.hpp"
#include "poise/body_task.hpp"
#include "poise/keep_task.hpp"
#include "poise/pair_task.hpp"
#include "poise/site_task.hpp"
#include "poise/solve.hpp"

namespace poise::python {

namespace {

int add(Problem& problem, std::unique_ptr<Task> task, double weight) {
  const int index = static_cast<int>(problem.demands.size());
  problem.demands.push_back({std::move(task), weight, VecX(), true});
  problem.levels.back().push_back(index);
  return index;
}

// Rows of (k, 3) as columns.
Eigen::Matrix3Xd columns(const In2& rows) {
  return Eigen::Map<const Eigen::Matrix3Xd>(rows.data(), 3, static_cast<Eigen::Index>(rows.shape(0)));
}

Mat3 matrix3(const In2& m) { return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(m.data()); }

Demand& demand(Problem& problem, int task) { return problem.demands.at(static_cast<std::size_t>(task)); }

}  // namespace

void bind_problem(nb::module_& m) {
  nb::class_<Problem>(m, "Problem")
      .def(
          "__init__",
          [](Problem* self, const std::shared_ptr<Figure>& figure) { new (self) Problem{figure, {}, {}, {}, {}}; },
          nb::arg("figure"))
      .def("begin_level", [](Problem& p) { p.levels.emplace_back(); })
      .def(
          "add_position",
          [](Problem& p, int site, const In1& goal, const In2& axes, double weight) {
            return add(p, position_task(site, vector3(goal), columns(axes)), weight);
          },
          nb::arg("site"), nb::arg("goal"), nb::arg("axes"), nb::arg("weight"))
      .def(
          "add_orientation",
          [](Problem& p, int site, const In2& goal, double weight) {
            return add(p, orientation_task(site, matrix3(goal)), weight);
          },
          nb::arg("site"), nb::arg("goal"), nb::arg("weight"))
      .def(
          "add_direction",
          [](Problem& p, int site, const In1& axis, const In1& direction, double weight) {
            return add(p, direction_task(site, vector3(axis), vector3(direction)), weight);
          },
          nb::arg("site"), nb::arg("axis"), nb::arg("direction"), nb::arg("weight"))
      .def(
          "add_aim",
          [](Problem& p, int site, const In1& axis, const In1& point, double weight) {
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
          "add_center",
          [](Problem& p, const In1& goal, const In2& axes, double weight) {
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
          "add_side",
          [](Problem& p, int site, const In1& point, const In1& normal, double weight) {
            return add(p, side_task(site, vector3(point), vector3(normal)), weight);
          },
          nb::arg("site"), nb::arg("point"), nb::arg("normal"), nb::arg("weight"))
      .def(
          "add_distance",
          [](Problem& p, int site, const In1& point, double min, double max, double weight) {
            return add(p, distance_task(site, vector3(point), min, max), weight);
          },
          nb::arg("site"), nb::arg("point"), nb::arg("min"), nb::arg("max"), nb::arg("weight"))
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
          "set_goal",
          [](Problem& p, int task, const In1& goal) {
            Task& t = *demand(p, task).task;
            t.set_goal(vector(goal, t.goal_size(), "a goal"));
          },
          nb::arg("task"), nb::arg("goal"))
      .def(
          "set_enabled", [](Problem& p, int task, bool enabled) { demand(p, task).enabled = enabled; }, nb::arg("task"),
          nb::arg("enabled"))
      .def(
          "add_criterion",
          [](Problem& p, const std::shared_ptr<Criterion>& criterion, double weight) {
            p.criteria.push_back({criterion, weight});
          },
          nb::arg("criterion"), nb::arg("weight"))
      .def(
          "set_pull",
          [](Problem& p, const In1& coordinates) { p.pull = vector(coordinates, p.figure->size(), "coordinates"); },
          nb::arg("coordinates"));
}

}  // namespace poise::python
