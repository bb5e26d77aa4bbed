// Obstacles, the shape of a body and what of it is near to what, for Python.
#include <nanobind/stl/array.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <tuple>

#include "arrays.hpp"
#include "module.hpp"
#include "problem.hpp"
#include "world/avoid_task.hpp"
#include "world/closing.hpp"
#include "world/contact_tasks.hpp"
#include "world/distance_grid.hpp"

namespace poise::python {

namespace {

// Solids are constant, and Python holds no constant things.
struct HeldSolid {
  SolidPtr solid;
};

// Ends a and b, their radii.
Round round_of(const double* numbers) {
  return {Eigen::Map<const Vec3>(numbers), Eigen::Map<const Vec3>(numbers + 3), numbers[6], numbers[7]};
}
Round round_of(const In1& numbers) { return round_of(vector(numbers, 8, "a round").data()); }

using Told = std::tuple<double, Out, Out, Out>;
Told told(const Closest& at) { return {at.distance, array1(at.normal), array1(at.on_first), array1(at.on_second)}; }

MatX row_major(const In2& rows) {
  return Eigen::Map<const MatX>(rows.data(), static_cast<Eigen::Index>(rows.shape(1)),
                                static_cast<Eigen::Index>(rows.shape(0)))
      .transpose();
}

// `parts`: rows of segment and round; `pairs`: rows of both segments and depth.
std::shared_ptr<BodyShape> body_shape(int segments, const In2& parts, const In2& pairs) {
  std::vector<Part> shapes;
  for (std::size_t i = 0; i < parts.shape(0); ++i) {
    const double* row = parts.data() + 9 * i;
    shapes.push_back({static_cast<int>(row[0]), round_of(row + 1)});
  }
  std::vector<SelfPair> touching;
  for (std::size_t i = 0; i < pairs.shape(0); ++i) {
    const double* row = pairs.data() + 3 * i;
    touching.push_back({static_cast<int>(row[0]), static_cast<int>(row[1]), row[2]});
  }
  return std::make_shared<BodyShape>(segments, std::move(shapes), std::move(touching));
}

using Described = std::tuple<HeldSolid, In1, double, In1, In1>;  // solid, placement, margin, velocity, spin
std::shared_ptr<World> world_of(const std::vector<Described>& obstacles) {
  std::vector<Obstacle> placed;
  for (const auto& [solid, at, margin, velocity, spin] : obstacles)
    placed.push_back({solid.solid, placement(at), margin, vector3(velocity), vector3(spin)});
  return std::make_shared<World>(std::move(placed));
}

Lookout lookout(double world_zone, double self_zone, double ahead, bool self) {
  return {world_zone, self_zone, ahead, self};
}

// Rows of part, other, whether that is a part as well, place, distance, room, normal, and both nearest points.
Out near_pairs(const Pose& pose, const BodyShape& body, const World* world, const Lookout& seen) {
  Proximity proximity;
  const std::vector<NearPair>& found = proximity.look(body, world, pose.kinematics(), seen);
  MatX rows(static_cast<Eigen::Index>(found.size()), 15);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const NearPair& c = found[i];
    rows.row(static_cast<Eigen::Index>(i)) << c.part, c.other, c.self ? 1.0 : 0.0, c.place, c.distance, c.room,
        c.normal.transpose(), c.on_first.transpose(), c.on_second.transpose();
  }
  return array2(rows);
}

// `digits`: of each, rows of coordinate, degree of freedom, segment, from, to, how much of the bend before it it
// follows, and how much farther it may bend alone.
Out closed_hand(const Pose& pose, const BodyShape& body, const World& world, const std::vector<In2>& digits) {
  std::vector<Digit> hand;
  for (const In2& rows : digits) {
    Digit& digit = hand.emplace_back();
    for (std::size_t i = 0; i < rows.shape(0); ++i) {
      const double* row = rows.data() + 7 * i;
      digit.push_back({static_cast<int>(row[0]), static_cast<int>(row[1]), static_cast<int>(row[2]), row[3], row[4],
                       row[5], row[6]});
    }
  }
  return array1(closed(pose.figure(), body, world, hand, pose.coordinates()));
}

using Faces = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Grid = nb::ndarray<const float, nb::ndim<3>, nb::c_contig, nb::device::cpu>;  // layers, rows, columns
using GridOut = nb::ndarray<nb::numpy, const float>;

TriangleTree triangle_tree(const In2& corners, const Faces& faces) {
  std::vector<std::array<int, 3>> chosen(faces.shape(0));
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) chosen[i][k] = static_cast<int>(faces.data()[3 * i + k]);
  }
  return {points(corners), std::move(chosen)};
}

