// Criteria for Python: made one by one, then added to a problem or asked by themselves.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "criteria/criterion.hpp"
#include "criteria/criterion_sum.hpp"
#include "criteria/dexterity.hpp"
#include "criteria/member_criterion.hpp"
#include "criteria/near_points.hpp"
#include "module.hpp"
#include "problem.hpp"
#include "statics/rest_by_weight.hpp"

namespace poise::python {

namespace {

using CriterionPtr = std::shared_ptr<Criterion>;

using Parts = std::vector<std::pair<CriterionPtr, double>>;

std::vector<Preference> preferences(const Parts& parts) {
  std::vector<Preference> found;
  for (const auto& [criterion, weight] : parts) found.push_back({criterion, weight});
  return found;
}

std::tuple<double, Out, Out> evaluated(const Criterion& criterion, const Pose& pose) {
  VecX gradient;
  MatX hessian;
  const double f = criterion.evaluate(seen(pose), gradient, hessian);
  return {f, array1(gradient), array2(hessian)};
}

// How much tilt and heading of the base count; none without a vertical.
std::optional<UprightWeights> upright_of(const std::optional<In1>& up, double tilt, double heading) {
  if (!up) return std::nullopt;
  return UprightWeights{vector3(*up), {tilt, heading}};
}

VecX weights_of(const Figure& figure, const In1& weights) { return vector(weights, figure.dof(), "weights"); }

// Rows of coordinate, goal, range, weight.
std::vector<CoordinateWish> wishes_of(const In2& rows) {
  std::vector<CoordinateWish> wishes(rows.shape(0));
  for (std::size_t i = 0; i < wishes.size(); ++i) {
    const double* row = rows.data() + 4 * i;
    wishes[i] = {static_cast<int>(row[0]), row[1], row[2], row[3]};
  }
  return wishes;
}

// Per segment: a point in its frame, and its share of the weight.
std::vector<SupportPoint> supports_of(const std::vector<int>& segments, const In2& rows) {
  std::vector<SupportPoint> supports;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const double* row = rows.data() + 4 * i;
    supports.push_back({segments[i], Vec3(row[0], row[1], row[2]), row[3]});
  }
  return supports;
}

// Per segment: a point in its frame, where it shall be in the world, and how much that counts.
std::vector<PointWish> point_wishes_of(const std::vector<int>& segments, const In2& rows) {
  std::vector<PointWish> wishes;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const double* row = rows.data() + 7 * i;
    wishes.push_back({segments[i], Vec3(row[0], row[1], row[2]), Vec3(row[3], row[4], row[5]), row[6]});
  }
  return wishes;
}

// Called from inside a solve, which runs without the interpreter's lock.
FunctionValue value_of(const nb::object& function) {
  return [function](const VecX& q, int step) {
    nb::gil_scoped_acquire acquire;
    return nb::cast<double>(function(array1(q), step));
  };
}

FunctionGradient gradient_of(const nb::object& function, int dof) {
  return [function, dof](const VecX& q, int step) {
    nb::gil_scoped_acquire acquire;
    return vector(nb::cast<In1>(function(array1(q), step)), dof, "a gradient");
  };
}

}  // namespace

