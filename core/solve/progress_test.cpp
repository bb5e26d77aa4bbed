#include "solve/progress.hpp"

#include "testing/check.hpp"

using namespace poise;

namespace {

std::vector<LevelRows> levels(std::size_t count) { return std::vector<LevelRows>(count); }

struct Walk {
  Tolerances tolerances;
  Progress progress{tolerances};
  std::vector<LevelRows> rows;
  Score score;

  explicit Walk(const std::vector<LevelRows>& given) : rows(given), score{VecX::Ones(1), 0.0} { progress.reset(given); }

  bool step(const VecX& residuals, double motion = 0.1, double cost = 0.0, bool loosely = false) {
    return progress.note({residuals, cost}, residuals, {}, motion, loosely, 0);
  }
  Course course(bool loosely = false) const { return progress.course(score, rows, loosely, true); }
  bool has_stalled(bool loosely = false) const { return stopping(course(loosely), tolerances) == Stop::kStalled; }
};

VecX one(double value) { return VecX::Constant(1, value); }

// Steps of the same length at these residuals until it stalls; how many.
int steps_to_stall(const std::vector<double>& residuals, int most) {
  Walk walk(levels(1));
  for (int i = 0; i < most; ++i) {
    if (walk.has_stalled()) return i;
    walk.step(one(residuals[static_cast<std::size_t>(i) % residuals.size()]));
  }
  return most;
}

}  // namespace

TEST("steps that keep getting better never stall, however long") {
  Walk walk(levels(1));
  for (int i = 0; i < 500; ++i) {
    CHECK(!walk.has_stalled());
    walk.step(one(1.0 - 1e-3 * i));
  }
  CHECK_NEAR(walk.progress.best().score.levels, one(1.0 - 0.499), 1e-15);
}

TEST("steps that stay where they are stall after 24 of them; circles do as well") {
  CHECK(steps_to_stall({1.0}, 200) == 8 + 24);
  CHECK(steps_to_stall({1.0, 1.1, 1.2}, 200) == steps_to_stall({1.0}, 200) + 2);  // the best of them is the 10th step
}

TEST("residuals that differ by a rounding are no progress") {
  std::vector<double> creeping;
  for (int i = 0; i < 200; ++i) creeping.push_back(1.0 - 1e-9 * i);
  CHECK(steps_to_stall(creeping, 200) == 32);
}

TEST("a long solve has less patience") {
  Walk walk(levels(1));
  for (int i = 0; i < 100; ++i) walk.step(one(1.0 - 1e-3 * i));
  int more = 0;
  for (; !walk.has_stalled(); ++more) walk.step(one(0.901));
  CHECK(more == 5);
}

TEST("rejected trials count half a step") {
  Walk walk(levels(1));
  for (int i = 0; i < 9; ++i) walk.step(one(1.0 - 0.01 * i));
  walk.progress.count_rejected(47);
  CHECK(!walk.has_stalled());
  walk.progress.count_rejected(1);
  CHECK(walk.has_stalled());
  CHECK(!walk.has_stalled(true));  // a loosely restored pose is no place to stop
}

TEST("steps that get shorter and shorter are progress") {
  Walk walk(levels(1));
  double motion = 1.0;
  for (int i = 0; i < 60; ++i, motion *= 0.6) {
    walk.step(one(1.0), motion);
    CHECK(!walk.has_stalled());
  }
}

TEST("steps run out when they get shorter by ten times and the next would be hardly any") {
  Walk walk(levels(1));
  walk.step(one(0.0), 1e-9);
  CHECK(walk.course().ran_out);  // there was none before
  walk.step(one(0.0), 5e-10);
  CHECK(!walk.course().ran_out);  // not much shorter: there is no telling
  walk.step(one(0.0), 1e-3);
  walk.step(one(0.0), 1e-5);
  CHECK(!walk.course().ran_out);
  walk.step(one(0.0), 1e-9);
  CHECK(walk.course().ran_out);
  walk.step(one(0.0), 1e-3);
  walk.step(one(0.0), 5e-7);
  CHECK(walk.course().ran_out);  // at this rate the next is 2.5e-10, as after 2.5e-9 and a tenth
  walk.progress.reset(levels(1));
  CHECK(!walk.course().ran_out);
}

TEST("of the last steps so many are remembered, the last one last; none after a reset") {
  Walk walk(levels(1));
  for (int i = 0; i < 40; ++i) {
    walk.step(one(1.0 - 0.01 * i), 0.1 * i, -1.0 * i);
    const std::span<const PastStep> recent = walk.course().recent;
    CHECK(recent.size() == std::min(kRemembered, static_cast<std::size_t>(i) + 1));
    CHECK(recent.back().motion == 0.1 * i && recent.back().score.cost == -1.0 * i);
    CHECK_NEAR(recent.front().score.levels, one(1.0 - 0.01 * std::max(0, i - 31)), 1e-15);
  }
  walk.progress.reset(levels(1));
  CHECK(walk.course().recent.empty());
}

TEST("the rule of acceptance sees the same steps, the motion of the last one, and how many were idle") {
  Walk walk(levels(1));
  walk.step(one(1.0), 0.3);
  walk.step(one(2.0), 0.2);
  walk.progress.set_idle_steps(3);
  const Standing before = walk.progress.standing(walk.score, walk.rows, 1e-6);
  CHECK(before.recent.size() == 2);
  CHECK(before.recent.data() == walk.course().recent.data());
  CHECK(before.last_motion == 0.2);
  CHECK(before.idle_steps == 3);
  CHECK(before.dead_band == 1e-6);
}

TEST("the best pose is the lexicographically best one; loosely restored ones are no record") {
  Walk walk(levels(2));
  for (int i = 0; i < 8; ++i) walk.step(Vec2(1.0, 5.0));
  CHECK(walk.step(Vec2(0.5, 9.0)));
  CHECK(!walk.step(Vec2(0.6, 0.0)));
  CHECK(!walk.step(Vec2(0.1, 0.0), 0.1, 0.0, true));
  CHECK(walk.step(Vec2(0.5, 8.0)));
  CHECK(walk.step(Vec2(0.5, 8.0), 0.1, -1.0));  // criteria decide last
  CHECK_NEAR(walk.progress.best().coordinates, Vec2(0.5, 8.0), 0.0);
  CHECK(walk.progress.is_behind_best({Vec2(0.6, 0.0), 0.0}));
  CHECK(!walk.progress.is_behind_best({Vec2(0.4, 9.0), 0.0}));
}

TEST("postures must differ by a thousandth to be better") {
  std::vector<LevelRows> posture = levels(1);
  posture[0].diagonal = VecX::Ones(3);
  Walk walk(posture);
  for (int i = 0; i < 8; ++i) walk.step(one(1.0));
  CHECK(!walk.step(one(0.9985)));
  CHECK(walk.step(one(0.997)));
}

TEST("levels are asked again twice when steps have died out; a new solve begins anew") {
  Walk walk(levels(1));
  for (int i = 0; i < 2; ++i) {
    CHECK(walk.progress.may_wake() && walk.progress.may_wake());
    CHECK(!walk.progress.may_wake());
    walk.progress.reset(levels(1));
  }
}
