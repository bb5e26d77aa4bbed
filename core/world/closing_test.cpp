#include "world/closing.hpp"

#include "testing/check.hpp"

using namespace poise;

namespace {

// A finger of two phalanges along +x, hinges about z, so that it bends towards +y; each 0.1 long and 0.01 thick.
struct Finger {
  Figure figure;
  BodyShape body;
  Digit digit;

  Finger()
      : figure(joints(), std::vector<Segment>(3), {}, {}, Vec3::Zero()),
        body(3, {{1, bone()}, {2, bone()}}, {}),
        digit{{0, 0, 1, 0.0, 1.5, 0.0}, {1, 1, 2, 0.0, 1.5, 0.0, 0.0}} {}

  static Round bone() { return {Vec3::Zero(), Vec3(0.1, 0.0, 0.0), 0.01, 0.01}; }
  static std::vector<Joint> joints() {
    std::vector<Joint> made(3);
    for (int i = 1; i < 3; ++i) {
      made[static_cast<std::size_t>(i)].model = Model::kHinge;
      made[static_cast<std::size_t>(i)].carrier = i - 1;
    }
    made[2].in.p = Vec3(0.1, 0.0, 0.0);
    return made;
  }

  VecX close(const World& world) const { return closed(figure, body, world, {digit}, VecX::Zero(2)); }
};

World world_of(const SolidPtr& solid, const Vec3& at) {
  return World({{solid, {Mat3::Identity(), at}, 0.0, Vec3::Zero(), Vec3::Zero()}});
}

}  // namespace

TEST("a finger closes round a ball until both phalanges touch: as far as tangents say") {
  const Finger finger;
  // The first phalanx is tangent to the ball, swollen by its own radius, at the angle that asin says.
  const Vec3 center(0.06, 0.05, 0.0);
  const VecX q = finger.close(world_of(round_solid({Vec3::Zero(), Vec3::Zero(), 0.03, 0.03}), center));
  const double first = std::atan2(0.05, 0.06) - std::asin(0.04 / center.norm());
  CHECK_NEAR(q[0], first, 2e-3);
  const Vec3 knuckle(0.1 * std::cos(q[0]), 0.1 * std::sin(q[0]), 0.0), way = center - knuckle;
  const double second = std::atan2(way.y(), way.x()) - std::asin(0.04 / way.norm()) - q[0];
  CHECK_NEAR(q[1], second, 2e-3);
  CHECK(q[0] < first && q[1] < second);  // never inside
}

TEST("a finger that meets nothing closes all the way, and nothing thin is passed") {
  const Finger finger;
  const VecX free = finger.close(world_of(round_solid({Vec3::Zero(), Vec3::Zero(), 0.03, 0.03}), Vec3(0, -1, 0)));
  CHECK_NEAR(free[0], 1.5, 1e-12);
  CHECK_NEAR(free[1], 1.5, 1e-12);
  const VecX wire =
      finger.close(world_of(round_solid({Vec3(0, 0, -1), Vec3(0, 0, 1), 1e-4, 1e-4}), Vec3(0.05, 0.05, 0)));
  CHECK_NEAR(wire[0], std::atan2(1.0, 1.0) - std::asin(0.0101 / std::hypot(0.05, 0.05)), 2e-3);
}

TEST("a tendon draws the next joint along until something is touched") {
  Finger finger;
  finger.digit[1].follows = 2.0 / 3.0;
  const VecX free = finger.close(world_of(round_solid({Vec3::Zero(), Vec3::Zero(), 0.01, 0.01}), Vec3(0, -1, 0)));
  CHECK_NEAR(free[1], 1.0, 1e-12);
  finger.digit[1].to = 0.2;
  const VecX bent = finger.close(world_of(half_space(), Vec3(0, 0, -1)));
  CHECK_NEAR(bent[0], 1.5, 1e-12);
  CHECK_NEAR(bent[1], 0.2, 1e-12);
  finger.digit[1].to = 1.5;
  finger.digit[1].alone = 0.1;
  const VecX touching =
      finger.close(world_of(round_solid({Vec3::Zero(), Vec3::Zero(), 0.03, 0.03}), Vec3(0.06, 0.05, 0)));
  CHECK_NEAR(touching[1], 2.0 / 3.0 * touching[0] + 0.1, 1e-12);  // the first one touches, and the second goes on alone
}

TEST("a finger that begins inside something comes out of it first, or stays") {
  const Finger finger;
  const VecX out = finger.close(world_of(round_solid({Vec3::Zero(), Vec3::Zero(), 0.02, 0.02}), Vec3(0.15, -0.01, 0)));
  CHECK(out[0] > 0.1);
  const VecX stuck = finger.close(world_of(round_solid({Vec3::Zero(), Vec3::Zero(), 0.5, 0.5}), Vec3(0.0, 0.0, 0)));
  CHECK_NEAR(stuck[0], 0.0, 1e-12);
}
