#include "math/polyhedron.hpp"

#include "testing/check.hpp"

using namespace poise;

namespace {

Polyhedron box_and_plane() {
  Polyhedron p;
  p.rows.resize(3, 2);
  p.rows << 1.0, 0.0, 0.0, 1.0, 1.0, -2.0;  // x ≥ 0, y ≥ 0, x − 2y = 0
  p.bounds = Vec3(0.0, 0.0, 0.0);
  p.equality = {false, false, true};
  return p;
}

}  // namespace

TEST("the nearest point on a line inside a box") {
  const NearestPoint n = nearest_point(box_and_plane(), Vec2(3.0, 0.0));
  CHECK(n.exists);
  CHECK_NEAR(n.point, Vec2(2.4, 1.2), 1e-14);
  CHECK_NEAR(nearest_point(box_and_plane(), Vec2(-1.0, -1.0)).point, Vec2(0.0, 0.0), 1e-14);
  CHECK_NEAR(nearest_point(box_and_plane(), Vec2(2.0, 1.0)).point, Vec2(2.0, 1.0), 1e-14);
}

TEST("a contradiction is found and named") {
  Polyhedron p;
  p.rows.resize(3, 1);
  p.rows << 1.0, -1.0, 1.0;  // x ≥ 2, x ≤ 1, x ≥ −5
  p.bounds = Vec3(2.0, -1.0, -5.0);
  p.equality = {false, false, false};
  const NearestPoint n = nearest_point(p, VecX::Zero(1));
  CHECK(!n.exists);
  CHECK((n.active == std::vector<int>{0, 1}));
}

TEST("random polyhedra: the point is inside and no sampled point inside is nearer") {
  test::Dice dice;
  for (int trial = 0; trial < 200; ++trial) {
    Polyhedron p;
    p.rows = MatX::NullaryExpr(6, 3, [&] { return dice.uniform(-1.0, 1.0); });
    p.bounds = VecX::NullaryExpr(6, [&] { return dice.uniform(-1.0, 0.0); });  // the origin is inside
    p.equality.assign(6, false);
    const VecX from = dice.vector(4.0);
    const NearestPoint n = nearest_point(p, from);
    CHECK(n.exists);
    CHECK((p.rows * n.point - p.bounds).minCoeff() > -1e-12);
    for (int s = 0; s < 500; ++s) {
      const VecX x = dice.vector(4.0);
      if ((p.rows * x - p.bounds).minCoeff() >= 0.0) CHECK((x - from).norm() >= (n.point - from).norm() - 1e-12);
    }
  }
}
