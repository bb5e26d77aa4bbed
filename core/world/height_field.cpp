// Ground whose height is given at the corners of square cells.
#include <algorithm>
#include <cmath>
#include <limits>

#include "world/solid.hpp"
#include "world/triangle.hpp"

namespace poise {

namespace {

class HeightField final : public Solid {
 public:
  HeightField(const MatX& heights, double cell) : heights_(heights), cell_(cell) {}
  bool is_convex() const override { return false; }
  double grain() const override { return 0.5 * cell_; }
  Extent extent() const override { return {Vec3::Constant(-kEndless), Vec3(kEndless, kEndless, heights_.maxCoeff())}; }

  // Rings of cells around the point, until the next ring is farther than what was found.
  Nearness nearness(const Vec3& point) const override {
    const int column = cell_of(point.x()), row = cell_of(point.y());
    Found found;
    const int most = std::max({std::abs(column), std::abs(row), std::abs(columns() - column), std::abs(rows() - row)});
    for (int ring = 0; ring <= most + 1; ++ring) {
      if ((ring - 1) * cell_ > found.distance) break;
      for (int i = -ring; i <= ring; ++i) {
        look(point, column + i, row - ring, found);
        if (ring > 0) look(point, column + i, row + ring, found);
        if (std::abs(i) == ring) continue;
        look(point, column - ring, row + i, found);
        look(point, column + ring, row + i, found);
      }
    }
    const double sign = point.z() < height_at(point.x(), point.y()) ? -1.0 : 1.0;
    if (found.distance < 1e-9) return {sign * found.distance, found.face};
    return {sign * found.distance, sign * (point - found.nearest) / found.distance};
  }

 private:
  struct Found {
    double distance = std::numeric_limits<double>::infinity();
    Vec3 nearest = Vec3::Zero(), face = Vec3::UnitZ();
  };

  int columns() const { return static_cast<int>(heights_.cols()); }
  int rows() const { return static_cast<int>(heights_.rows()); }
  // Points far away belong to the first cell beyond the edge on their side.
  int cell_of(double x) const { return static_cast<int>(std::floor(std::clamp(x / cell_, -1e6, 1e6))); }
  Vec3 corner(int column, int row) const {
    const int c = std::clamp(column, 0, columns() - 1), r = std::clamp(row, 0, rows() - 1);
    return {column * cell_, row * cell_, heights_(r, c)};
  }

  void look(const Vec3& point, int column, int row, Found& found) const {
    const Vec3 a = corner(column, row), b = corner(column + 1, row), c = corner(column + 1, row + 1),
               d = corner(column, row + 1);
    look(point, a, b, c, found);
    look(point, a, c, d, found);
  }
  static void look(const Vec3& point, const Vec3& a, const Vec3& b, const Vec3& c, Found& found) {
    const Vec3 nearest = nearest_on_triangle(point, a, b, c);
    const double distance = (point - nearest).norm();
    if (distance >= found.distance) return;
    found = {distance, nearest, (b - a).cross(c - a).normalized()};
  }

  double height_at(double x, double y) const {
    const int column = cell_of(x), row = cell_of(y);
    const double u = x / cell_ - column, v = y / cell_ - row;
    const double a = corner(column, row).z(), b = corner(column + 1, row).z(), c = corner(column + 1, row + 1).z(),
                 d = corner(column, row + 1).z();
    return u >= v ? a + u * (b - a) + v * (c - b) : a + u * (c - d) + v * (d - a);
  }

  MatX heights_;
  double cell_;
};

}  // namespace

SolidPtr height_field(const MatX& heights, double cell) { return std::make_shared<HeightField>(heights, cell); }

}  // namespace poise
