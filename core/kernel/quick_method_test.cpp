// The quick way against the general one: where it answers, both give the same step.
#include "kernel/quick_case_test.hpp"

using namespace poise;
using namespace poise::quick_case;

namespace {

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
  CHECK(agreements(Last::kByJoint, 1e6) == 200);
  CHECK(agreements(Last::kByJoint, 1e6, 0.1) == 200);
  CHECK(agreements(Last::kDense, 1e6, 0.1) == 200);
  CHECK(agreements(Last::kOverTree, 1e6, 0.1) == 200);
}

TEST("with bounds in the way the quick method answers as the general one does, or not at all") {
  CHECK(agreements(Last::kPosture, 1.0) > 100);
  CHECK(agreements(Last::kObjective, 1.0) > 100);
  CHECK(agreements(Last::kPosture, 0.5) > 50);
  CHECK(agreements(Last::kByJoint, 5.0) > 20);
  CHECK(agreements(Last::kDense, 2.0) > 50);
  CHECK(agreements(Last::kOverTree, 5.0) > 50);
}

TEST("inequalities that hold cost no rows, and where the step would break one it is held, as by the general method") {
  test::Dice dice;
  int idle = 0, held = 0, worked_for = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const bool broken = trial % 3 == 2;
    Case c = make(dice, 1e6, trial % 2 ? Last::kPosture : Last::kObjective);
    add_area(dice, trial % 3 == 0 ? 1e6 : 3.0, broken ? 0.3 : 0.0, c);
    QuickMethod quick;
    std::vector<ActiveBound> active(slots(c));
    if (!quick.step(request(c, active))) continue;
    CHECK_NEAR(quick.found(), generally(c), 1e-8);
    for (int i = broken; i < 5; ++i) CHECK(c.levels[1].Jt.col(i).dot(quick.found()) <= c.levels[1].high[i] + 1e-10);
    if (broken) CHECK_NEAR(c.levels[1].Jt.col(0).dot(quick.found()), -0.3, 1e-10);
    const auto area = active.begin() + static_cast<std::ptrdiff_t>(c.bounds.size());
    const bool holds = std::any_of(area, active.end(), [](const ActiveBound& b) { return b.side != Side::kNone; });
    ++(broken ? worked_for : holds ? held : idle);
    QuickMethod warm;
    CHECK(warm.step(request(c, active)));
    CHECK(warm.rounds() == 1);
    CHECK_NEAR(warm.found(), quick.found(), 1e-12);
  }
  CHECK(idle > 90);
  CHECK(held > 30);
  CHECK(worked_for > 50);
}

TEST(
    "with criteria, damped levels, bounds and inequalities together it answers as the general one does, or not at "
    "all") {
  test::Dice dice;
  int answered = 0, held = 0, damped = 0;
  for (int trial = 0; trial < 600; ++trial) {
    const double room = trial % 3 == 0 ? 1e6 : trial % 3 == 1 ? 4.0 : 1.5;
    Case c = make(dice, room, trial % 2 ? Last::kByJoint : Last::kDense);
    c.levels.back().damping = trial % 5 < 2 ? 0.3 : 0.0;  // the others are at their goals, as a solver's are
    if (trial % 7 < 4) add_area(dice, 2.0, trial % 7 == 0 ? 0.2 : 0.0, c);
    QuickMethod quick;
    std::vector<ActiveBound> active(slots(c));
    if (!quick.step(request(c, active))) continue;
    CHECK_NEAR(quick.found(), generally(c), 1e-8);
    ++answered;
    damped += c.levels.back().damping > 0.0;
    held += std::any_of(active.begin(), active.end(), [](const ActiveBound& b) { return b.side != Side::kNone; });
  }
  CHECK(answered > 300);
  CHECK(held > 100);
  CHECK(damped > 50);
}

