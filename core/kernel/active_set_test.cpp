// The small parts about bounds: the active set, the bounds of a step, and steps cut to a trust region.
#include "kernel/active_set.hpp"

#include "kernel/cut_step.hpp"
#include "kernel/step_bounds.hpp"
#include "testing/check.hpp"

using namespace poise;

TEST("a bound that is taken out of the open list without release stays held") {
  ActiveSet active;
  active.clear(3);
  active.hold({0, Side::kUpper});
  active.hold({2, Side::kLower});
  active.release(0);
  CHECK(!active.is_held(0));
  active.open().clear();
  CHECK(active.is_held(2));
  active.grow_to(5);
  CHECK(!active.is_held(4) && active.entries(4) == 0);
}

TEST("which side of a bound is violated, and which sign of a multiplier pulls away from it") {
  BoundRow bound;
  bound.lower = -1.0;
  bound.upper = 2.0;
  CHECK(violated_side(bound, 2.1) == Side::kUpper);
  CHECK(violated_side(bound, -1.1) == Side::kLower);
  CHECK(violated_side(bound, 2.0 + 0.5 * kAtBound) == Side::kNone);
  CHECK(pull_away(Side::kUpper, -3.0) == 3.0);
  CHECK(pull_away(Side::kLower, 3.0) == 3.0);
  CHECK(target_of(bound, Side::kLower) == -1.0);
}

TEST("of a level with inequalities those that hold become bounds, the others stay rows") {
  LevelRows level;
  level.Jt = MatX::Identity(3, 3) * 2.0;
  level.e = VecX::Zero(3);
  level.low = Vec3(-1.0, 1.0, 0.5);
  level.high = Vec3(1.0, 3.0, 0.5);  // holds at zero; is broken; is an equality
  Bounds given;
  given.add({0});
  StepBounds bounds;
  bounds.start(given, {level, level});
  CHECK(bounds.slots() == 7);
  const LevelRows& wanted = bounds.split(level, 1, VecX::Zero(3));
  CHECK(wanted.e.size() == 2);
  CHECK_NEAR(wanted.e[0], 1.0, 0.0);
  CHECK_NEAR(wanted.e[1], 0.5, 0.0);
  CHECK(bounds.numbers()[0] == 1 && bounds.numbers()[1] == 2);
  CHECK(bounds.size() == 2);
  CHECK(bounds.slot(1) == 4);             // behind the bound given and the three rows of the first level
  CHECK_NEAR(bounds[1].upper, 0.5, 0.0);  // its row is made a unit vector
  CHECK_NEAR(bounds.length(1), 2.0, 0.0);
  level.low.resize(0);
  CHECK(&bounds.split(level, 0, VecX::Zero(3)) == &level);
}

TEST("a step is cut where its first entry reaches the radius") {
  VecX step = VecX::Zero(2);
  CHECK(advance_within(1.0, Vec2(0.5, -0.5), step));
  CHECK(!advance_within(1.0, Vec2(2.5, -0.7), step));
  CHECK_NEAR(step, VecX(Vec2(1.0, -0.55)), 1e-15);
}
