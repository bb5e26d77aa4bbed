#include "solve/retry.hpp"

#include "solve/planar_arm_test.hpp"
#include "solve/run.hpp"

using namespace poise;

namespace {

// An arm that lies on the ground, whose joints bend to one side only, and a goal for the height of its tip.
std::shared_ptr<Problem> one_sided(double height) {
  auto problem = std::make_shared<Problem>();
  std::vector<Joint> joints = test::planar_arm()->joints();
  for (Joint& joint : joints) joint.limit.ranges[0] = {-0.1, 1.5};
  problem->figure = std::make_shared<Figure>(joints, test::planar_arm()->segments(), test::planar_arm()->sites(),
                                             std::vector<Coupling>{}, Vec3(0.0, -9.81, 0.0));
  test::add_level(*problem, position_task(0, Vec3(0.0, height, 0.0), Vec3::UnitY()));
  return problem;
}

}  // namespace

TEST("a level that is met is not tried again") {
  Run run(one_sided(0.8), Vec3(0.1, 0.2, 0.3));
  run.allow_retry();
  CHECK(run.run({200}));
  const int steps = run.steps();
  Run plain(one_sided(0.8), Vec3(0.1, 0.2, 0.3));
  CHECK(plain.run({200}));
  CHECK(plain.steps() == steps && plain.coordinates() == run.coordinates());
}

TEST("a retry in vain leaves pose, steps and history as they were") {
  Run plain(one_sided(9.0), Vec3(0.1, 0.2, 0.3)), retried(one_sided(9.0), Vec3(0.1, 0.2, 0.3));
  plain.record(true);
  retried.record(true);
  retried.allow_retry();
  CHECK(plain.run({200}));
  CHECK(retried.run({200}));
  CHECK_NEAR(plain.coordinates(), retried.coordinates(), 1e-12);
  CHECK(plain.steps() == retried.steps() && plain.history().size() == retried.history().size());
}

TEST("joints that serve no level are not bent") {
  auto problem = one_sided(9.0);
  problem->demands[0].joints = Vec3(1.0, 1.0, 0.0);
  Run run(problem, Vec3(0.1, 0.2, 0.3));
  run.allow_retry();
  CHECK(run.run({200}));
  CHECK(run.coordinates()[2] == 0.3);
}
