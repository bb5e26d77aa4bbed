// Figures for Python: built joint by joint, then never changed.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "body/mirror.hpp"
#include "limits/limits.hpp"
#include "module.hpp"

namespace poise::python {

namespace {

// Swing kinds as the Python layer numbers them.
SwingLimit swing_limit(const std::string& kind, const In2& data) {
  if (kind == "cone") return Cone{data.data()[0]};
  if (kind == "ellipse") return Ellipse{data.data()[0], data.data()[1]};
  if (kind == "polygon") return SphericalPolygon(points(data));
  return std::monostate{};
}

// Rows (direction x y z, min, max); one row of direction zero is a plain range.
TwistLimit twist_limit(const In2& rows) {
  if (rows.shape(0) == 0) return std::monostate{};
  TwistTable table;
  for (std::size_t i = 0; i < rows.shape(0); ++i) {
    const double* row = rows.data() + 5 * i;
    table.directions.emplace_back(row[0], row[1], row[2]);
    table.ranges.push_back({row[3], row[4]});
  }
  if (table.directions[0].isZero()) return table.ranges[0];
  return table;
}

struct Builder {
  std::vector<Joint> joints;
  std::vector<Segment> segments;
  std::vector<Site> sites;
  std::vector<Coupling> couplings;

  void add_joint(std::string name, int model, bool reversed, int carrier, const In1& before, const In1& after,
                 const In1& axis) {
    Joint joint;
    joint.name = std::move(name);
    joint.model = static_cast<Model>(model);
    joint.reversed = reversed;
    joint.carrier = carrier;
    joint.in = reversed ? placement(after).inverse() : placement(before);
    joint.out = reversed ? placement(before).inverse() : placement(after);
    joint.axis = vector3(axis);
    joints.push_back(joint);
  }

  // Limits of the joint added last.
  void limit(const In2& ranges, const std::string& swing_kind, const In2& swing, const In2& twist) {
    JointLimit& limit = joints.back().limit;
    for (std::size_t i = 0; i < ranges.shape(0); ++i)
      limit.ranges[i] = {ranges.data()[2 * i], ranges.data()[2 * i + 1]};
    limit.swing = swing_limit(swing_kind, swing);
    limit.twist = twist_limit(twist);
  }

  void add_segment(double mass, const In1& center, const In2& inertia) {
    const Mat3 I = Eigen::Map<const Mat3>(inertia.data());
    segments.push_back({mass, vector3(center), 0.5 * I.trace() * Mat3::Identity() - I});
  }

  void add_site(int segment, const In1& at) { sites.push_back({segment, placement(at), true}); }

  void add_coupling(std::vector<int> indices, std::vector<double> factors, double min, double max) {
    couplings.push_back({std::move(indices), std::move(factors), min, max});
  }

