#include "limb/limit_arcs.hpp"

#include "math/circle_roots.hpp"
#include "testing/check.hpp"

using namespace poise;

namespace {

bool contains(const ArcSet& arcs, double angle, double slack) {
  for (const Arc& arc : arcs)
    if (arc.start - slack <= angle && angle <= arc.stop + slack) return true;
  return false;
}

// Against a sweep: no allowed angle outside the arcs, no forbidden one inside.
template <typename Inside>
void check_sweep(const ArcSet& arcs, Inside&& inside) {
  for (int i = 0; i < 2000; ++i) {
    const double angle = -kPi + (i + 0.5) * kPi / 1000.0;
    if (inside(angle))
      CHECK(contains(arcs, angle, 1e-9));
    else
      CHECK(!contains(arcs, angle, -1e-9));
  }
}

Turning random_turning(test::Dice& dice) {
  return {dice.direction(), exp_rotation(dice.direction() * dice.uniform(0.0, kPi))};
}

}  // namespace

TEST("trigonometric roots solve their equation, and there are none out of reach") {
  test::Dice dice;
  for (int i = 0; i < 200; ++i) {
    const double a = dice.uniform(-1.0, 1.0), b = dice.uniform(-1.0, 1.0), c = dice.uniform(-1.5, 1.5);
    std::vector<double> roots;
    add_trigonometric_roots(a, b, c, roots);
    CHECK(roots.size() == (std::abs(c) <= std::hypot(a, b) ? 2u : 0u));
    for (const double x : roots) CHECK_NEAR(a * std::cos(x) + b * std::sin(x), c, 1e-12);
  }
}

TEST("bracketed roots find pairs inside one cell") {
  std::vector<double> roots;
  add_bracketed_roots([](double x) { return (x - 0.3) * (x - 0.3) - 1e-6; }, -1.0, 1.0, 0.5, roots);
  CHECK(roots.size() == 2);
  std::sort(roots.begin(), roots.end());
  CHECK_NEAR(roots[0], 0.299, 1e-12);
  CHECK_NEAR(roots[1], 0.301, 1e-12);
}

TEST("arcs that meet at a half turn are shown as one") {
  const ArcSet joined = joined_at_pi({{-kPi, -3.0}, {1.0, 1.5}, {3.0, kPi}});
  CHECK(joined.size() == 2);
  CHECK_NEAR(joined[1].stop, 2.0 * kPi - 3.0, 1e-15);
  CHECK_NEAR(middle_of_widest(joined), 1.25, 1e-12);
}

TEST("intersections keep a single common angle") {
  const ArcSet both = intersection({{-1.0, 0.5}}, {{0.5, 2.0}});
  CHECK(both.size() == 1);
  CHECK_NEAR(both[0].start, 0.5, 0.0);
}

TEST("arcs of every swing limit agree with a sweep") {
  test::Dice dice;
  for (int i = 0; i < 30; ++i) {
    const Turning turning = random_turning(dice);
    std::vector<Vec3> corners;
    for (int k = 0; k < 7; ++k) {
      const double a = k * 2.0 * kPi / 7.0, r = dice.uniform(0.3, 2.4);
      corners.push_back(direction_of(Vec2(r * std::cos(a), r * std::sin(a))));
    }
    const SwingLimit limits[] = {Cone{dice.uniform(0.2, 3.0)}, Ellipse{dice.uniform(0.2, 3.1), dice.uniform(0.2, 3.1)},
                                 SphericalPolygon(corners)};
    for (const SwingLimit& limit : limits) {
      check_sweep(swing_arcs(limit, turning), [&](double angle) {
        return nearest_direction(limit, turning.at(angle) * Vec3::UnitZ()).violation < 1e-12;
      });
    }
  }
}

TEST("arcs of every twist limit agree with a sweep") {
  test::Dice dice;
  for (int i = 0; i < 30; ++i) {
    const Turning turning = random_turning(dice);
    TwistTable table;
    for (int k = 0; k < 5; ++k) {
      const double low = dice.uniform(-2.0, 1.0);
      table.directions.push_back(dice.direction());
      table.ranges.push_back({low, low + dice.uniform(0.2, 2.5)});
    }
    for (const TwistLimit& limit : {TwistLimit(table.ranges[0]), TwistLimit(table)}) {
      check_sweep(twist_arcs(limit, turning, whole_circle()), [&](double angle) {
        const Quat m = turning.at(angle);
        const double twist = swing_twist(m).twist;
        const double moved = nearest_twist(twist_range(limit, m * Vec3::UnitZ()), twist) - twist;
        return std::abs(wrapped_angle(moved)) < 1e-12;
      });
    }
  }
}

TEST("an inverse of a turning turns about a fixed axis too") {
  test::Dice dice;
  const Turning turning = random_turning(dice);
  for (const double angle : {-2.0, 0.4, 3.0})
    CHECK_NEAR((turning.inverse().at(angle) * turning.at(angle)).vec(), Vec3(Vec3::Zero()), 1e-15);
}
