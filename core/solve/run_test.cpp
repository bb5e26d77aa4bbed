#include "solve/run.hpp"

#include <chrono>
#include <thread>

#include "solve/planar_arm_test.hpp"
#include "tasks/custom_task.hpp"

using namespace poise;

namespace {

const Vec3 kStart(0.3, 0.5, -0.4);
const Vec3 kFar(0.0, 5.0, 0.0);  // out of reach: 3 m is all the arm has

}  // namespace

TEST("a run ends where both levels are met, and says so") {
  const Vec3 goal(1.2, 1.5, 0.0);
  Run run(test::tip_problem(goal), kStart);
  CHECK(run.run({200}));
  CHECK(run.settled() && !run.stalled());
  CHECK_NEAR(test::tip_of(run.coordinates()), goal, 1e-8);
  CHECK(run.step() == 0.0);
}

TEST("out of reach, the first level gets all it can and the second the best of what that leaves") {
  Run run(test::tip_problem(kFar), kStart);
  CHECK(run.run({200}));
  CHECK_NEAR(test::tip_of(run.coordinates()), Vec3(0.0, 3.0, 0.0), 1e-4);
}

TEST("a budget of steps or of time ends a run before it has settled") {
  Run steps(test::tip_problem(kFar), kStart);
  CHECK(!steps.run({2}));
  CHECK(steps.steps() == 2 && !steps.settled());
  CHECK(steps.run({200}));  // and it may go on
  Run time(test::tip_problem(kFar), kStart);
  CHECK(!time.run({200, -1.0}));
  CHECK(time.steps() == 0);
}

TEST("whoever interrupts a run finds the pose of its last step") {
  struct Interrupted {};
  auto problem = test::tip_problem(kFar);
  const auto slow = [](const TaskView&, Eigen::Ref<VecX> error, Eigen::Ref<MatX>) {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));  // so that a breath is due after two steps
    error.setZero();
  };
  test::add_level(*problem, custom_task(1, slow));
  Run run(problem, kStart);
  run.on_breath([] { throw Interrupted(); });
  bool thrown = false;
  try {
    run.run({200});
  } catch (const Interrupted&) {
    thrown = true;
  }
  CHECK(thrown && !run.settled());
  CHECK(run.level_residuals()[0] < kFar.y() - test::tip_of(kStart).y());  // a step was taken, and is there
  CHECK_NEAR(run.level_residuals()[0], kFar.y() - test::tip_of(run.coordinates()).y(), 1e-12);
}

TEST("a run that begins anew takes the steps of one that is made then, bit for bit") {
  for (const Vec3& first : {Vec3(1.2, 1.5, 0.0), kFar}) {
    const auto problem = test::tip_problem(first);
    Run used(problem, kStart);
    used.allow_retry();
    used.record(true);
    used.run({200});
    problem->demands[0].task->set_goal(Vec3(0.5, -1.0, 0.0));
    const Vec3 start(-0.9, 0.2, 0.1);
    Run made(problem, start);
    CHECK(used.begin_anew(start));
    CHECK(used.steps() == 0 && used.work() == 0 && used.history().empty());
    while (!made.settled()) {
      CHECK(made.step() == used.step());
      CHECK(made.coordinates() == used.coordinates());
    }
    CHECK(used.settled() && used.held() == made.held());
  }
}

TEST("a history has a record for every step, the last one of where it ended") {
  Run run(test::tip_problem(kFar), kStart);
  run.record(true);
  run.run({200});
  CHECK(static_cast<int>(run.history().size()) == run.steps());
  CHECK_NEAR(run.history().back().level_residuals, run.level_residuals(), 0.0);
  run.restart(kStart);
  CHECK(run.history().empty() && run.steps() == 0);
}

TEST("a run that resumes another goes on from its pose") {
  Run first(test::tip_problem(kFar), kStart);
  first.run({3});
  Run second(test::tip_problem(Vec3(1.2, 1.5, 0.0)), kStart);
  second.resume(first);
  CHECK_NEAR(second.coordinates(), first.coordinates(), 0.0);
  CHECK(second.steps() == 0 && second.run({200}));
}

