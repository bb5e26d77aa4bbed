#include "solve/escape.hpp"

#include <cmath>

#include "solve/planar_arm_test.hpp"
#include "solve/run.hpp"

using namespace poise;

namespace {

const VecX kStraight = Vec3(0.0, 0.0, 0.0), kFolded = Vec3(0.0, kPi, kPi);

std::shared_ptr<Problem> reach(const Vec3& goal) {
  auto problem = std::make_shared<Problem>();
  problem->figure = test::planar_arm();
  test::add_level(*problem, position_task(0, goal, Mat3::Identity()));
  return problem;
}

// The curvature of ½ |tip − goal|² along v, by finite differences of the closed form.
double curvature(const Vec3& goal, const VecX& q, const VecX& v) {
  constexpr double kStep = 1e-4;
  const auto cost = [&](double t) { return 0.5 * (test::tip_of(q + t * v) - goal).squaredNorm(); };
  return (cost(kStep) - 2.0 * cost(0.0) + cost(-kStep)) / (kStep * kStep);
}

}  // namespace

TEST("a straight arm that is pushed along itself bends, and gets there") {
  const Vec3 goal(1.3, 0.0, 0.0);
  Run run(reach(goal), kStraight);
  CHECK(run.run({200}));
  CHECK_NEAR(test::tip_of(run.coordinates()), goal, 1e-8);
}

TEST("a folded arm that is pulled along itself opens, and gets there") {
  const Vec3 goal(2.4, 0.0, 0.0);
  Run run(reach(goal), kFolded);
  CHECK(run.run({200}));
  CHECK_NEAR(test::tip_of(run.coordinates()), goal, 1e-8);
}

TEST("an arm that is stretched towards a goal out of reach stays: it is at the minimum") {
  Run run(reach(Vec3(4.0, 0.0, 0.0)), kStraight);
  CHECK(run.run({200}));
  CHECK(run.steps() == 0);
  CHECK_NEAR(run.coordinates(), kStraight, 1e-12);
}

TEST("the level below steps off its saddle, and the one above keeps what it has") {
  auto problem = std::make_shared<Problem>();  // the tip stays on the axis, and shall come nearer along it
  problem->figure = test::planar_arm();
  test::add_level(*problem, position_task(0, Vec3::Zero(), Vec3::UnitY()));
  test::add_level(*problem, position_task(0, Vec3(0.7, 0.0, 0.0), Vec3::UnitX()));
  Run run(problem, kStraight);
  CHECK(run.run({200}));
  CHECK_NEAR(test::tip_of(run.coordinates()), Vec3(0.7, 0.0, 0.0), 1e-8);
}

TEST("concave directions are those of the Hessian by finite differences") {
  for (const double x : {1.3, 2.5, -1.0}) {
    const Vec3 goal(x, 0.0, 0.0);
    const auto problem = reach(goal);
    Evaluation evaluation(problem, kStraight);
    evaluation.begin(kStraight);
    Trust trust(problem->tolerances);
    trust.reset(1, false);
    trust.renew(0);
    Proposer proposer(problem->tolerances);
    const MatX directions = proposer.concave_directions(evaluation, trust, 0);
    CHECK(directions.cols() > 0);
    for (Eigen::Index j = 0; j < directions.cols(); ++j) {
      CHECK_NEAR(directions.col(j).norm(), 1.0, 1e-12);
      CHECK(curvature(goal, kStraight, evaluation.variables().motion(directions.col(j))) < 0.0);
    }
    // No direction beside them bends downwards: there are as many as negative eigenvalues.
    Eigen::Matrix3d H;
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 3; ++b) {
        const VecX u = VecX::Unit(3, a), w = VecX::Unit(3, b);
        H(a, b) = 0.25 * (curvature(goal, kStraight, u + w) - curvature(goal, kStraight, u - w));
      }
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> eigen(H);
    CHECK((eigen.eigenvalues().array() < -1e-3).count() == directions.cols());
  }
}

TEST("what bends downwards by bending a joint through its limit is no way out") {
  auto problem = reach(Vec3(1.3, 0.0, 0.0));
  std::vector<Joint> joints = problem->figure->joints();
  for (Joint& joint : joints) joint.limit.ranges[0] = {0.0, 0.0};  // no joint can move at all
  problem->figure = std::make_shared<Figure>(joints, problem->figure->segments(), problem->figure->sites(),
                                             std::vector<Coupling>{}, Vec3(0.0, -9.81, 0.0));
  Run run(problem, kStraight);
  CHECK(run.run({200}));
  CHECK(run.settled() && !run.stalled());
  CHECK_NEAR(run.coordinates(), kStraight, 1e-12);
}

TEST("joints at a limit bend to the side that is open") {
  for (const bool upward : {true, false}) {
    auto problem = reach(Vec3(1.3, 0.0, 0.0));
    std::vector<Joint> joints = problem->figure->joints();
    for (std::size_t i = 1; i < joints.size(); ++i)
      joints[i].limit.ranges[0] = upward ? Range{0.0, 2.5} : Range{-2.5, 0.0};
    problem->figure = std::make_shared<Figure>(joints, problem->figure->segments(), problem->figure->sites(),
                                               std::vector<Coupling>{}, Vec3(0.0, -9.81, 0.0));
    Run run(problem, kStraight);
    CHECK(run.run({200}));
    CHECK_NEAR(test::tip_of(run.coordinates()), Vec3(1.3, 0.0, 0.0), 1e-8);
    CHECK((run.coordinates()[1] >= 0.0) == upward && (run.coordinates()[2] >= 0.0) == upward);
  }
}

TEST("a number of escapes that is spent is told as stalled") {
  auto problem = reach(Vec3(1.3, 0.0, 0.0));
  problem->tolerances.escape.most = 0;
  Run run(problem, kStraight);
  CHECK(run.run({200}));
  CHECK(run.settled() && run.stalled());
}
