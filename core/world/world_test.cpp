#include "testing/zoo.hpp"
#include "world/avoid_task.hpp"

using namespace poise;

namespace {

// The least distance of a point from a round by many balls.
double by_balls(const Round& round, const Vec3& p) {
  double least = 1e300;
  for (int i = 0; i <= 20000; ++i) {
    const double t = i / 20000.0;
    least = std::min(least, (p - round.center(t)).norm() - round.radius(t));
  }
  return least;
}

Round random_round(test::Dice& dice) {
  Round round{dice.vector(0.5), dice.vector(0.5), dice.uniform(0.01, 0.2), 0.0};
  const double length = (round.b - round.a).norm();
  round.rb = std::max(0.005, round.ra + dice.uniform(-0.9, 0.9) * std::min(length, round.ra));
  return round;
}

std::vector<SolidPtr> all_solids() {
  test::Dice dice;
  std::vector<Vec3> corners;
  for (int i = 0; i < 20; ++i) corners.push_back(dice.vector(0.4));
  const MatX heights = MatX::NullaryExpr(6, 8, [&] { return dice.uniform(-0.1, 0.1); });
  return {half_space(),
          box(Vec3(0.4, 0.6, 0.2), 0.0),
          box(Vec3(0.4, 0.6, 0.2), 0.05),
          cylinder(0.2, 0.5, 0.0),
          cylinder(0.2, 0.5, 0.03),
          ellipsoid(Vec3(0.1, 0.3, 0.2)),
          round_solid({Vec3(-0.1, 0.0, 0.1), Vec3(0.2, 0.1, 0.0), 0.1, 0.15}),
          convex_hull(corners, 0.0),
          convex_hull(corners, 0.02),
          height_field(heights, 0.1)};
}

// How the distance changes when the first one is shifted and turned by a small v about the origin.
template <typename Distance>
void check_gradient(const Distance& distance, const Round& round, const Closest& at, double slack) {
  constexpr double kStep = 2e-9;
  for (int k = 0; k < 6; ++k) {
    const auto moved = [&](double h) {
      Placement step;
      if (k < 3)
        step.p = h * Vec3::Unit(k);
      else
        step.R = exp_rotation(h * Vec3::Unit(k - 3)).toRotationMatrix();
      return distance(round.moved(step));
    };
    const double ahead = (moved(kStep) - at.distance) / kStep, behind = (at.distance - moved(-kStep)) / kStep;
    const double said = k < 3 ? at.normal[k] : at.normal.dot(Vec3(Vec3::Unit(k - 3)).cross(at.on_first));
    // where the gradient itself changes within the step, it is in between
    CHECK_NEAR(0.5 * (ahead + behind), said, slack + 0.5 * std::abs(ahead - behind));
  }
}

// Gradient of a room, and what it adds to the curvature (minus its second derivative), by differences.
template <typename Room>
void check_differences(const Room& room, const VecX& gradient, const MatX& curvature, double tolerance) {
  constexpr double kStep = 1e-4;
  const Eigen::Index n = gradient.size();
  MatX expected = MatX::Zero(n, n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const VecX h = 1e-6 * VecX::Unit(n, k);
    CHECK_NEAR(gradient[k], (room(h) - room(-h)) / 2e-6, 1e-7);
    for (Eigen::Index l = 0; l < n; ++l) {
      const VecX a = kStep * VecX::Unit(n, k), b = kStep * VecX::Unit(n, l);
      expected(k, l) = -(room(a + b) - room(a - b) - room(b - a) + room(-a - b)) / (4.0 * kStep * kStep);
    }
  }
  CHECK_NEAR(curvature, expected, tolerance);
}

}  // namespace

TEST("a point is as far from a round as from the nearest of its balls, inside and outside") {
  test::Dice dice;
  for (int i = 0; i < 60; ++i) {
    const Round round = random_round(dice);
    const Vec3 p = dice.vector(0.7);
    CHECK_NEAR(nearness(round, p).distance, by_balls(round, p), 1e-8);
  }
}

TEST("two rounds are as far as the nearest of their balls") {
  test::Dice dice;
  for (int i = 0; i < 100; ++i) {
    const Round first = random_round(dice), second = random_round(dice);
    double least = 1e300;
    for (int k = 0; k <= 2000; ++k) {
      const double t = k / 2000.0;
      least = std::min(least, nearness(second, first.center(t)).distance - first.radius(t));
    }
    const Closest found = closest(first, second);
    CHECK(found.distance <= least + 1e-7);
    CHECK_NEAR(found.distance, least, 1e-6);
    CHECK_NEAR((found.on_first - found.on_second).dot(found.normal), found.distance, 2e-7);
  }
}

