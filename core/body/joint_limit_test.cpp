#include "body/joint_limit.hpp"

#include "testing/check.hpp"

using namespace poise;

namespace {

// No allowed direction may be nearer than the one that was found.
void check_nearest(const SwingLimit& limit) {
  test::Dice dice;
  std::vector<Vec3> allowed;
  while (allowed.size() < 2000) {
    const Vec3 d = dice.direction();
    if (nearest_direction(limit, d).violation == 0.0) allowed.push_back(d);
  }
  for (int i = 0; i < 200; ++i) {
    const Vec3 d = dice.direction();
    const NearestDirection found = nearest_direction(limit, d);
    CHECK_NEAR(found.direction.norm(), 1.0, 1e-14);
    CHECK(nearest_direction(limit, found.direction).violation <= 1e-14);
    CHECK_NEAR(angle_between(d, found.direction), found.violation, 1e-12);
    for (const Vec3& a : allowed) CHECK(angle_between(d, a) >= found.violation - 1e-9);
  }
}

}  // namespace

TEST("cone: nearest direction") { check_nearest(Cone{0.8}); }
TEST("wide cone: nearest direction") { check_nearest(Cone{2.7}); }
TEST("ellipse: nearest direction") { check_nearest(Ellipse{1.2, 0.4}); }
TEST("wide, flat ellipse: nearest direction") { check_nearest(Ellipse{0.1, 3.0}); }
TEST("polygon: nearest direction") {
  check_nearest(SphericalPolygon({Vec3(1, 0, 0.2).normalized(), Vec3(0.3, 0.3, 1).normalized(),
                                  Vec3(0, 1, 0.1).normalized(), Vec3(-1, -1, 1).normalized()}));
}

TEST("twist goes the short way round the circle") {
  const Range range{-2.0, 1.0};
  CHECK(nearest_twist(range, 0.5) == 0.5);
  CHECK(nearest_twist(range, 1.2) == 1.0);
  CHECK(nearest_twist(range, 2.0) == 1.0);
  CHECK(nearest_twist(range, -3.0) == -2.0);
  CHECK(nearest_twist({4.0, 5.0}, 4.5 - 2.0 * kPi) == 4.5 - 2.0 * kPi);  // the same twist, one turn away
  CHECK(nearest_twist({-4.0, 4.0}, 3.1) == 3.1);                         // more than a full turn is free
}

TEST("a twist table gives its rows exactly and stays between them elsewhere") {
  const TwistLimit table = TwistTable{{Vec3::UnitZ(), Vec3::UnitX()}, {{-1.0, 0.5}, {-0.2, 2.0}}};
  CHECK(twist_range(table, Vec3::UnitX()).max == 2.0);
  const Range between = twist_range(table, Vec3(1, 0, 1).normalized());
  CHECK_NEAR(between.min, -0.6, 1e-12);
  CHECK_NEAR(between.max, 1.25, 1e-12);
}
