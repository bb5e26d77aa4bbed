// Statics for Python: loads, contacts and what follows from them.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "body/pose.hpp"
#include "module.hpp"
#include "problem.hpp"
#include "statics/equilibrium_region.hpp"
#include "statics/equilibrium_task.hpp"
#include "statics/torque_criterion.hpp"

namespace poise::python {

namespace {

// A list of loads or contacts as Python keeps it between calls.
struct Loads {
  std::vector<Load> all;
};
struct Footholds {
  std::vector<Foothold> all;
};

// Rows: segment, how it turns (0: not, 1: with its segment, 2 + s: with segment s), point (3, frame of the segment that
// carries it), force (3), torque (3); and, where another one than that acted on carries the point, its segment, else
// −1.
Loads loads_from(const In2& rows) {
  Loads loads;
  const std::size_t wide = rows.shape(1);
  for (std::size_t i = 0; i < rows.shape(0); ++i) {
    const double* r = rows.data() + wide * i;
    const int segment = static_cast<int>(r[0]), turning = static_cast<int>(r[1]);
    const int with = turning == 0 ? -1 : turning == 1 ? segment : turning - 2;
    loads.all.push_back({segment, Vec3(r[2], r[3], r[4]), Vec3(r[5], r[6], r[7]), Vec3(r[8], r[9], r[10]), with,
                         wide > 11 ? static_cast<int>(r[11]) : -1});
  }
  return loads;
}

// Rows: segment, kind, point (3, segment frame), normal (3, world; of a rope, its other end), friction.
Footholds footholds_from(const In2& rows) {
  Footholds footholds;
  for (std::size_t i = 0; i < rows.shape(0); ++i) {
    const double* r = rows.data() + 9 * i;
    footholds.all.push_back({static_cast<ContactKind>(static_cast<int>(r[1])), static_cast<int>(r[0]),
                             Vec3(r[2], r[3], r[4]), Vec3(r[5], r[6], r[7]), r[8]});
  }
  return footholds;
}

void bind_wishes(nb::module_& m) {
  m.def(
      "add_equilibrium",
      [](Problem& p, const Loads& l, const In1& point, double scale, double weight) {
        return add(p, equilibrium_task(l.all, vector3(point), scale), weight);
      },
      nb::arg("problem"), nb::arg("loads"), nb::arg("point"), nb::arg("scale"), nb::arg("weight"));
  m.def(
      "add_loaded_balance",
      [](Problem& p, const In2& normals, const In2& points, double margin, const Loads& l, const In1& moment,
         double least, double most, double weight) {
        return add(p,
                   loaded_balance_task(columns(normals), columns(points), margin, l.all, vector3(moment), least, most),
                   weight);
      },
      nb::arg("problem"), nb::arg("normals"), nb::arg("points"), nb::arg("margin"), nb::arg("loads"), nb::arg("moment"),
      nb::arg("least"), nb::arg("most"), nb::arg("weight"));
  m.def(
      "least_torque_criterion",
      [](const Figure& figure, const Loads& l, const In1& weights, double scale) -> std::shared_ptr<Criterion> {
        return least_torque_criterion(l.all, vector(weights, figure.dof(), "weights"), scale);
      },
      nb::arg("figure"), nb::arg("loads"), nb::arg("weights"), nb::arg("scale"));
  m.def(
      "least_effort_criterion",
      [](const Figure& figure, const Loads& l, const Footholds& f, const In1& weights, double price,
         double scale) -> std::shared_ptr<Criterion> {
        return least_effort_criterion(l.all, f.all, vector(weights, figure.dof(), "weights"), price, scale);
      },
      nb::arg("figure"), nb::arg("loads"), nb::arg("footholds"), nb::arg("weights"), nb::arg("price"),
      nb::arg("scale"));
}

}  // namespace

void bind_statics(nb::module_& m) {
  nb::class_<Loads>(m, "Loads")
      .def(
          "__init__", [](Loads* self, const In2& rows) { new (self) Loads(loads_from(rows)); }, nb::arg("rows"))
      .def(
          "torques",
          [](const Loads& l, const Pose& p) {
            return array1(holding_torques(p.figure(), p.kinematics(), p.masses(), l.all));
          },
          nb::arg("pose"))
      .def(
          "torque_jacobian",
          [](const Loads& l, const Pose& p) {
            return array2(holding_torque_jacobian(p.figure(), p.kinematics(), p.masses(), p.coordinates(), l.all));
          },
          nb::arg("pose"))
      .def(
          "moment",
          [](const Loads& l, const Pose& p, const In1& about) {
            return array1(moment_of(l.all, p.kinematics(), vector3(about)));
          },
          nb::arg("pose"), nb::arg("about"))
      .def(
          "unbalanced",
          [](const Loads& l, const Pose& p) {
            return array1(unbalanced(p.figure(), p.kinematics(), p.masses(), l.all));
          },
          nb::arg("pose"));

  nb::class_<Footholds>(m, "Footholds")
      .def(
          "__init__", [](Footholds* self, const In2& rows) { new (self) Footholds(footholds_from(rows)); },
          nb::arg("rows"))
      .def(
          "points",
          [](const Footholds& f, const Pose& p) {
            MatX rows(static_cast<Eigen::Index>(f.all.size()), 6);
            for (Eigen::Index i = 0; i < rows.rows(); ++i) {
              const Contact c = placed(f.all[static_cast<std::size_t>(i)], p.kinematics());
              rows.row(i) << c.point.transpose(), c.normal.transpose();
            }
            return array2(rows);
          },
          nb::arg("pose"), "Place and normal of each in the world, (n, 6).")
      .def(
          "forces",
          [](const Footholds& f, const Pose& p, const Loads& l, double price) {
            ForceAnswer a;
            VecX torques;
            {
              nb::gil_scoped_release release;
              const std::vector<Contact> contacts = placed(f.all, p.kinematics());
              a = supporting_forces(seen(p), l.all, contacts, price);
              std::vector<Load> all = contact_loads(seen(p), contacts, a.forces);
              all.insert(all.end(), l.all.begin(), l.all.end());
              torques = holding_torques(p.figure(), p.kinematics(), p.masses(), all);
            }
            const Vec6 proof = a.proven ? a.motion : Vec6(Vec6::Zero());
            return std::make_tuple(a.possible, array2(a.forces.transpose()), array1(-a.missing), array1(proof),
                                   array1(torques));
          },
          nb::arg("pose"), nb::arg("loads"), nb::arg("price"),
          "Possible or not; forces (n, 3); what is left over (6,); the proof (6,), zero where there "
          "is none; torques (dof,).")
      .def(
          "holds",
          [](const Footholds& f, const Pose& p, const Loads& l, double factor) {
            std::vector<Contact> contacts = placed(f.all, p.kinematics());
            for (Contact& contact : contacts) contact.friction *= factor;
            const ForceAnswer a = supporting_forces(seen(p), l.all, contacts, 0.0);
            return std::make_tuple(a.possible, a.possible ? 0.0 : factor * a.refuted);
          },
          nb::arg("pose"), nb::arg("loads"), nb::arg("factor"),
          "Whether forces exist when all friction is so many times what it is; and a factor with less than which they "
          "certainly do not.")
      .def(
          "region",
          [](const Footholds& f, const Pose& p, const Loads& l, double tolerance, double reach) {
            Region region;
            {
              nb::gil_scoped_release release;
              region = equilibrium_region(seen(p), l.all, placed(f.all, p.kinematics()), tolerance, reach);
            }
            return std::make_tuple(array2(region.corners.transpose()), region.bounded);
          },
          nb::arg("pose"), nb::arg("loads"), nb::arg("tolerance"), nb::arg("reach"));
  bind_wishes(m);
}

}  // namespace poise::python
