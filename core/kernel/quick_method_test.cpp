// The quick way down the levels against the general one: where it answers, both give the same step.
#include "kernel/quick_method.hpp"

#include "kernel/kernel.hpp"
#include "testing/check.hpp"

using namespace poise;

namespace {

constexpr int kFreedoms = 24;

struct Case {
  std::vector<LevelRows> levels;
  Bounds bounds;
  Objective pull;
};

MatX random(test::Dice& dice, int rows, int columns) {
  return MatX::NullaryExpr(rows, columns, [&] { return dice.uniform(-1.0, 1.0); });
}

StepRequest request(Case& c, std::vector<ActiveBound>& active) {
  return {&c.levels, c.levels.size(), &c.bounds, &active, &c.pull, nullptr};
}

enum class Last { kNothing, kPosture, kPull };

Case make(test::Dice& dice, double room, Last last, double damping = 0.0) {
  Case c;
  for (const int m : {3, 2, 4}) {
    LevelRows level;
    level.Jt = random(dice, kFreedoms, m);
    level.e = random(dice, m, 1).col(0);
    level.damping = damping;
    c.levels.push_back(level);
  }
  if (last == Last::kPosture) {
    LevelRows level;
    level.diagonal = VecX::Constant(kFreedoms, 0.7);
    level.diagonal.head(3).setZero();
    level.e = 0.5 * random(dice, kFreedoms, 1).col(0);
    level.e.head(3).setZero();
    c.levels.push_back(level);
  }
  if (last == Last::kPull) {
    c.pull.gradient = random(dice, kFreedoms, 1).col(0);
    c.pull.stiffness = 1.7;
  }
  for (int k = 3; k < kFreedoms; ++k) {
    BoundRow& bound = c.bounds.add({k});
    c.bounds.factor(bound.begin) = dice.uniform(0.0, 1.0) < 0.5 ? 1.0 : -0.6;
    bound.lower = -room * dice.uniform(0.0, 1.0);
    bound.upper = room * dice.uniform(0.0, 1.0);
  }
  return c;
}

// The general step: one more degree of freedom, which nobody moves and an equality holds, is beyond the ladder.
VecX generally(Case c) {
  for (LevelRows& level : c.levels) {
    if (level.diagonal.size() > 0) {
      level.diagonal.conservativeResize(kFreedoms + 1);
      level.e.conservativeResize(kFreedoms + 1);
      level.diagonal[kFreedoms] = level.e[kFreedoms] = 0.0;
    } else {
      level.Jt.conservativeResize(kFreedoms + 1, Eigen::NoChange);
      level.Jt.row(kFreedoms).setZero();
    }
  }
  if (c.pull.gradient.size() > 0) {
    c.pull.gradient.conservativeResize(kFreedoms + 1);
    c.pull.gradient[kFreedoms] = 0.0;
  }
  BoundRow& still = c.bounds.add({kFreedoms});
  c.bounds.factor(still.begin) = 1.0;
  still.equality = true;
  still.lower = still.upper = 0.0;
  Kernel kernel;
  std::vector<ActiveBound> held(c.bounds.size());
  return kernel.step(c.levels, c.levels.size(), c.bounds, held, c.pull).head(kFreedoms);
}

int agreements(Last last, double room, double damping = 0.0) {
  test::Dice dice;
  int answered = 0;
  for (int trial = 0; trial < 200; ++trial) {
    Case c = make(dice, room, last, damping);
    QuickMethod ladder;
    std::vector<ActiveBound> held(c.bounds.size());
    if (!ladder.step(request(c, held))) continue;
    ++answered;
    CHECK_NEAR(ladder.found(), generally(c), 1e-8);
    // The active set it found is a guess that it confirms.
    QuickMethod warm;
    CHECK(warm.step(request(c, held)));
    CHECK(warm.rounds() == 1);
    CHECK_NEAR(warm.found(), ladder.found(), 1e-12);
  }
  return answered;
}

}  // namespace

TEST("without bounds in the way the ladder always answers, as the general method does") {
  CHECK(agreements(Last::kNothing, 1e6) == 200);
  CHECK(agreements(Last::kPosture, 1e6) == 200);
  CHECK(agreements(Last::kPull, 1e6) == 200);
  CHECK(agreements(Last::kPosture, 1e6, 0.1) == 200);
}

TEST("with bounds in the way the ladder answers as the general method does, or not at all") {
  CHECK(agreements(Last::kPosture, 1.0) > 100);
  CHECK(agreements(Last::kPull, 1.0) > 100);
  CHECK(agreements(Last::kPosture, 0.5) > 50);
}

TEST("a ladder that is given a wrong guess finds the right step still") {
  test::Dice dice;
  int answered = 0;
  for (int trial = 0; trial < 100; ++trial) {
    Case c = make(dice, 1.0, Last::kPosture);
    std::vector<ActiveBound> held(c.bounds.size());
    held[static_cast<std::size_t>(trial) % held.size()] = {trial % 2 ? Side::kUpper : Side::kLower, 0};
    QuickMethod ladder;
    if (!ladder.step(request(c, held))) continue;
    ++answered;
    CHECK_NEAR(ladder.found(), generally(c), 1e-8);
  }
  CHECK(answered > 50);
}

TEST("a ladder answers other errors with the same matrices, what is held staying or going by its slack") {
  test::Dice dice;
  for (int trial = 0; trial < 100; ++trial) {
    Case c = make(dice, 1.0, Last::kPosture);
    QuickMethod ladder;
    std::vector<ActiveBound> held(c.bounds.size());
    if (!ladder.step(request(c, held))) continue;
    VecX slack = VecX::Zero(static_cast<Eigen::Index>(c.bounds.size()));
    for (int i = 0; i < slack.size(); ++i) {
      if (held[static_cast<std::size_t>(i)].side != Side::kNone) slack[i] = dice.uniform(-1e-3, 1e-3);
    }
    for (LevelRows& level : c.levels) level.e = 1e-2 * random(dice, static_cast<int>(level.e.size()), 1).col(0);
    const VecX v = ladder.again(c.levels, 2, slack);
    CHECK_NEAR(c.levels[0].Jt.transpose() * v, c.levels[0].e, 1e-10);
    CHECK_NEAR(c.levels[1].Jt.transpose() * v, c.levels[1].e, 1e-10);
    for (std::size_t i = 0; i < held.size(); ++i) {
      const bool above = held[i].side != Side::kNone && held[i].level < 2;
      if (above) CHECK_NEAR(c.bounds.value(i, v), slack[static_cast<Eigen::Index>(i)], 1e-12);
    }
  }
}

TEST("rows that depend on each other are left to the general method") {
  test::Dice dice;
  Case c = make(dice, 1e6, Last::kPosture);
  c.levels[1].Jt.col(0) = c.levels[0].Jt.col(2);
  QuickMethod ladder;
  std::vector<ActiveBound> held(c.bounds.size());
  CHECK(!ladder.step(request(c, held)));
}
