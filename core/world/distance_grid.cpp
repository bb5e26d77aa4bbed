#include "world/distance_grid.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace poise {

namespace {

// Cells: that far from the surface, distances may be so much too large. Splines round edges by ten times that.
constexpr double kFar = 3.0, kSlack = 0.005;
// Cells: splines are mirrored at the edge of a lattice, which is felt that far from it: |√3 − 2|³ is a fiftieth.
constexpr double kEdge = 3.0;
constexpr double kSure = 1.02;   // more than rounding and kSlack
constexpr double kInside = 0.5;  // of the winding number: halfway

// Whether the places are inside, from their distances. Between two neighbours whose distances sum to more than the cell
// no surface passes, so that both are on the same side; only where none of the earlier neighbours says it, the
// winding number is asked.
class Sides {
 public:
  Sides(const TriangleTree& surface, const Lattice& lattice, const std::vector<double>& distances)
      : surface_(surface), lattice_(lattice), distances_(distances), inside_(lattice.size(), false) {}

  bool find(int i, int j, int k) {
    const std::size_t own = lattice_.number(i, j, k);
    inside_[own] = known(own, i > 0, lattice_.number(1, 0, 0)) || known(own, j > 0, lattice_.number(0, 1, 0)) ||
                           known(own, k > 0, lattice_.number(0, 0, 1))
                       ? inside_[from_]
                       : surface_.winding(lattice_.place(i, j, k)) > kInside;
    return inside_[own];
  }

 private:
  bool known(std::size_t own, bool has, std::size_t before) {
    if (!has || distances_[own] + distances_[own - before] <= kSure * lattice_.cell) return false;
    from_ = own - before;
    return true;
  }

  const TriangleTree& surface_;
  const Lattice& lattice_;
  const std::vector<double>& distances_;
  std::vector<bool> inside_;
  std::size_t from_ = 0;
};

// One line of values, `stride` apart, becomes coefficients: a causal and an anticausal filter with the pole √3 − 2,
// mirrored at both ends (Unser 1999, box 2).
void filter(double* values, int count, std::size_t stride) {
  if (count < 2) return;
  const double pole = std::sqrt(3.0) - 2.0, gain = (1.0 - pole) * (1.0 - 1.0 / pole);
  const auto at = [&](int i) -> double& { return values[static_cast<std::size_t>(i) * stride]; };
  for (int i = 0; i < count; ++i) at(i) *= gain;
  double power = pole, sum = at(0);
  for (int i = 1; i < count && std::abs(power) > 1e-18; ++i) {
    sum += power * at(i);
    power *= pole;
  }
  at(0) = sum;
  for (int i = 1; i < count; ++i) at(i) += pole * at(i - 1);
  at(count - 1) = pole / (pole * pole - 1.0) * (at(count - 1) + pole * at(count - 2));
  for (int i = count - 2; i >= 0; --i) at(i) = pole * (at(i + 1) - at(i));
}

// The four cubic B-splines over a cell, at t from 0 to 1, and their slopes.
struct Basis {
  explicit Basis(double t) {
    const double s = 1.0 - t;
    value = {s * s * s / 6.0, (4.0 - 3.0 * t * t * (2.0 - t)) / 6.0, (4.0 - 3.0 * s * s * (2.0 - s)) / 6.0,
             t * t * t / 6.0};
    slope = {-0.5 * s * s, 0.5 * t * (3.0 * t - 4.0), -0.5 * s * (3.0 * s - 4.0), 0.5 * t * t};
  }
  std::array<double, 4> value, slope;
};

class DistanceGrid final : public Solid {
 public:
  DistanceGrid(std::vector<float> coefficients, const Lattice& lattice, double shell, const Extent& box)
      : coefficients_(std::move(coefficients)), lattice_(lattice), shell_(shell), box_(box) {
    const Vec3 counts(lattice.counts[0], lattice.counts[1], lattice.counts[2]);
    known_ = {lattice.low.array() + kEdge * lattice.cell,
              lattice.low + lattice.cell * (counts.array() - 1.0 - kEdge).matrix()};
  }
  bool is_convex() const override { return false; }
  double grain() const override { return 0.5 * lattice_.cell; }
  Extent extent() const override { return box_; }

  Nearness nearness(const Vec3& point) const override {
    const Vec3 inner = point.cwiseMax(known_.low).cwiseMin(known_.high);
    const Nearness at = interpolated(inner);
    if (inner == point) return at;
    const double steep = std::max(at.outward.norm(), 1e-9);
    const Vec3 away = point - (inner - at.distance / steep * at.outward);
    const double distance = away.norm();
    return {distance, away / distance};
  }

