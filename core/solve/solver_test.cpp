#include "solve/solver.hpp"

#include "solve/planar_arm_test.hpp"

using namespace poise;

TEST("no step makes the first level worse, and the second never at its expense") {
  for (const Vec3& goal : {Vec3(1.2, 1.5, 0.0), Vec3(0.0, 5.0, 0.0), Vec3(-4.0, 0.5, 0.0), Vec3(0.2, 0.1, 0.0)}) {
    const auto problem = test::tip_problem(goal);
    Solver solver(problem, Vec3(0.3, 0.5, -0.4));
    VecX before = solver.evaluation().score().levels;
    while (solver.step() > 0.0) {
      const VecX after = solver.evaluation().score().levels;
      CHECK(after[0] <= before[0] + 2e-6);
      before = after;
    }
    CHECK(solver.settled() && solver.evaluation().steps() < 200);
  }
}

TEST("near the goal every step squares the error") {
  const Vec3 goal(1.2, 1.5, 0.0);
  Solver solver(test::tip_problem(goal), Vec3(0.3, 0.5, -0.4));
  double last = 1.0;
  while (solver.step() > 0.0) {
    const double error = (test::tip_of(solver.evaluation().coordinates()) - goal).norm();
    if (last < 0.05) CHECK(error < 10.0 * last * last + 1e-9);
    last = error;
  }
  CHECK(last < 1e-8);
}
