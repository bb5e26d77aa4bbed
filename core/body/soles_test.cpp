#include "body/soles.hpp"

#include <cmath>
#include <memory>

#include "testing/check.hpp"

using namespace poise;

namespace {

// Two free feet, each with a square sole, 0.2 m wide, under its origin.
Pose feet_at(const Vec3& left, const Vec3& right) {
  std::vector<Joint> joints(2);
  for (int i : {0, 1}) {
    joints[static_cast<std::size_t>(i)].model = Model::kFree;
    joints[static_cast<std::size_t>(i)].carrier = i - 1;
  }
  const std::vector<Segment> segments(2, Segment{1.0, Vec3::Zero(), Mat3::Zero()});
  const auto figure =
      std::make_shared<Figure>(joints, segments, std::vector<Site>{}, std::vector<Coupling>{}, Vec3(0.0, -9.81, 0.0));
  VecX q(14);
  q << left, 0.0, 0.0, 0.0, 1.0, Vec3(right - left), 0.0, 0.0, 0.0, 1.0;
  return {figure, q};
}

Soles both() {
  const std::vector<Vec3> square = {{-0.1, 0.0, -0.1}, {0.1, 0.0, -0.1}, {0.1, 0.0, 0.1}, {-0.1, 0.0, 0.1}};
  return {{{0, square}, {1, square}}, Vec3(0.0, -9.81, 0.0)};
}

// Twice the area, positive when the corners go round counter-clockwise seen from above.
double doubled(const SupportArea& area) {
  double sum = 0.0;
  for (std::size_t i = 0; i < area.corners.size(); ++i) {
    sum += area.corners[i].cross(area.corners[(i + 1) % area.corners.size()]).y();
  }
  return sum;
}

}  // namespace

TEST("soles side by side span a rectangle") {
  const SupportArea area = both().under(feet_at({0.2, 0.01, 0.0}, {-0.2, 0.0, 0.0}), 0.0, 0.02);
  CHECK(area.corners.size() == 4);
  CHECK_NEAR(doubled(area), 2.0 * 0.6 * 0.2, 1e-12);
  CHECK(area.inward.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK_NEAR(area.corners[i].y(), 0.0, 1e-15);
    CHECK_NEAR(area.inward[i].norm(), 1.0, 1e-12);
    for (const Vec3& corner : area.corners) CHECK(area.inward[i].dot(corner - area.corners[i]) > -1e-12);
  }
}

TEST("a sole in the air does not carry") {
  const Soles soles = both();
  CHECK_NEAR(doubled(soles.under(feet_at({0.2, 0.03, 0.0}, {-0.2, 0.0, 0.0}), 0.0, 0.02)), 2.0 * 0.04, 1e-12);
  const SupportArea none = soles.under(feet_at({0.2, 0.03, 0.0}, {-0.2, 0.1, 0.0}), 0.0, 0.02);
  CHECK(none.corners.empty());
  CHECK(none.inward.empty());
}

TEST("feet one behind the other span their hull") {
  const SupportArea area = both().under(feet_at({0.0, 0.0, 0.0}, {0.05, 0.0, 0.3}), 0.0, 0.02);
  CHECK(area.corners.size() == 6);
  CHECK_NEAR(doubled(area), 2.0 * 0.2 * (0.2 + 0.05 + 0.3), 1e-12);
}