TEST("the normal and the nearest point give the gradient, of parallel rounds too") {
  test::Dice dice;
  for (int i = 0; i < 100; ++i) {
    const Round first = random_round(dice);
    Round second = random_round(dice);
    if (i % 2 == 0) {  // next to each other, tilted by less and less
      const Vec3 tilt = std::pow(10.0, -1.0 - 0.1 * i) * dice.direction(), aside = dice.direction();
      second = {first.a + 0.5 * aside, first.b + 0.5 * aside + tilt, 0.1, 0.1};
    }
    const Round straight{first.a, first.b, first.ra, first.ra};
    check_gradient([&](const Round& moved) { return closest(moved, second).distance; }, straight,
                   closest(straight, second), 2e-6);
  }
}

TEST("distances of all solids have their gradient, and change as fast as points move") {
  test::Dice dice;
  for (const SolidPtr& solid : all_solids()) {
    for (int i = 0; i < 60; ++i) {
      const Vec3 p = dice.vector(0.6), q = p + dice.vector(0.05);
      const Nearness at = solid->nearness(p);
      CHECK_NEAR(at.outward.norm(), 1.0, 1e-12);
      CHECK(std::abs(solid->nearness(q).distance - at.distance) <= (q - p).norm() + 1e-12);
      const double ahead = solid->nearness(p + 1e-6 * at.outward).distance;
      CHECK_NEAR((ahead - at.distance) * 1e6, 1.0, 1e-4);
    }
  }
}

TEST("a round is as far from a solid as the nearest of its balls") {
  test::Dice dice;
  for (const SolidPtr& solid : all_solids()) {
    for (int i = 0; i < 20; ++i) {
      const Round round = random_round(dice).moved({Mat3::Identity(), dice.vector(0.5)});
      double least = 1e300;
      for (int k = 0; k <= 1000; ++k) {
        const double t = k / 1000.0;
        least = std::min(least, solid->nearness(round.center(t)).distance - round.radius(t));
      }
      const Closest found = solid->against(round);
      CHECK(found.distance <= least + 1e-7);
      if (solid->facets() == nullptr || found.distance > -std::min(round.ra, round.rb))
        CHECK_NEAR(found.distance, least, 2e-3);
      const Round straight{round.a, round.b, round.ra, round.ra};
      if (solid->is_convex())
        check_gradient([&](const Round& moved) { return solid->against(moved).distance; }, straight,
                       solid->against(straight), 2e-6);
    }
  }
}

TEST("nothing may come nearer than there is room; at the edge of the zone nothing is asked") {
  CHECK_NEAR(approach(0.0, 0.1), 0.0, 0.0);
  CHECK_NEAR(approach(-0.02, 0.1), -0.02, 0.0);
  CHECK_NEAR((approach(1e-6, 0.1) - approach(-1e-6, 0.1)) / 2e-6, 1.0, 1e-9);
  CHECK(approach(0.099, 0.1) > 4.0);
  CHECK(approach(0.1, 0.1) > 1e299);
}

