// The quick way against the general one: where it answers, both give the same step.
#include "kernel/quick_method.hpp"

#include "kernel/general_method.hpp"
#include "testing/check.hpp"

using namespace poise;

namespace {

constexpr int kFreedoms = 24;

struct Case {
  std::vector<LevelRows> levels;
  Bounds bounds;
  Objective objective;
};

MatX random(test::Dice& dice, int rows, int columns) {
  return MatX::NullaryExpr(rows, columns, [&] { return dice.uniform(-1.0, 1.0); });
}

StepRequest request(Case& c, std::vector<ActiveBound>& active) {
  return {&c.levels, c.levels.size(), &c.bounds, &active, &c.objective, nullptr};
}

enum class Last { kNothing, kPosture, kObjective };

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
  if (last == Last::kObjective) {
    c.objective.gradient = random(dice, kFreedoms, 1).col(0);
    c.objective.stiffness = 1.7;
  }
  for (int k = 3; k < kFreedoms; ++k) {
    BoundRow& bound = c.bounds.add({k});
    c.bounds.factor(bound.begin) = dice.uniform(0.0, 1.0) < 0.5 ? 1.0 : -0.6;
    bound.lower = -room * dice.uniform(0.0, 1.0);
    bound.upper = room * dice.uniform(0.0, 1.0);
  }
  return c;
}

VecX generally(Case c) {
  GeneralMethod general;
  std::vector<ActiveBound> active(c.bounds.size());
  general.step(request(c, active));
  return general.found();
}

int agreements(Last last, double room, double damping = 0.0) {
  test::Dice dice;
  int answered = 0;
  for (int trial = 0; trial < 200; ++trial) {
    Case c = make(dice, room, last, damping);
    QuickMethod quick;
    std::vector<ActiveBound> active(c.bounds.size());
    if (!quick.step(request(c, active))) continue;
    ++answered;
    CHECK_NEAR(quick.found(), generally(c), 1e-8);
    // The active set it found is a guess that it confirms.
    QuickMethod warm;
    CHECK(warm.step(request(c, active)));
    CHECK(warm.rounds() == 1);
    CHECK_NEAR(warm.found(), quick.found(), 1e-12);
  }
  return answered;
}

}  // namespace

TEST("without bounds in the way the quick method always answers, as the general one does") {
  CHECK(agreements(Last::kNothing, 1e6) == 200);
  CHECK(agreements(Last::kPosture, 1e6) == 200);
  CHECK(agreements(Last::kObjective, 1e6) == 200);
  CHECK(agreements(Last::kPosture, 1e6, 0.1) == 200);
}

TEST("with bounds in the way the quick method answers as the general one does, or not at all") {
  CHECK(agreements(Last::kPosture, 1.0) > 100);
  CHECK(agreements(Last::kObjective, 1.0) > 100);
  CHECK(agreements(Last::kPosture, 0.5) > 50);
}

TEST("the quick method finds the right step from a wrong guess, too") {
  test::Dice dice;
  int answered = 0;
  for (int trial = 0; trial < 100; ++trial) {
    Case c = make(dice, 1.0, Last::kPosture);
    std::vector<ActiveBound> active(c.bounds.size());
    active[static_cast<std::size_t>(trial) % active.size()] = {trial % 2 ? Side::kUpper : Side::kLower, 0};
    QuickMethod quick;
    if (!quick.step(request(c, active))) continue;
    ++answered;
    CHECK_NEAR(quick.found(), generally(c), 1e-8);
  }
  CHECK(answered > 50);
}

TEST("the quick method answers other errors with the same factorisation, active bounds moving by their slack") {
  test::Dice dice;
  for (int trial = 0; trial < 100; ++trial) {
    Case c = make(dice, 1.0, Last::kPosture);
    QuickMethod quick;
    std::vector<ActiveBound> active(c.bounds.size());
    if (!quick.step(request(c, active))) continue;
    VecX slack = VecX::Zero(static_cast<Eigen::Index>(c.bounds.size()));
    for (int i = 0; i < slack.size(); ++i) {
      if (active[static_cast<std::size_t>(i)].side != Side::kNone) slack[i] = dice.uniform(-1e-3, 1e-3);
    }
    for (LevelRows& level : c.levels) level.e = 1e-2 * random(dice, static_cast<int>(level.e.size()), 1).col(0);
    const VecX v = quick.again(c.levels, 2, slack);
    CHECK_NEAR(c.levels[0].Jt.transpose() * v, c.levels[0].e, 1e-10);
    CHECK_NEAR(c.levels[1].Jt.transpose() * v, c.levels[1].e, 1e-10);
    for (std::size_t i = 0; i < active.size(); ++i) {
      const bool above = active[i].side != Side::kNone && active[i].level < 2;
      if (above) CHECK_NEAR(c.bounds.value(i, v), slack[static_cast<Eigen::Index>(i)], 1e-12);
    }
  }
}

TEST("rows that depend on each other are left to the general method") {
  test::Dice dice;
  Case c = make(dice, 1e6, Last::kPosture);
  c.levels[1].Jt.col(0) = c.levels[0].Jt.col(2);
  QuickMethod quick;
  std::vector<ActiveBound> active(c.bounds.size());
  CHECK(!quick.step(request(c, active)));
}
