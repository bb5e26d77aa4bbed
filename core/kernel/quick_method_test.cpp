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
  CHECK(agreements(Last::kWeighedPosture, 1e6) == 200);
  CHECK(agreements(Last::kObjective, 1e6) == 200);
  CHECK(agreements(Last::kPosture, 1e6, 0.1) == 200);
  CHECK(agreements(Last::kWeighedPosture, 1e6, 0.1) == 200);
  CHECK(agreements(Last::kByJoint, 1e6) == 200);
  CHECK(agreements(Last::kByJoint, 1e6, 0.1) == 200);
  CHECK(agreements(Last::kDense, 1e6, 0.1) == 200);
  CHECK(agreements(Last::kOverTree, 1e6, 0.1) == 200);
}

TEST("with bounds in the way the quick method answers as the general one does, or not at all") {
  CHECK(agreements(Last::kPosture, 1.0) > 100);
  CHECK(agreements(Last::kWeighedPosture, 1.0) > 100);
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

TEST("a damped level that a bound holds back stays inside, though criteria would lead back there") {
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
  for (const double damping : {0.5, 1e-3}) {  // v₀ = 0.1, and v₁ = 1.9 / (1 + λ²)
    c.levels[0].damping = damping;
    active.assign(1, {});
    CHECK(quick.step(request(c, active)));
    CHECK_NEAR(quick.found(), generally(c), 1e-12);
    CHECK_NEAR(quick.found()[0], 0.1, 1e-12);
    CHECK_NEAR(quick.found()[1], 1.9 / (1.0 + damping), 1e-12);
    CHECK(active[0].side == Side::kUpper && active[0].level == 0);
  }
  c.levels[0].damping = 1e-5;  // against a squared pivot of 2: too little to matter
  active.assign(1, {});
  CHECK(quick.step(request(c, active)));
  CHECK_NEAR(quick.found(), undamped, 1e-12);
}

TEST("a damped level inside bounds is at the one minimum of |J v - e|^2 + lambda^2 |v|^2 there, by either way") {
  test::Dice dice;
  int answered = 0, cornered = 0;
  for (int trial = 0; trial < 200; ++trial) {
    constexpr int n = 4;
    Case c;
    LevelRows level;
    level.Jt = random(dice, n, 2);
    level.e = 2.0 * random(dice, 2, 1).col(0);
    level.damping = 0.2;
    c.levels.push_back(level);
    VecX ends(n);
    for (int i = 0; i < n; ++i) {
      BoundRow& bound = c.bounds.add({i});
      c.bounds.factor(bound.begin) = 1.0;
      bound.upper = ends[i] = 0.4 * dice.uniform(0.0, 1.0);
    }
    // Of all sets of bounds that could be held, the best of the minima inside.
    const MatX H = level.Jt * level.Jt.transpose() + level.damping * MatX::Identity(n, n);
    const VecX g = level.Jt * level.e;
    VecX best = VecX::Zero(n);
    int held = 0;
    for (int set = 0; set < (1 << n); ++set) {
      MatX A = H;
      VecX b = g;
      for (int i = 0; i < n; ++i) {
        if ((set >> i & 1) == 0) continue;
        A.row(i) = MatX::Identity(n, n).row(i);
        b[i] = ends[i];
      }
      const VecX v = A.fullPivLu().solve(b);
      const auto cost = [&](const VecX& at) { return 0.5 * at.dot(H * at) - g.dot(at); };
      if ((v - ends).maxCoeff() > 1e-12 || cost(v) > cost(best)) continue;
      best = v;
      held = __builtin_popcount(static_cast<unsigned>(set));
    }
    CHECK_NEAR(generally(c), best, 1e-10);
    cornered += held > 1;
    QuickMethod quick;
    std::vector<ActiveBound> active(n);
    if (!quick.step(request(c, active))) continue;
    CHECK_NEAR(quick.found(), best, 1e-10);
    ++answered;
  }
  CHECK(answered > 150);
  CHECK(cornered > 30);
}

TEST("a lenient inequality binds the levels below one that works for others, and not that one") {
  test::Dice dice;
  int answered = 0, held = 0;
  for (int trial = 0; trial < 300; ++trial) {
    Case c = make(dice, trial % 3 ? 1e6 : 3.0, trial % 2 ? Last::kPosture : Last::kDense);
    add_area(dice, 1.0, 0.3, c);
    c.levels[1].lenient = {3, 4};
    QuickMethod quick;
    std::vector<ActiveBound> active(slots(c));
    if (!quick.step(request(c, active))) continue;
    CHECK_NEAR(quick.found(), generally(c), 1e-8);
    ++answered;
    const auto lenient = active.begin() + static_cast<std::ptrdiff_t>(c.bounds.size()) + 3;
    held += std::any_of(lenient, active.end(), [](const ActiveBound& b) { return b.side != Side::kNone; });
  }
  CHECK(answered > 100);
  CHECK(held > 20);
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

TEST("a posture of joints with weights follows its errors with the same factorisation") {
  test::Dice dice;
  for (int trial = 0; trial < 50; ++trial) {
    Case c = make(dice, 1e6, Last::kWeighedPosture);
    QuickMethod quick, anew;
    std::vector<ActiveBound> active(c.bounds.size());
    CHECK(quick.step(request(c, active)));
    for (LevelRows& level : c.levels) level.e *= 1.1;
    CHECK(quick.follow(c.levels, c.bounds, VecX()));
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