  std::shared_ptr<Figure> build(const In1& gravity) const {
    return std::make_shared<Figure>(joints, segments, sites, couplings, vector3(gravity));
  }
};

const Joint& joint_at(const Figure& figure, int joint) { return figure.joints()[static_cast<std::size_t>(joint)]; }

}  // namespace

void bind_figure(nb::module_& m) {
  nb::class_<Mirror>(m, "Mirror")
      .def(
          "__init__",
          [](Mirror* self, std::vector<int> source, const In1& sign, std::vector<int> partner, const In1& axis) {
            new (self) Mirror{std::move(source), VecX(), std::move(partner), vector(axis, 3, "an axis")};
            self->sign = vector(sign, static_cast<int>(self->source.size()), "signs");
          },
          nb::arg("source"), nb::arg("sign"), nb::arg("partner"), nb::arg("axis"));
  nb::class_<Figure>(m, "Figure")
      .def_prop_ro("size", &Figure::size)
      .def_prop_ro("dof", &Figure::dof)
      .def_prop_ro("natural", &Figure::natural)
      .def_prop_ro("joint_names",
                   [](const Figure& f) {
                     std::vector<std::string> names;
                     for (const Joint& joint : f.joints()) names.push_back(joint.name);
                     return names;
                   })
      .def(
          "coordinate_offset", [](const Figure& f, int joint) { return joint_at(f, joint).q; }, nb::arg("joint"))
      .def(
          "tangent_offset", [](const Figure& f, int joint) { return joint_at(f, joint).v; }, nb::arg("joint"))
      .def(
          "natural_offset", [](const Figure& f, int joint) { return joint_at(f, joint).x; }, nb::arg("joint"))
      .def(
          "with_natural",
          [](const Figure& f, const In1& q, int joint, const In1& natural) {
            VecX changed = vector(q, f.size(), "coordinates");
            const Joint& j = joint_at(f, joint);
            store_natural(j, vector(natural, size_of(j.model).natural, "natural coordinates"), changed);
            return array1(changed);
          },
          nb::arg("coordinates"), nb::arg("joint"), nb::arg("natural"))
      .def(
          "set_home", [](Figure& f, const In1& q) { f.set_home(vector(q, f.size(), "coordinates")); },
          nb::arg("coordinates"))
      .def(
          "random",
          [](const Figure& f, const In1& rest, std::uint64_t seed) {
            VecX q = vector(rest, f.size(), "coordinates");
            {
              nb::gil_scoped_release release;
              q = random_pose(f, q, seed);
            }
            return array1(q);
          },
          nb::arg("rest"), nb::arg("seed"))
      .def("clashing_couplings", [](const Figure& f) {
        std::vector<int> names;
        const CoupledSpace space = coupled_space(f);
        if (space.coordinates.empty()) return names;
        const NearestPoint nearest = nearest_point(space.polyhedron, VecX::Zero(space.polyhedron.rows.cols()));
        if (nearest.exists) return names;
        for (const int row : nearest.active) {
          const int coupling = space.couplings[static_cast<std::size_t>(row)];
          if (coupling >= 0) names.push_back(coupling);
        }
        return names;
      });

  nb::class_<Builder>(m, "FigureBuilder")
      .def(nb::init<>())
      .def("add_joint", &Builder::add_joint, nb::arg("name"), nb::arg("model"), nb::arg("reversed"), nb::arg("carrier"),
           nb::arg("before"), nb::arg("after"), nb::arg("axis"))
      .def("limit", &Builder::limit, nb::arg("ranges"), nb::arg("swing_kind"), nb::arg("swing"), nb::arg("twist"))
      .def("add_segment", &Builder::add_segment, nb::arg("mass"), nb::arg("center"), nb::arg("inertia"))
      .def("add_site", &Builder::add_site, nb::arg("segment"), nb::arg("placement"))
      .def("add_coupling", &Builder::add_coupling, nb::arg("indices"), nb::arg("factors"), nb::arg("min"),
           nb::arg("max"))
      .def("build", &Builder::build, nb::arg("gravity"));

  m.def(
      "polygon_problem", [](const In2& vertices) { return polygon_problem(points(vertices)); }, nb::arg("vertices"),
      "Why these unit vertices make no spherical polygon; empty when they do.");
  m.def(
      "swing_twist",
      [](const In1& q) {
        const SwingTwist angles = swing_twist(Quat(q.data()[3], q.data()[0], q.data()[1], q.data()[2]));
        return std::make_tuple(angles.swing.x(), angles.swing.y(), angles.twist);
      },
      nb::arg("quaternion"), "(swing_x, swing_y, twist) of a unit quaternion x y z w.");
  m.def(
      "nearest_swing",
      [](const std::string& kind, const In2& data, const In1& direction) {
        const NearestDirection nearest = nearest_direction(swing_limit(kind, data), vector3(direction));
        return std::make_tuple(array1(nearest.direction), nearest.violation);
      },
      nb::arg("kind"), nb::arg("data"), nb::arg("direction"),
      "The allowed direction nearest to a unit direction, and the angle between them.");
  m.def(
      "twist_range",
      [](const In2& rows, const In1& direction) {
        const Range range = twist_range(twist_limit(rows), vector3(direction));
        return std::make_tuple(range.min, range.max);
      },
      nb::arg("rows"), nb::arg("direction"), "The twist range of a table at a unit direction.");
}

}  // namespace poise::python
