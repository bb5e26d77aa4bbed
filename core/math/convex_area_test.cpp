#include "math/convex_area.hpp"

#include <algorithm>

#include "testing/check.hpp"

using namespace poise;

namespace {

// Corners of a convex polygon on an ellipse, counter-clockwise, in a plane that is askew.
struct Polygon {
  Eigen::Matrix3Xd corners, normals;
  Mat3 turn;

  Polygon(test::Dice& dice, int count) : corners(3, count), normals(3, count), turn(dice.rotation()) {
    std::vector<double> angles;
    for (int i = 0; i < count; ++i) angles.push_back(2.0 * kPi * (i + dice.uniform(0.05, 0.95)) / count);
    const double a = dice.uniform(0.1, 1.0), b = dice.uniform(0.1, 1.0);
    for (int i = 0; i < count; ++i) {
      const double angle = angles[static_cast<std::size_t>(i)];
      corners.col(i) = turn * Vec3(a * std::cos(angle), b * std::sin(angle), 0.3);
    }
    for (int i = 0; i < count; ++i) {
      const Vec3 edge = (corners.col((i + 1) % count) - corners.col(i)).normalized();
      normals.col(i) = Vec3(turn.col(2)).cross(edge);
    }
  }
  Vec3 place(test::Dice& dice) const { return turn * Vec3(dice.uniform(-2.0, 2.0), dice.uniform(-2.0, 2.0), 1.7); }
};

VecX lacks(const ConvexArea& area, const Vec3& place) {
  VecX low(area.rows()), high(area.rows());
  area.measure(place, low, high);
  return low.cwiseMax(0.0) + high.cwiseMin(0.0);
}

// Distance by walking: alternating projections with corrections (Dykstra 1983), which end at the nearest point.
double walked(const Polygon& polygon, double margin, const Vec3& place) {
  const Eigen::Index count = polygon.corners.cols();
  Eigen::Matrix3Xd owed = Eigen::Matrix3Xd::Zero(3, count);
  Vec3 x = place;
  for (int round = 0; round < 20000; ++round) {
    for (Eigen::Index i = 0; i < count; ++i) {
      const Vec3 from = x + owed.col(i);
      const double lack = margin - polygon.normals.col(i).dot(from - polygon.corners.col(i));
      x = from + std::max(0.0, lack) * polygon.normals.col(i);
      owed.col(i) = from - x;
    }
  }
  return (x - place).norm();
}

}  // namespace

TEST("what a convex area lacks is the distance to its nearest point") {
  test::Dice dice;
  for (int trial = 0; trial < 60; ++trial) {
    const Polygon polygon(dice, 3 + trial % 6);
    const double margin = trial % 3 == 0 ? 0.0 : 0.01;
    const ConvexArea area(polygon.normals, polygon.corners, margin);
    for (int i = 0; i < 4; ++i) {
      const Vec3 place = polygon.place(dice);
      CHECK_NEAR(lacks(area, place).norm(), walked(polygon, margin, place), 1e-6);
    }
  }
}

TEST("the distance from a convex area changes as its rows say, and without jumps") {
  test::Dice dice;
  const double h = 1e-6;
  for (int trial = 0; trial < 200; ++trial) {
    const Polygon polygon(dice, 3 + trial % 6);
    const ConvexArea area(polygon.normals, polygon.corners, 0.0);
    const Vec3 place = polygon.place(dice);
    const VecX lack = lacks(area, place);
    if (lack.norm() < 1e-3) continue;
    const Vec3 pull = area.directions(place) * lack / lack.norm();  // minus the gradient of the distance
    for (int k = 0; k < 3; ++k) {
      const Vec3 step = h * Vec3::Unit(k);
      const double slope = (lacks(area, place + step).norm() - lacks(area, place - step).norm()) / (2.0 * h);
      CHECK_NEAR(pull[k], -slope, 1e-5);
    }
  }
}

TEST("a margin that no place has is lacking by what the widest place lacks") {
  Eigen::Matrix3Xd normals(3, 4), points(3, 4);  // a square of side 2
  normals << 1.0, -1.0, 0.0, 0.0, 0.0, 0.0, 1.0, -1.0, 0.0, 0.0, 0.0, 0.0;
  points << -1.0, 1.0, 0.0, 0.0, 0.0, 0.0, -1.0, 1.0, 0.0, 0.0, 0.0, 0.0;
  const ConvexArea area(normals, points, 1.25);
  CHECK_NEAR(lacks(area, Vec3::Zero()).norm(), 0.25, 1e-7);
  CHECK_NEAR(lacks(area, Vec3(3.0, 4.0, 0.0)).norm(), std::hypot(5.0, 0.25), 1e-7);
}