 private:
  Nearness interpolated(const Vec3& point) const {
    std::array<int, 3> first{};
    Vec3 share;
    for (int axis = 0; axis < 3; ++axis) {
      const double place = (point[axis] - lattice_.low[axis]) / lattice_.cell;
      const auto a = static_cast<std::size_t>(axis);
      const int cell = std::clamp(static_cast<int>(std::floor(place)), 1, lattice_.counts[a] - 3);
      first[a] = cell - 1;
      share[axis] = place - cell;
    }
    const Basis x(share[0]), y(share[1]), z(share[2]);
    double value = 0.0;
    Vec3 slope = Vec3::Zero();
    for (std::size_t k = 0; k < 4; ++k) {
      for (std::size_t j = 0; j < 4; ++j) {
        const float* row =
            &coefficients_[lattice_.number(first[0], first[1] + static_cast<int>(j), first[2] + static_cast<int>(k))];
        const double sum = x.value[0] * row[0] + x.value[1] * row[1] + x.value[2] * row[2] + x.value[3] * row[3];
        const double along = x.slope[0] * row[0] + x.slope[1] * row[1] + x.slope[2] * row[2] + x.slope[3] * row[3];
        value += y.value[j] * z.value[k] * sum;
        slope += Vec3(y.value[j] * z.value[k] * along, y.slope[j] * z.value[k] * sum, y.value[j] * z.slope[k] * sum);
      }
    }
    return {value - shell_, slope / lattice_.cell};
  }

  std::vector<float> coefficients_;
  Lattice lattice_;
  double shell_;
  Extent box_, known_;
};

}  // namespace

std::size_t Lattice::size() const {
  return static_cast<std::size_t>(counts[0]) * static_cast<std::size_t>(counts[1]) *
         static_cast<std::size_t>(counts[2]);
}

std::size_t Lattice::number(int i, int j, int k) const {
  const auto columns = static_cast<std::size_t>(counts[0]), rows = static_cast<std::size_t>(counts[1]);
  return static_cast<std::size_t>(i) + columns * (static_cast<std::size_t>(j) + rows * static_cast<std::size_t>(k));
}

std::vector<double> signed_distances(const TriangleTree& surface, const Lattice& lattice, bool closed,
                                     const Progress& report) {
  std::vector<double> distances(lattice.size());
  Sides sides(surface, lattice, distances);
  std::vector<bool> inside(lattice.size(), false);
  std::vector<int> first_of_row(static_cast<std::size_t>(lattice.counts[1]), 0);  // faces nearest to the layer before
  for (int k = 0; k < lattice.counts[2]; ++k) {
    for (int j = 0; j < lattice.counts[1]; ++j) {
      int face = first_of_row[static_cast<std::size_t>(j)];
      for (int i = 0; i < lattice.counts[0]; ++i) {
        const std::size_t own = lattice.number(i, j, k);
        const bool far = i > 0 && distances[own - 1] > kFar * lattice.cell;
        const TriangleTree::Found found =
            surface.nearest(lattice.place(i, j, k), face, far ? kSlack * lattice.cell : 0.0);
        distances[own] = found.distance;
        face = found.face;
        if (i == 0) first_of_row[static_cast<std::size_t>(j)] = face;
        if (closed) inside[own] = sides.find(i, j, k);
      }
    }
    report(k + 1, lattice.counts[2]);
  }
  for (std::size_t i = 0; i < distances.size(); ++i) {
    if (inside[i]) distances[i] = -distances[i];
  }
  return distances;
}

std::vector<float> spline_coefficients(std::vector<double> values, const Lattice& lattice) {
  const auto [columns, rows, layers] = lattice.counts;
  for (int k = 0; k < layers; ++k) {
    for (int j = 0; j < rows; ++j) filter(&values[lattice.number(0, j, k)], columns, 1);
    for (int i = 0; i < columns; ++i) filter(&values[lattice.number(i, 0, k)], rows, lattice.number(0, 1, 0));
  }
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) filter(&values[lattice.number(i, j, 0)], layers, lattice.number(0, 0, 1));
  }
  return {values.begin(), values.end()};
}

SolidPtr distance_grid(std::vector<float> coefficients, const Lattice& lattice, double shell, const Extent& box) {
  return std::make_shared<DistanceGrid>(std::move(coefficients), lattice, shell, box);
}

}  // namespace poise
