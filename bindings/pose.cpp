// Poses for Python: what they answer.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "arrays.hpp"
#include "body/pose.hpp"
#include "body/soles.hpp"
#include "limits/limits.hpp"
#include "module.hpp"

namespace poise::python {

namespace {

using FigurePtr = std::shared_ptr<Figure>;
using Jacobian = Eigen::Matrix<double, 6, Eigen::Dynamic>;

void require_unit_quaternions(const Figure& figure, const VecX& q) {
  for (const Joint& joint : figure.joints()) {
    if (joint.model != Model::kBall && joint.model != Model::kFree) continue;
    const double length = stored_rotation(joint, q).norm();
    if (std::abs(length - 1.0) > 1e-6) {
      throw std::invalid_argument("coordinates " + std::to_string(joint.q) +
                                  " ff. must hold a unit quaternion (x y z w), but its length is " +
                                  std::to_string(length));
    }
  }
}

std::size_t at(int index) { return static_cast<std::size_t>(index); }

Jacobian jacobian_of(const Pose& pose, int segment, const Vec3& point) {
  Jacobian j = Jacobian::Zero(6, pose.figure().dof());
  point_jacobian(pose.figure(), pose.kinematics(), segment, point, j);
  return j;
}

Jacobian site_jacobian(const Pose& pose, int site) {
  const Site& s = pose.figure().sites()[at(site)];
  return jacobian_of(pose, s.segment, site_frame(pose.figure(), pose.kinematics(), site).p);
}

// How `site` moves as seen from `other`, in the other's axes: d(T_other_site).
Jacobian relative_jacobian(const Pose& pose, int site, int other) {
  const Placement seen = site_frame(pose.figure(), pose.placed(), other);
  const Vec3 point = site_frame(pose.figure(), pose.placed(), site).p;
  Jacobian j = site_jacobian(pose, site) - jacobian_of(pose, pose.figure().sites()[at(other)].segment, point);
  const Mat3 turn = seen.R.transpose();
  j.topRows<3>() = turn * j.topRows<3>();
  j.bottomRows<3>() = turn * j.bottomRows<3>();
  return j;
}

Placement joint_base(const Pose& pose, int joint) {
  const Joint& j = pose.figure().joints()[at(joint)];
  return joint_frame(pose.figure(), pose.placed(), joint) * joint_motion(j, pose.coordinates()).inverse();
}

std::tuple<double, Out> upper_body(const Pose& pose, int joint) {
  const double mass = pose.figure().carried_mass(joint);
  const Vec3 reach = mass > 0.0 ? Vec3(pose.masses().first[at(joint)] / mass) : Vec3(Vec3::Zero());
  return {mass, array1(pose.kinematics().reference + reach)};
}

std::tuple<double, Out> lower_body(const Pose& pose, int joint) {
  const double mass = pose.figure().mass() - pose.figure().carried_mass(joint);
  const Vec3 first = pose.masses().first[0] - pose.masses().first[at(joint)];
  const Vec3 reach = mass > 0.0 ? Vec3(first / mass) : Vec3(Vec3::Zero());
  return {mass, array1(pose.kinematics().reference + reach)};
}

Out rows(const std::vector<Vec3>& points) {
  return make({points.size(), 3}, [&](double* out) {
    for (const Vec3& point : points) out = std::copy(point.begin(), point.end(), out);
  });
}

void make_soles(Soles* self, const std::vector<int>& segments, const std::vector<In2>& outlines, const In1& gravity) {
  std::vector<Sole> soles;
  for (std::size_t i = 0; i < segments.size(); ++i) soles.push_back({segments[i], points(outlines.at(i))});
  new (self) Soles(std::move(soles), vector3(gravity));
}

}  // namespace

void bind_pose(nb::module_& m) {
  nb::class_<Pose>(m, "Pose")
      .def(
          "__init__",
          [](Pose* self, const FigurePtr& figure, const In1& coordinates) {
            VecX q = vector(coordinates, figure->size(), "coordinates");
            require_unit_quaternions(*figure, q);
            new (self) Pose(figure, std::move(q));
          },
          nb::arg("figure"), nb::arg("coordinates"))
      .def_prop_ro("coordinates", [](const Pose& p) { return view1(p.coordinates()); })  // kept alive by the pose
      .def("natural", [](const Pose& p) { return array1(natural_coordinates(p.figure(), p.coordinates())); })
      .def(
          "natural_rates",
          [](const Pose& p, int joint) {
            return array2(MatX(natural_rates(p.figure().joints()[at(joint)], p.coordinates())));
          },
          nb::arg("joint"))
      .def(
          "segment_frame", [](const Pose& p, int i) { return array4(p.placed().segments[at(i)]); }, nb::arg("segment"))
      .def("farthest_moved", &farthest_moved, nb::arg("other"), nb::arg("segments"))
      .def(
          "joint_frame", [](const Pose& p, int i) { return array4(joint_frame(p.figure(), p.placed(), i)); },
          nb::arg("joint"))
      .def(
          "joint_base", [](const Pose& p, int i) { return array4(joint_base(p, i)); }, nb::arg("joint"))
      .def(
          "joint_motion",
          [](const Pose& p, int i) { return array4(joint_motion(p.figure().joints()[at(i)], p.coordinates())); },
          nb::arg("joint"))
      .def(
          "site_frame", [](const Pose& p, int i) { return array4(site_frame(p.figure(), p.placed(), i)); },
          nb::arg("site"))
      .def(
          "site_position", [](const Pose& p, int i) { return array1(site_frame(p.figure(), p.placed(), i).p); },
          nb::arg("site"))
      .def(
          "site_jacobian", [](const Pose& p, int i) { return array2(site_jacobian(p, i)); }, nb::arg("site"))
      .def(
          "relative_jacobian", [](const Pose& p, int i, int other) { return array2(relative_jacobian(p, i, other)); },
          nb::arg("site"), nb::arg("other"))
      .def(
          "point_jacobian",
          [](const Pose& p, int segment, const In1& point) { return array2(jacobian_of(p, segment, vector3(point))); },
          nb::arg("segment"), nb::arg("point"))
      .def("center_of_mass", [](const Pose& p) { return array1(p.masses().center); })
      .def("center_jacobian",
           [](const Pose& p) {
             Eigen::Matrix3Xd j(3, p.figure().dof());
             center_jacobian(p.figure(), p.kinematics(), p.masses(), j);
             return array2(j);
           })
      .def("inertia", [](const Pose& p) { return array2(central_inertia(p.figure(), p.kinematics(), p.masses())); })
      .def("inertia_jacobian",
           [](const Pose& p) { return array2(central_inertia_jacobian(p.figure(), p.kinematics(), p.masses())); })
      .def("gravity_torques",
           [](const Pose& p) { return array1(gravity_torques(p.figure(), p.kinematics(), p.masses())); })
      .def("upper_body", &upper_body, nb::arg("joint"))
      .def("lower_body", &lower_body, nb::arg("joint"))
      .def("worst_violation",
           [](const Pose& p) {
             const Violation v = worst_violation(p.figure(), p.coordinates());
             return std::make_tuple(static_cast<int>(v.kind), v.index, v.coordinate, v.amount);
           })
      .def(
          "clamped",
          [](const Pose& p, const Pose* start) {
            VecX q;
            {
              nb::gil_scoped_release release;
              q = clamp(p.figure(), p.coordinates(), start == nullptr ? nullptr : &start->coordinates());
            }
            return array1(q);
          },
          nb::arg("start").none() = nb::none())
      .def(
          "integrate",
          [](const Pose& p, const In1& v) {
            return array1(integrate(p.figure(), p.coordinates(), vector(v, p.figure().dof(), "a tangent vector")));
          },
          nb::arg("velocity"))
      .def(
          "difference",
          [](const Pose& p, const Pose& other) {
            return array1(difference(p.figure(), p.coordinates(), other.coordinates()));
          },
          nb::arg("other"))
      .def(
          "interpolate",
          [](const Pose& p, const Pose& other, double t) {
            return array1(interpolate(p.figure(), p.coordinates(), other.coordinates(), t));
          },
          nb::arg("other"), nb::arg("t"));
  nb::class_<Soles>(m, "Soles")
      .def("__init__", &make_soles, nb::arg("segments"), nb::arg("outlines"), nb::arg("gravity"))
      .def(
          "under",
          [](const Soles& soles, const Pose& pose, double floor, double within) {
            const SupportArea area = soles.under(pose, floor, within);
            return std::make_pair(rows(area.corners), rows(area.inward));
          },
          nb::arg("pose"), nb::arg("floor"), nb::arg("within"));
}

}  // namespace poise::python
