#include "world/distance_grid.hpp"

#include "testing/zoo.hpp"

using namespace poise;

namespace {

// A box of the given half sizes about the origin, its faces counter-clockwise seen from outside.
TriangleTree box_surface(const Vec3& half) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i)
    corners.emplace_back((i & 1 ? 1.0 : -1.0) * half.x(), (i & 2 ? 1.0 : -1.0) * half.y(),
                         (i & 4 ? 1.0 : -1.0) * half.z());
  return {corners,
          {{0, 2, 1},
           {1, 2, 3},
           {4, 5, 6},
           {5, 7, 6},
           {0, 1, 4},
           {1, 5, 4},
           {2, 6, 3},
           {3, 6, 7},
           {0, 4, 2},
           {2, 4, 6},
           {1, 3, 5},
           {3, 7, 5}}};
}

// A ball of many triangles by longitudes and latitudes.
TriangleTree ball_surface(double radius, int sides) {
  std::vector<Vec3> corners;
  std::vector<std::array<int, 3>> faces;
  for (int j = 0; j <= sides; ++j) {
    for (int i = 0; i < 2 * sides; ++i) {
      const double up = 3.14159265358979 * j / sides, round = 3.14159265358979 * i / sides;
      corners.emplace_back(radius * Vec3(std::sin(up) * std::cos(round), std::sin(up) * std::sin(round), std::cos(up)));
      if (j == sides) continue;
      const int next = (i + 1) % (2 * sides), a = 2 * sides * j;
      faces.push_back({a + i, a + i + 2 * sides, a + next});
      faces.push_back({a + next, a + i + 2 * sides, a + next + 2 * sides});
    }
  }
  return {corners, faces};
}

const Lattice kLattice{Vec3::Constant(-0.4), 0.02, {41, 41, 41}};
const Extent kBox{Vec3::Constant(-0.2), Vec3::Constant(0.2)};

SolidPtr grid_of(const TriangleTree& surface, bool closed = true, double shell = 0.0) {
  return distance_grid(spline_coefficients(signed_distances(surface, kLattice, closed, [](int, int) {}), kLattice),
                       kLattice, shell, kBox);
}

}  // namespace

TEST("a tree of triangles knows distances and what is inside") {
  const Vec3 half(0.1, 0.15, 0.2);
  const TriangleTree surface = box_surface(half), ball = ball_surface(0.2, 24);
  const SolidPtr exact = box(2.0 * half, 0.0);
  test::Dice dice;
  for (int i = 0; i < 500; ++i) {
    const Vec3 p = dice.vector(0.3);
    const double expected = exact->nearness(p).distance;
    CHECK_NEAR(surface.nearest(p).distance, std::abs(expected), 1e-12);
    CHECK((surface.winding(p) > 0.5) == (expected < 0.0));
    if (std::abs(p.norm() - 0.2) > 0.005) CHECK_NEAR(ball.winding(p), p.norm() < 0.2 ? 1.0 : 0.0, 0.1);
  }
}

TEST("a grid is as far as the surface it was made of, within a share of its cell") {
  const Vec3 half(0.1, 0.15, 0.2);
  const SolidPtr grid = grid_of(box_surface(half)), exact = box(2.0 * half, 0.0);
  const SolidPtr ball = grid_of(ball_surface(0.2, 60));
  test::Dice dice;
  for (int i = 0; i < 2000; ++i) {
    const Vec3 p = dice.vector(0.33), beyond = 1.5 * dice.vector(0.33);
    CHECK_NEAR(grid->nearness(p).distance, exact->nearness(p).distance, 0.25 * kLattice.cell);
    const double there = exact->nearness(beyond).distance, said = grid->nearness(beyond).distance;
    CHECK(there < 0.14 || (said > there - 1e-3 && said < 1.1 * there + 1e-3));  // what is so far away need not be exact
    if (p.norm() < 0.1) continue;
    CHECK_NEAR(ball->nearness(p).distance, p.norm() - 0.2, 4e-4);
    CHECK_NEAR(ball->nearness(p).outward.dot(p.normalized()), 1.0, 0.03);
  }
  // on a face, away from edges, there is nothing to round
  CHECK_NEAR(grid->nearness(Vec3(0.1, 0.02, 0.03)).distance, 0.0, 1e-4);
}

TEST("the way out of a grid is the gradient of its distance, and neither jumps") {
  const SolidPtr grid = grid_of(box_surface(Vec3(0.1, 0.15, 0.2)));
  test::Dice dice;
  for (int i = 0; i < 500; ++i) {
    const Vec3 p = dice.vector(0.33);
    const Vec3 said = grid->nearness(p).outward;
    for (int k = 0; k < 3; ++k) {
      const Vec3 h = 1e-6 * Vec3::Unit(k);
      CHECK_NEAR((grid->nearness(p + h).distance - grid->nearness(p - h).distance) / 2e-6, said[k], 1e-6);
      CHECK_NEAR(grid->nearness(p + h).outward, grid->nearness(p - h).outward, 5e-3);
    }
  }
}

TEST("a shell has an outside on both sides") {
  const SolidPtr shell = grid_of(box_surface(Vec3(0.1, 0.15, 0.2)), false, 0.02);
  CHECK_NEAR(shell->nearness(Vec3::Zero()).distance, 0.08, 2e-3);
  CHECK(shell->nearness(Vec3(0.1, 0.02, 0.03)).distance < -0.01);
  CHECK_NEAR(shell->nearness(Vec3(0.15, 0.02, 0.03)).distance, 0.03, 5e-4);
}