TEST("rows of an avoiding task are derivatives of the room, and its curvature that of the rows") {
  const Figure figure = test::zoo(false);
  const VecX q = test::random_coordinates(figure);
  Kinematics kinematics;
  MassState masses;
  forward(figure, q, kinematics);
  carry_masses(figure, kinematics, masses);
  const Round limb{Vec3(-0.1, 0.0, 0.1), Vec3(0.3, 0.1, 0.0), 0.05, 0.05};
  const auto body = std::make_shared<BodyShape>(8, std::vector<Part>{{5, limb, {}}}, std::vector<SelfPair>{});
  const Vec3 middle = kinematics.segments[5].R * limb.center(0.4) + kinematics.segments[5].p;
  const Vec3 across = Vec3(kinematics.segments[5].R * (limb.b - limb.a)).unitOrthogonal();
  for (const SolidPtr& solid : {round_solid({Vec3::Zero(), Vec3::Zero(), 0.1, 0.1}), ellipsoid(Vec3(0.1, 0.2, 0.15))}) {
    const auto world = std::make_shared<World>(
        std::vector<Obstacle>{{solid, {Mat3::Identity(), middle + 0.3 * across}, 0.0, Vec3::Zero(), Vec3::Zero()}});
    const auto task = avoid_task(body, world, {0.5, 0.1, 0.0, false});
    const TaskView view{figure, q, kinematics, masses};
    VecX low(task->rows()), high(task->rows());
    MatX Jt = MatX::Zero(figure.dof(), task->rows());
    task->evaluate_room(view, low, high, Jt);
    const double room = -low[4];
    CHECK(room > 0.0 && room < 1.0);
    // the rows are those of the room itself, of which approach() is told
    Proximity proximity;
    const auto distance = [&](const VecX& v) {
      const VecX moved = integrate(figure, q, v);
      Kinematics there;
      forward(figure, moved, there);
      for (const NearPair& pair : proximity.look(*body, world.get(), there, {0.5, 0.1, 0.0, false}))
        if (pair.place == 4) return pair.room;
      return 1e9;
    };
    const int n = figure.dof();
    MatX H = MatX::Zero(n, n), expected = MatX::Zero(n, n);
    VecX pull = VecX::Zero(task->rows());
    pull[4] = 1.0;
    task->add_curvature(view, pull, H);
    constexpr double kStep = 1e-4;
    for (int k = 0; k < n; ++k) {
      const VecX h = 1e-6 * VecX::Unit(n, k);
      CHECK_NEAR(Jt(k, 4), (distance(h) - distance(-h)) / 2e-6, 1e-7);
      for (int l = 0; l < n; ++l) {
        const VecX a = kStep * VecX::Unit(n, k), b = kStep * VecX::Unit(n, l);
        expected(k, l) =
            -(distance(a + b) - distance(a - b) - distance(b - a) + distance(-a - b)) / (4.0 * kStep * kStep);
      }
    }
    CHECK_NEAR(H, expected, 1e-3);
  }
}

TEST("rows of two parts of a body are derivatives of the room between them, and so is their curvature") {
  const Figure figure = test::zoo(false);
  const VecX q = test::random_coordinates(figure);
  Kinematics kinematics;
  MassState masses;
  forward(figure, q, kinematics);
  carry_masses(figure, kinematics, masses);
  const Placement &one = kinematics.segments[2], &two = kinematics.segments[5];
  const Round limb{Vec3(-0.1, 0.0, 0.1), Vec3(0.3, 0.1, 0.0), 0.05, 0.06};
  const Vec3 along = two.R * (limb.b - limb.a), across = along.unitOrthogonal(),
             third = along.normalized().cross(across);
  const Lookout lookout{0.5, 0.5, 0.0, true};
  const auto crossing = [&](double from, double to) {  // a round beside the limb, from one side of it to the other
    const Vec3 middle = two.R * limb.center(0.45) + two.p + 0.2 * across;
    const auto own = [&](const Vec3& point) { return Vec3(one.R.transpose() * (point - one.p)); };
    return Round{own(middle + from * third - 0.05 * along), own(middle + to * third + 0.1 * along), 0.04, 0.05};
  };
  for (const auto& [place, other] : {std::pair{4, crossing(-0.2, 0.25)}, std::pair{0, crossing(0.05, 0.4)}}) {
    const auto body = std::make_shared<BodyShape>(8, std::vector<Part>{{2, other, {}}, {5, limb, {}}},
                                                  std::vector<SelfPair>{{2, 5, 0.0}});
    const auto task = avoid_task(body, nullptr, lookout);
    const TaskView view{figure, q, kinematics, masses};
    VecX low(task->rows()), high(task->rows());
    MatX Jt = MatX::Zero(figure.dof(), task->rows());
    task->evaluate_room(view, low, high, Jt);
    const int row = 5 + place, n = figure.dof();
    Proximity proximity;
    const auto room = [&, wanted = place](const VecX& v) {
      Kinematics there;
      forward(figure, integrate(figure, q, v), there);
      for (const NearPair& pair : proximity.look(*body, nullptr, there, lookout))
        if (pair.place == wanted) return pair.room;
      return 1e9;
    };
    CHECK(room(VecX::Zero(n)) < 0.5);
    MatX H = MatX::Zero(n, n);
    task->add_curvature(view, VecX::Unit(task->rows(), row), H);
    check_differences(room, Jt.col(row), H, 1e-3);
  }
}