TEST("a goal that has moved wakes a settled run") {
  const auto problem = test::tip_problem(Vec3(1.2, 1.5, 0.0));
  Run run(problem, kStart);
  run.run({200});
  problem->demands[0].task->set_goal(Vec3(1.2, 1.6, 0.0));
  ++problem->demands[0].revision;
  run.refresh();
  CHECK(!run.settled());
  CHECK(run.run({200}));
  CHECK_NEAR(test::tip_of(run.coordinates()), Vec3(1.2, 1.6, 0.0), 1e-8);
}

TEST("goals that move with the pose wake a run that has come to rest, at most so often") {
  const auto problem = test::tip_problem(Vec3(1.2, 1.5, 0.0));
  Run run(problem, kStart);
  int moves = 0;
  MovingGoals goals;
  goals.most = 3;
  goals.update = [&](bool at_rest) {
    CHECK(at_rest);
    problem->demands[0].task->set_goal(Vec3(1.2, 1.5 + 0.1 * ++moves, 0.0));
    ++problem->demands[0].revision;
    return true;
  };
  CHECK(run.run({200}, goals));
  CHECK(moves == 3);
  CHECK_NEAR(test::tip_of(run.coordinates()), Vec3(1.2, 1.8, 0.0), 1e-8);
}

TEST("they are looked at on the way, too, and a budget ends even goals that never rest") {
  const auto problem = test::tip_problem(kFar);
  Run run(problem, kStart);
  int on_the_way = 0;
  MovingGoals goals;
  goals.every = 2;
  goals.update = [&](bool at_rest) {
    on_the_way += at_rest ? 0 : 1;
    return true;
  };
  run.run({20}, goals);
  CHECK(run.steps() == 20);
  CHECK(on_the_way > 0);
}

TEST("a run goes on from every leap with the whole budget, up to so many") {
  Run run(test::tip_problem(kFar), kStart);
  int leaps = 0;
  const Leap leap = [&]() -> std::optional<VecX> {
    if (++leaps == 3) return std::nullopt;
    return VecX(Vec3(0.1 * leaps, 0.2, 0.3));
  };
  CHECK(run.run_with_leaps({2}, {}, leap, 5) == 4);
  CHECK(leaps == 3 && run.steps() == 2);
}

TEST("cascaded levels are driven by the same run") {
  const auto problem = test::tip_problem(Vec3(1.2, 1.5, 0.0));
  problem->method = Method::kCascaded;
  Run run(problem, kStart);
  run.allow_retry();
  CHECK(run.run({2000}));
  CHECK_NEAR(test::tip_of(run.coordinates()), Vec3(1.2, 1.5, 0.0), 1e-5);
  CHECK(run.held().empty());
}

// A level that mixes position and orientation, out of reach: a retry goes once through positions alone, and the result
// is never worse than without it.
TEST("a retry, positions first, never ends worse") {
  for (const double angle : {0.5, 1.5, 2.5, -2.0}) {
    auto problem = std::make_shared<Problem>();
    problem->figure = test::planar_arm();
    test::add_level(*problem, position_task(0, Vec3(-1.0, 1.0, 0.0), Mat3::Identity()));
    problem->levels[0].push_back(1);
    const Mat3 turned = Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix();
    problem->demands.push_back({orientation_task(0, turned), 1.0, VecX(), true});
    Run plain(problem, kStart), retried(problem, kStart);
    plain.run({200});
    retried.allow_retry();
    retried.run({400});
    CHECK(retried.level_residuals()[0] <= plain.level_residuals()[0] + 1e-9);
  }
}

TEST("a retry that is cut short goes back to the better of both ways") {
  auto problem = std::make_shared<Problem>();
  problem->figure = test::planar_arm();
  test::add_level(*problem, position_task(0, Vec3(-4.0, 1.0, 0.0), Mat3::Identity()));
  problem->levels[0].push_back(1);
  problem->demands.push_back({orientation_task(0, Mat3::Identity()), 1.0, VecX(), true});
  Run plain(problem, kStart);
  plain.run({200});
  Run retried(problem, kStart);
  retried.allow_retry();
  retried.run({plain.steps() + 2});
  CHECK(retried.level_residuals()[0] <= plain.level_residuals()[0] + 1e-9);
}