void bind_criteria(nb::module_& m) {
  nb::class_<Criterion>(m, "Criterion")
      .def(
          "value", [](const Criterion& c, const Pose& pose) { return c.value(seen(pose)); }, nb::arg("pose"))
      .def("evaluate", &evaluated, nb::arg("pose"));
  nb::class_<CriterionSum, Criterion>(m, "CriterionSum")
      .def(
          "__init__", [](CriterionSum* self, const Parts& parts) { new (self) CriterionSum(preferences(parts)); },
          nb::arg("parts"))
      .def(
          "set_parts", [](CriterionSum& self, const Parts& parts) { self.set_parts(preferences(parts)); },
          nb::arg("parts"));
  nb::class_<MemberCriterion, Criterion>(m, "MemberCriterion")
      .def(
          "__init__",
          [](MemberCriterion* self, const Figure& company, int base, const std::shared_ptr<Figure>& member,
             const CriterionPtr& own) { new (self) MemberCriterion(Member(company, base, member), own); },
          nb::arg("company"), nb::arg("base"), nb::arg("member"), nb::arg("own"))
      .def_prop_ro("own", &MemberCriterion::own);
  m.def(
      "near_pose_criterion",
      [](const Figure& figure, const In1& coordinates, const In1& weights, const std::optional<In1>& up, double tilt,
         double heading) -> CriterionPtr {
        return near_pose_criterion(vector(coordinates, figure.size(), "coordinates"), weights_of(figure, weights),
                                   upright_of(up, tilt, heading));
      },
      nb::arg("figure"), nb::arg("coordinates"), nb::arg("weights"), nb::arg("up") = nb::none(), nb::arg("tilt") = 0.0,
      nb::arg("heading") = 0.0);
  m.def(
      "rest_by_weight_criterion",
      [](const Figure& figure, const In1& coordinates, const In1& scale, const In1& weights,
         const std::optional<In1>& up, double tilt, double heading) -> CriterionPtr {
        const VecX goal = vector(coordinates, figure.size(), "coordinates"), w = weights_of(figure, weights);
        return rest_by_weight_criterion(near_pose_criterion(goal, w, upright_of(up, tilt, heading)), goal, w,
                                        vector(scale, figure.dof(), "scale"));
      },
      nb::arg("figure"), nb::arg("coordinates"), nb::arg("scale"), nb::arg("weights"), nb::arg("up") = nb::none(),
      nb::arg("tilt") = 0.0, nb::arg("heading") = 0.0);
  m.def(
      "mid_range_criterion",
      [](const Figure& figure, const In1& weights) -> CriterionPtr {
        return mid_range_criterion(figure, weights_of(figure, weights));
      },
      nb::arg("figure"), nb::arg("weights"));
  m.def(
      "away_from_limits_criterion",
      [](const Figure& figure, const In1& rest, const In1& weights) -> CriterionPtr {
        return away_from_limits_criterion(figure, vector(rest, figure.size(), "rest"), weights_of(figure, weights));
      },
      nb::arg("figure"), nb::arg("rest"), nb::arg("weights"));
  m.def(
      "coordinates_criterion", [](const In2& rows) -> CriterionPtr { return coordinates_criterion(wishes_of(rows)); },
      nb::arg("rows"));
  m.def(
      "near_points_criterion",
      [](const std::vector<int>& segments, const In2& rows) -> CriterionPtr {
        return near_points_criterion(point_wishes_of(segments, rows));
      },
      nb::arg("segments"), nb::arg("rows"));
  m.def(
      "dexterity_criterion",
      [](const Figure& figure, int site, const In2& axes, int measure, const In1& counts,
         double length) -> CriterionPtr {
        return dexterity_criterion(site, columns(axes), static_cast<DexterityMeasure>(measure),
                                   weights_of(figure, counts), length);
      },
      nb::arg("figure"), nb::arg("site"), nb::arg("axes"), nb::arg("measure"), nb::arg("counts"), nb::arg("length"));
  m.def(
      "support_torque_criterion",
      [](const Figure& figure, const std::vector<int>& segments, const In2& rows, const In1& point,
         double length) -> CriterionPtr {
        return support_torque_criterion(figure, supports_of(segments, rows), vector3(point), length);
      },
      nb::arg("figure"), nb::arg("segments"), nb::arg("rows"), nb::arg("point"), nb::arg("length"));
  m.def(
      "function_criterion",
      [](const Figure& figure, const nb::object& value, const std::optional<nb::object>& gradient) -> CriterionPtr {
        return function_criterion(value_of(value),
                                  gradient ? gradient_of(*gradient, figure.dof()) : FunctionGradient());
      },
      nb::arg("figure"), nb::arg("value"), nb::arg("gradient").none());
  m.def(
      "measured_function_criterion",
      [](const Figure& figure, const nb::object& value, const nb::object& gradient) -> CriterionPtr {
        return measured_function_criterion(value_of(value), gradient_of(gradient, figure.dof()));
      },
      nb::arg("figure"), nb::arg("value"), nb::arg("gradient"));
}

}  // namespace poise::python