Lattice lattice_of(const In1& low, double cell, const std::array<int, 3>& counts) {
  return {vector3(low), cell, counts};
}

// The coefficients of the smooth signed distance of a mesh; `report` is told layers done, and of how many.
GridOut mesh_grid(const In2& corners, const Faces& faces, const In1& low, double cell, const std::array<int, 3>& counts,
                  bool closed, const Progress& report) {
  const Lattice lattice = lattice_of(low, cell, counts);
  const std::vector<float> found =
      spline_coefficients(signed_distances(triangle_tree(corners, faces), lattice, closed, report), lattice);
  auto* data = new float[found.size()];
  nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<float*>(p); });
  std::copy(found.begin(), found.end(), data);
  const std::array<std::size_t, 3> shape = {static_cast<std::size_t>(counts[2]), static_cast<std::size_t>(counts[1]),
                                            static_cast<std::size_t>(counts[0])};
  return GridOut(data, 3, shape.data(), owner);
}

HeldSolid grid_solid(const Grid& values, const In1& low, double cell, double shell, const In1& bottom, const In1& top) {
  const std::array<int, 3> counts = {static_cast<int>(values.shape(2)), static_cast<int>(values.shape(1)),
                                     static_cast<int>(values.shape(0))};
  std::vector<float> kept(values.data(), values.data() + values.size());
  return {distance_grid(std::move(kept), lattice_of(low, cell, counts), shell, {vector3(bottom), vector3(top)})};
}

void bind_meshes(nb::module_& m) {
  m.def("mesh_grid", &mesh_grid, nb::arg("corners"), nb::arg("faces"), nb::arg("low"), nb::arg("cell"),
        nb::arg("counts"), nb::arg("closed"), nb::arg("report"));
  m.def("grid_solid", &grid_solid, nb::arg("values"), nb::arg("low"), nb::arg("cell"), nb::arg("shell"),
        nb::arg("bottom"), nb::arg("top"));
}

void bind_solids(nb::module_& m) {
  nb::class_<HeldSolid>(m, "Solid")
      .def_static("half_space", [] { return HeldSolid{half_space()}; })
      .def_static(
          "box", [](const In1& size, double rounding) { return HeldSolid{box(vector3(size), rounding)}; },
          nb::arg("size"), nb::arg("rounding"))
      .def_static(
          "cylinder",
          [](double radius, double length, double rounding) { return HeldSolid{cylinder(radius, length, rounding)}; },
          nb::arg("radius"), nb::arg("length"), nb::arg("rounding"))
      .def_static(
          "ellipsoid", [](const In1& radii) { return HeldSolid{ellipsoid(vector3(radii))}; }, nb::arg("radii"))
      .def_static(
          "round", [](const In1& numbers) { return HeldSolid{round_solid(round_of(numbers))}; }, nb::arg("numbers"))
      .def_static(
          "hull", [](const In2& corners, double rounding) { return HeldSolid{convex_hull(points(corners), rounding)}; },
          nb::arg("points"), nb::arg("rounding"))
      .def_static(
          "height_field",
          [](const In2& heights, double cell) { return HeldSolid{height_field(row_major(heights), cell)}; },
          nb::arg("heights"), nb::arg("cell"))
      .def(
          "nearness",
          [](const HeldSolid& held, const In1& point) {
            const Nearness near = held.solid->nearness(vector3(point));
            return std::make_tuple(near.distance, array1(near.outward));
          },
          nb::arg("point"))
      .def(
          "against", [](const HeldSolid& held, const In1& round) { return told(held.solid->against(round_of(round))); },
          nb::arg("round"));
}

}  // namespace

