#include "math/surface.hpp"

#include "testing/check.hpp"

using namespace poise;

namespace {

Surface ellipsoid(const Vec3& radii) { return {SurfaceKind::kEllipsoid, {}, radii}; }

}  // namespace

TEST("the distance from an ellipsoid is that of a point built by going straight off it") {
  test::Dice dice;
  for (int i = 0; i < 300; ++i) {
    const Vec3 radii(dice.uniform(0.05, 2.0), dice.uniform(0.05, 2.0), dice.uniform(0.05, 2.0));
    const Vec3 on = radii.cwiseProduct(dice.direction());
    const Vec3 normal = on.cwiseQuotient(radii.cwiseProduct(radii)).normalized();
    const double curvature = 1.0 / (radii.minCoeff() * radii.minCoeff()) * radii.maxCoeff();  // none is greater
    const double h = dice.uniform(-0.9 / curvature, 3.0);
    const Nearness found = nearness(ellipsoid(radii), on + h * normal);
    CHECK_NEAR(found.distance, h, 1e-12);
    CHECK_NEAR(found.outward, normal, 1e-9);
  }
}

TEST("an ellipsoid with equal radii is a sphere") {
  test::Dice dice;
  for (int i = 0; i < 50; ++i) {
    const Surface ball{SurfaceKind::kSphere, {}, Vec3::Constant(0.4)};
    const Vec3 x = dice.vector(1.0);
    CHECK_NEAR(nearness(ellipsoid(Vec3::Constant(0.4)), x).distance, nearness(ball, x).distance, 1e-13);
  }
}

TEST("from the middle of an ellipsoid the end of the shortest axis is nearest") {
  const Nearness middle = nearness(ellipsoid(Vec3(0.5, 0.2, 0.3)), Vec3::Zero());
  CHECK_NEAR(middle.distance, -0.2, 1e-11);
  CHECK_NEAR(middle.outward.cwiseAbs(), Vec3(0.0, 1.0, 0.0), 1e-11);
  const Nearness aside = nearness(ellipsoid(Vec3(0.5, 0.2, 0.3)), Vec3(0.1, 0.0, 0.0));  // its axis, still inside
  CHECK(aside.distance < 0.0 && aside.distance > -0.2 && aside.outward.allFinite());
}

TEST("very flat and very long ellipsoids are measured, far and near") {
  CHECK_NEAR(nearness(ellipsoid(Vec3(1.0, 1e-3, 1.0)), Vec3(0.0, 5.0, 0.0)).distance, 5.0 - 1e-3, 1e-12);
  CHECK_NEAR(nearness(ellipsoid(Vec3(1e-3, 1e-3, 1.0)), Vec3(0.0, 0.0, 1e6)).distance, 1e6 - 1.0, 1e-6);
  CHECK_NEAR(nearness(ellipsoid(Vec3(1.0, 1e-3, 1.0)), Vec3(0.5, 0.0, 0.0)).distance, -1e-3 * std::sqrt(0.75), 1e-8);
}

TEST("on a point and on a line every way leads off, and one is taken") {
  const Surface point{SurfaceKind::kSphere, {}, Vec3::Zero()}, line{SurfaceKind::kCylinder, {}, Vec3::Zero()};
  CHECK(nearness(point, Vec3::Zero()).distance == 0.0);
  CHECK_NEAR(nearness(point, Vec3::Zero()).outward.norm(), 1.0, 1e-15);
  CHECK_NEAR(nearness(line, Vec3(0.0, 0.0, 7.0)).outward.norm(), 1.0, 1e-15);
  CHECK_NEAR(nearness(line, Vec3(3.0, 4.0, 7.0)).distance, 5.0, 1e-14);
}
