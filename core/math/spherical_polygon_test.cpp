#include "math/spherical_polygon.hpp"

#include "math/swing_twist.hpp"
#include "testing/check.hpp"

using namespace poise;

namespace {

std::vector<Vec3> square() {
  return {direction_of({0.5, 0.5}), direction_of({-0.5, 0.5}), direction_of({-0.5, -0.5}), direction_of({0.5, -0.5})};
}

std::vector<Vec3> reversed(std::vector<Vec3> v) { return {v.rbegin(), v.rend()}; }

bool contains(const std::vector<Vec3>& vertices, const Vec3& d) { return SphericalPolygon(vertices).nearest(d).inside; }

}  // namespace

TEST("the inside is to the left; turning the order round swaps inside and outside") {
  const std::vector<Vec3> one = square(), other = reversed(square());
  const bool middle_in = contains(one, Vec3::UnitZ());
  CHECK(contains(other, Vec3::UnitZ()) != middle_in);
  CHECK(contains(one, -Vec3::UnitZ()) != middle_in);
  CHECK(contains(other, -Vec3::UnitZ()) == middle_in);
}

TEST("counter-clockwise seen from outside means the small side is allowed") {
  const std::vector<Vec3> triangle = {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
  CHECK(contains(triangle, Vec3(1, 1, 1).normalized()));
  CHECK(!contains(triangle, Vec3(-1, -1, -1).normalized()));
  CHECK(contains(triangle, Vec3::UnitX()));
}

TEST("a concave corner: points behind it are inside, points before it are not") {
  // An arrow head seen from +z, with its notch at the origin of the swing plane.
  const auto at = [](double x, double y) { return Vec3(x, y, 1.0).normalized(); };
  const std::vector<Vec3> arrow = {at(0.5, -0.5), at(0.0, 0.5), at(-0.5, -0.5), at(0.0, 0.0)};
  CHECK(contains(arrow, at(0.0, 0.2)));
  CHECK(contains(arrow, at(0.0, 1e-6)));
  CHECK(!contains(arrow, at(0.0, -1e-6)));
  CHECK(!contains(arrow, at(0.0, -0.3)));
}

TEST("the nearest boundary point is no farther than any sampled one") {
  test::Dice dice;
  const std::vector<Vec3> vertices = square();
  const SphericalPolygon polygon(vertices);
  for (int i = 0; i < 300; ++i) {
    const Vec3 d = dice.direction();
    const double found = angle_between(d, polygon.nearest(d).point);
    for (std::size_t e = 0; e < vertices.size(); ++e) {
      for (int s = 0; s <= 50; ++s) {
        const Vec3 p = (vertices[e] + (vertices[(e + 1) % vertices.size()] - vertices[e]) * s / 50.0).normalized();
        CHECK(found <= angle_between(d, p) + 1e-12);
      }
    }
  }
}

TEST("vertices that make no polygon are named") {
  const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ();
  CHECK(polygon_problem({x, y, z}).empty());
  CHECK(polygon_problem({x, x, y}) == "vertices 1 and 2 are the same");
  CHECK(polygon_problem({x, -x, y}).find("opposite") != std::string::npos);
  std::vector<Vec3> crossed = square();
  std::swap(crossed[1], crossed[2]);
  CHECK(polygon_problem(crossed).find("cross") != std::string::npos);
}
