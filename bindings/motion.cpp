// Motions for Python: curves through keys, and many poses at once.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <tuple>
#include <utility>

#include "arrays.hpp"
#include "module.hpp"
#include "motion/pose_batch.hpp"

namespace poise::python {

namespace {

using FigurePtr = std::shared_ptr<Figure>;

// Rows in Python are columns here: the numbers lie in the same order.
Eigen::Map<const MatX> columns(const In2& array) {
  return {array.data(), static_cast<Eigen::Index>(array.shape(1)), static_cast<Eigen::Index>(array.shape(0))};
}

Eigen::Map<const VecX> numbers(const In1& array) { return {array.data(), static_cast<Eigen::Index>(array.shape(0))}; }

// An array of the columns' numbers, in `shape`, without a copy.
Out rows(MatX columns, std::initializer_list<std::size_t> shape) {
  auto* kept = new MatX(std::move(columns));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<MatX*>(p); });
  return Out(kept->data(), shape.size(), shape.begin(), owner);
}

std::size_t size(Eigen::Index n) { return static_cast<std::size_t>(n); }

void require_fit(const Figure& figure, const In2& poses) {
  if (poses.shape(1) != size(figure.size())) throw std::invalid_argument("poses do not fit the figure");
}

KeyRates rates_of(const CurveKeys& keys, const std::string& kind, const In2& shape) {
  if (kind == "linear" || keys.count() < 2) return {};
  if (kind == "smooth") return natural_rates(keys);
  if (shape.shape(0) != 3 || shape.shape(1) != size(keys.count())) throw std::invalid_argument("a shape needs 3 × n");
  const auto of = columns(shape);
  return shaped_rates(keys, {of.col(0), of.col(1), of.col(2)});
}

// `shape`: tension, continuity, bias, a row each. `timing`: of every interval whether it is held, and the slopes.
void build(PoseCurve* self, const FigurePtr& figure, const In1& times, const In2& poses, const std::string& kind,
           const In2& shape, const In2& timing) {
  require_fit(*figure, poses);
  if (times.shape(0) != poses.shape(0) || poses.shape(0) == 0 || timing.shape(0) + 1 != poses.shape(0))
    throw std::invalid_argument("times, poses and timing do not fit");
  std::vector<Timing> paces(timing.shape(0));
  for (std::size_t i = 0; i < paces.size(); ++i) {
    const double* row = timing.data() + 3 * i;
    paces[i] = {row[0] != 0.0, row[1], row[2]};
  }
  CurveKeys keys(*figure, numbers(times), columns(poses));
  const KeyRates rates = rates_of(keys, kind, shape);
  new (self) PoseCurve(figure, std::move(keys), rates, std::move(paces));
}

// Poses, and which of them had to be brought inside the limits.
std::tuple<Out, std::vector<bool>> sample(const PoseCurve& curve, const In1& times, bool hold) {
  HeldPoses held;
  {
    nb::gil_scoped_release release;
    held = sampled(curve, numbers(times), hold);
  }
  const std::size_t n = times.shape(0);
  return {rows(std::move(held.poses), {n, size(curve.figure().size())}), std::move(held.moved)};
}

// Velocities and accelerations in tangent space.
std::tuple<Out, Out> rates(const PoseCurve& curve, const In1& times) {
  const Eigen::Index n = static_cast<Eigen::Index>(times.shape(0)), dof = curve.figure().dof();
  MatX velocities(dof, n), accelerations(dof, n);
  {
    nb::gil_scoped_release release;
    CurvePoint point;
    for (Eigen::Index i = 0; i < n; ++i) {
      curve.point(times.data()[i], point);
      velocities.col(i) = point.velocity;
      accelerations.col(i) = point.acceleration;
    }
  }
  return {rows(std::move(velocities), {size(n), size(dof)}), rows(std::move(accelerations), {size(n), size(dof)})};
}

Out places(const FigurePtr& figure, const In2& poses, const std::vector<int>& sites) {
  require_fit(*figure, poses);
  return rows(site_places(*figure, columns(poses), sites), {poses.shape(0), sites.size(), 3});
}

Out centers(const FigurePtr& figure, const In2& poses) {
  require_fit(*figure, poses);
  return rows(mass_centers(*figure, columns(poses)), {poses.shape(0), 3});
}

Out placements(const FigurePtr& figure, const In2& poses) {
  require_fit(*figure, poses);
  return rows(segment_placements(*figure, columns(poses)), {poses.shape(0), figure->segments().size(), 7});
}

}  // namespace

void bind_motion(nb::module_& m) {
  nb::class_<PoseCurve>(m, "PoseCurve")
      .def("__init__", &build, nb::arg("figure"), nb::arg("times"), nb::arg("poses"), nb::arg("kind"), nb::arg("shape"),
           nb::arg("timing"))
      .def("sample", &sample, nb::arg("times"), nb::arg("hold"))
      .def("rates", &rates, nb::arg("times"));
  m.def("site_places", &places, nb::arg("figure"), nb::arg("poses"), nb::arg("sites"));
  m.def("mass_centers", &centers, nb::arg("figure"), nb::arg("poses"));
  m.def("segment_placements", &placements, nb::arg("figure"), nb::arg("poses"));
}

}  // namespace poise::python