TEST("a damped level that a bound holds back is left to the general method, though criteria would lead back inside") {
  Case c;
  LevelRows level;  // v₀ + v₁ = 2, damped: half of it each, less a little
  level.Jt = MatX::Ones(2, 1);
  level.e = VecX::Constant(1, 2.0);
  c.levels.push_back(level);
  c.objective.gradient = VecX::Zero(2);
  c.objective.gradient[0] = 5.0;  // away from the bound of v₀
  c.objective.hessian = MatX::Identity(2, 2);
  c.objective.hessian(1, 1) = 2.0;
  BoundRow& bound = c.bounds.add({0});
  c.bounds.factor(bound.begin) = 1.0;
  bound.upper = 0.1;
  QuickMethod quick;
  std::vector<ActiveBound> active(1);
  CHECK(quick.step(request(c, active)));
  CHECK_NEAR(quick.found(), generally(c), 1e-12);
  CHECK(quick.found()[0] < 0.0);
  const VecX undamped = quick.found();
  c.levels[0].damping = 0.5;
  CHECK(!quick.step(request(c, active)));
  c.levels[0].damping = 1e-5;  // against a squared pivot of 2: too little to matter
  CHECK(quick.step(request(c, active)));
  CHECK_NEAR(quick.found(), undamped, 1e-12);
  c.levels[0].damping = 1e-3;
  CHECK(!quick.step(request(c, active)));
}

TEST("an inequality that the levels above break is left to the general method: its level has to work for it") {
  test::Dice dice;
  Case c = make(dice, 1e6, Last::kPosture);
  add_area(dice, 1e6, 0.0, c);
  c.levels[0].e = random(dice, 3, 1).col(0);
  c.levels[1].Jt.col(2) = c.levels[0].Jt.col(1) + 0.1 * c.levels[1].Jt.col(2);
  c.levels[1].high[2] = 0.01;
  c.levels[0].e[1] = 1.0;
  QuickMethod quick;
  std::vector<ActiveBound> active(slots(c));
  CHECK(!quick.step(request(c, active)));
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

TEST("errors of levels that do not count are not read, nor those of inequalities that are held") {
  test::Dice dice;
  int held = 0;
  for (int trial = 0; trial < 100; ++trial) {
    Case c = make(dice, 1e6, Last::kPosture);
    add_area(dice, 0.5, 0.0, c);
    QuickMethod quick;
    GeneralMethod general;
    std::vector<ActiveBound> active(slots(c)), same(slots(c));
    if (!quick.step(request(c, active))) continue;
    general.step(request(c, same));
    const auto area = active.begin() + static_cast<std::ptrdiff_t>(c.bounds.size());
    held += std::any_of(area, active.end(), [](const ActiveBound& b) { return b.side != Side::kNone; });
    c.levels[0].e *= 1e-3;
    for (std::size_t k = 1; k < c.levels.size(); ++k) c.levels[k].e.setConstant(std::nan(""));  // never measured
    for (const VecX& v : {quick.again(c.levels, 1, VecX()), general.again(c.levels, 1, VecX())})
      CHECK_NEAR(c.levels[0].Jt.transpose() * v, c.levels[0].e, 1e-10);
  }
  CHECK(held > 20);
}

TEST("a preference by joints follows another gradient with the same factorisation") {
  test::Dice dice;
  for (int trial = 0; trial < 50; ++trial) {
    Case c = make(dice, 1e6, trial % 2 ? Last::kByJoint : Last::kObjective);
    QuickMethod quick, anew;
    std::vector<ActiveBound> active(c.bounds.size());
    CHECK(quick.step(request(c, active)));
    c.objective.gradient += 0.1 * random(dice, kFreedoms, 1).col(0);
    c.objective.gradient.head(6).setZero();
    for (LevelRows& level : c.levels) level.e *= 1.1;
    CHECK(quick.follow(c.levels, c.bounds, c.objective.gradient));
    CHECK(anew.step(request(c, active)));
    CHECK_NEAR(quick.found(), anew.found(), 1e-9);
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