void bind_world(nb::module_& m) {
  bind_solids(m);
  bind_meshes(m);
  m.def(
      "closest_rounds",
      [](const In1& first, const In1& second) { return told(closest(round_of(first), round_of(second))); },
      nb::arg("first"), nb::arg("second"));
  nb::class_<BodyShape>(m, "BodyShape");
  m.def("body_shape", &body_shape, nb::arg("segments"), nb::arg("parts"), nb::arg("pairs"));
  nb::class_<World>(m, "World")
      .def(
          "place",
          [](World& world, int obstacle, const In1& at, const In1& velocity, const In1& spin) {
            world.place(static_cast<std::size_t>(obstacle), placement(at), vector3(velocity), vector3(spin));
          },
          nb::arg("obstacle"), nb::arg("placement"), nb::arg("velocity"), nb::arg("spin"));
  m.def("world", &world_of, nb::arg("obstacles"));
  nb::class_<Lookout>(m, "Lookout");
  m.def("lookout", &lookout, nb::arg("world_zone"), nb::arg("self_zone"), nb::arg("ahead"), nb::arg("self_too"));
  m.def("near_pairs", &near_pairs, nb::arg("pose"), nb::arg("body"), nb::arg("world").none(), nb::arg("lookout"));
  m.def("closed_hand", &closed_hand, nb::arg("pose"), nb::arg("body"), nb::arg("world"), nb::arg("digits"));
  m.def(
      "add_carried_point",
      [](Problem& problem, int segment, const In1& at, const In1& goal, const In2& axes, double weight) {
        const MatX rows = row_major(axes);
        return add(problem, carried_point_task(segment, vector3(at), vector3(goal), rows.transpose()), weight);
      },
      nb::arg("problem"), nb::arg("segment"), nb::arg("at"), nb::arg("goal"), nb::arg("axes"), nb::arg("weight"));
  // `spots`: rows of segment, point on it, radius and obstacle.
  m.def(
      "add_touch",
      [](Problem& problem, const In2& spots, const std::shared_ptr<World>& world, double weight) {
        std::vector<Spot> chosen;
        for (std::size_t i = 0; i < spots.shape(0); ++i) {
          const double* row = spots.data() + 6 * i;
          chosen.push_back(
              {static_cast<int>(row[0]), Eigen::Map<const Vec3>(row + 1), row[4], static_cast<int>(row[5])});
        }
        return add(problem, touch_task(std::move(chosen), world), weight);
      },
      nb::arg("problem"), nb::arg("spots"), nb::arg("world"), nb::arg("weight"));
  m.def(
      "add_clear_sight",
      [](Problem& problem, int site, const Numbers& point, const std::shared_ptr<World>& world, double zone,
         double weight) { return add(problem, sight_task(site, vector3(point), world, zone), weight); },
      nb::arg("problem"), nb::arg("site"), nb::arg("point"), nb::arg("world"), nb::arg("zone"), nb::arg("weight"));
  m.def(
      "add_avoid",
      [](Problem& problem, const std::shared_ptr<BodyShape>& body, const std::shared_ptr<World>& world,
         const Lookout& seen, double weight) { return add(problem, avoid_task(body, world, seen), weight); },
      nb::arg("problem"), nb::arg("body"), nb::arg("world").none(), nb::arg("lookout"), nb::arg("weight"));
}

}  // namespace poise::python