TEST(
    "a limb that lies along a shorter thing has a row where it leaves it on either side, with gradient and curvature") {
  const Figure figure = test::zoo(false);
  const VecX q = test::random_coordinates(figure);
  Kinematics kinematics;
  MassState masses;
  forward(figure, q, kinematics);
  carry_masses(figure, kinematics, masses);
  const Round limb{Vec3(-0.2, 0.0, 0.0), Vec3(0.22, 0.03, 0.0), 0.04, 0.05};
  const auto body = std::make_shared<BodyShape>(8, std::vector<Part>{{5, limb, {}}}, std::vector<SelfPair>{});
  const Lookout lookout{0.5, 0.1, 0.0, false};
  const Placement& segment = kinematics.segments[5];
  // the solid's x along the limb, a little tilted, and its z towards it
  const Mat3 tilt = exp_rotation(Vec3(0.02, 0.06, 0.05)).toRotationMatrix();
  const Mat3 upright = exp_rotation(Vec3(0.0, 0.5 * kPi, 0.0)).toRotationMatrix();  // z along the limb
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) corners.emplace_back(i & 1 ? 0.1 : -0.1, i & 2 ? 0.15 : -0.15, i & 4 ? 0.05 : -0.05);
  struct Lying {
    SolidPtr solid;
    Mat3 turn;
    double half;  // how far it reaches towards the limb
  };
  const std::vector<Lying> things{
      {box(Vec3(0.2, 0.3, 0.1), 0.0), Mat3::Identity(), 0.05},
      {box(Vec3(0.2, 0.3, 0.1), 0.02), Mat3::Identity(), 0.05},
      {convex_hull(corners, 0.01), Mat3::Identity(), 0.06},
      {cylinder(0.05, 0.2, 0.01), upright, 0.05},
      {round_solid({Vec3(0.0, 0.0, -0.1), Vec3(0.0, 0.0, 0.1), 0.05, 0.05}), upright, 0.05}};
  for (const Lying& thing : things) {
    const Placement in_segment{tilt * thing.turn, limb.center(0.5) - tilt.col(2) * (thing.half + 0.06)};
    const auto world = std::make_shared<World>(
        std::vector<Obstacle>{{thing.solid, segment * in_segment, 0.0, Vec3::Zero(), Vec3::Zero()}});
    const auto task = avoid_task(body, world, lookout);
    const TaskView view{figure, q, kinematics, masses};
    const int n = figure.dof();
    VecX low(task->rows()), high(task->rows());
    MatX Jt = MatX::Zero(n, task->rows());
    task->evaluate_room(view, low, high, Jt);
    const double whole = thing.solid->against(limb.moved(in_segment.inverse())).distance;
    for (const int place : {2, 3}) {
      Proximity proximity;
      const auto room = [&](const VecX& v) {
        Kinematics there;
        forward(figure, integrate(figure, q, v), there);
        for (const NearPair& pair : proximity.look(*body, world.get(), there, lookout))
          if (pair.place == place) return pair.room;
        return 1e9;
      };
      CHECK(room(VecX::Zero(n)) > whole - kEven && room(VecX::Zero(n)) < whole + 0.03);
      MatX H = MatX::Zero(n, n);
      task->add_curvature(view, VecX::Unit(task->rows(), place), H);
      check_differences(room, Jt.col(place), H, 2e-3);
    }
  }
}

TEST("what turns is kept out of where it will be along its screw: a door stays on its hinges") {
  const Vec3 hinge(0.3, 0.0, 0.0), spin(0.0, 0.0, 2.0), arm(0.5, 0.0, 0.0);
  const Obstacle door{box(Vec3(1.0, 0.04, 2.0), 0.0), {Mat3::Identity(), hinge + arm}, 0.0, spin.cross(arm), spin};
  const Obstacle then = door.later(0.25);
  const Mat3 R = exp_rotation(0.25 * spin).toRotationMatrix();
  CHECK_NEAR(then.frame.p, hinge + R * arm, 1e-14);
  CHECK_NEAR(then.frame.R, R, 1e-14);
  CHECK_NEAR(then.velocity, spin.cross(R * arm), 1e-14);
  // what one frame later is just touched has no room now
  const Figure figure = test::zoo(false);
  const VecX q = test::random_coordinates(figure);
  Kinematics kinematics;
  forward(figure, q, kinematics);
  const Placement& at = kinematics.segments[5];
  const Vec3 touched = hinge + R * Vec3(0.9, 0.02 + 0.05, 0.0);
  const Round ball{at.R.transpose() * (touched - at.p), at.R.transpose() * (touched - at.p), 0.05, 0.05};
  const BodyShape body(8, {{5, ball, {}}}, {});
  const World world({door});
  Proximity proximity;
  double now = 1.0, later = 1.0;
  for (const NearPair& pair : proximity.look(body, &world, kinematics, {0.5, 0.1, 0.25, false}))
    (pair.later ? later : now) = pair.room;
  CHECK_NEAR(later, 0.0, 1e-9);
  CHECK(now < 1.0);
  for (const NearPair& pair : proximity.look(body, &world, kinematics, {0.5, 0.1, 0.0, false})) CHECK(!pair.later);
}
