#include "solve/evaluation.hpp"

#include "solve/planar_arm_test.hpp"

using namespace poise;

namespace {

const Vec3 kGoal(1.2, 1.5, 0.0);

Evaluation begun(const std::shared_ptr<Problem>& problem, const VecX& start) {
  Evaluation evaluation(problem, start);
  evaluation.begin(VecX(evaluation.coordinates()));
  return evaluation;
}

// The slope of the error of a level along variable i, by central differences of the closed form.
double slope(const Evaluation& evaluation, const Vec3& axis, Eigen::Index i) {
  const VecX h = 1e-6 * VecX::Unit(3, i);
  const VecX& q = evaluation.coordinates();
  return axis.dot(test::tip_of(evaluation.moved(q, h)) - test::tip_of(evaluation.moved(q, -h))) / 2e-6;
}

}  // namespace

TEST("the current pose has the residuals and Jacobians of its tasks") {
  const Vec3 start(0.3, 0.5, -0.4);
  const Evaluation evaluation = begun(test::tip_problem(kGoal), start);
  const Vec3 lack = kGoal - test::tip_of(start);
  CHECK_NEAR(evaluation.score().levels, Vec2(std::abs(lack.y()), std::abs(lack.x())), 1e-14);
  CHECK_NEAR(evaluation.current()[0].e[0], lack.y(), 1e-14);
  for (Eigen::Index i = 0; i < 3; ++i) {
    CHECK_NEAR(evaluation.current()[0].Jt(i, 0), slope(evaluation, Vec3::UnitY(), i), 1e-9);
    CHECK_NEAR(evaluation.current()[1].Jt(i, 0), slope(evaluation, Vec3::UnitX(), i), 1e-9);
  }
}

TEST("a candidate leaves the current pose alone until it is accepted") {
  const Vec3 start(0.3, 0.5, -0.4), other(0.6, 0.2, 0.1);
  Evaluation evaluation = begun(test::tip_problem(kGoal), start);
  const Score before = evaluation.score();
  evaluation.evaluate_candidate(other, 2);
  const Score after = evaluation.candidate_score();
  const Vec3 lack = kGoal - test::tip_of(other);
  CHECK_NEAR(after.levels, Vec2(std::abs(lack.y()), std::abs(lack.x())), 1e-14);
  CHECK_NEAR(evaluation.score().levels, before.levels, 0.0);
  CHECK_NEAR(evaluation.coordinates(), start, 0.0);
  CHECK_NEAR(evaluation.motion_to(other), 0.5, 1e-15);
  evaluation.accept(other, after, false);
  CHECK_NEAR(evaluation.coordinates(), other, 0.0);
  CHECK_NEAR(evaluation.score().levels, after.levels, 0.0);
  CHECK(evaluation.steps() == 1);
  for (Eigen::Index i = 0; i < 3; ++i)
    CHECK_NEAR(evaluation.current()[0].Jt(i, 0), slope(evaluation, Vec3::UnitY(), i), 1e-9);
}

TEST("after a loosely restored step the Jacobians are stale until they are updated") {
  const Vec3 start(0.3, 0.5, -0.4), other(0.6, 0.2, 0.1);
  Evaluation evaluation = begun(test::tip_problem(kGoal), start);
  evaluation.place_candidate(other);
  for (std::size_t k = 0; k < 2; ++k) evaluation.measure_candidate(k);
  evaluation.accept(other, evaluation.candidate_score(), true);
  CHECK(evaluation.loosely_restored());
  evaluation.update_jacobians();
  for (Eigen::Index i = 0; i < 3; ++i)
    CHECK_NEAR(evaluation.current()[0].Jt(i, 0), slope(evaluation, Vec3::UnitY(), i), 1e-9);
}

TEST("what has changed in the problem is evaluated again, and other tasks reshape the levels") {
  const auto problem = test::tip_problem(kGoal);
  Evaluation evaluation = begun(problem, Vec3(0.3, 0.5, -0.4));
  const double before = evaluation.residual(1);
  problem->demands[0].task->set_goal(Vec3::Zero());
  ++problem->demands[0].revision;
  CHECK(!evaluation.refresh());
  CHECK_NEAR(evaluation.residual(0), std::abs(test::tip_of(evaluation.coordinates()).y()), 1e-14);
  CHECK(evaluation.residual(1) == before);
  problem->demands[1].enabled = false;
  CHECK(evaluation.refresh());
  CHECK(evaluation.current()[1].e.size() == 0 && evaluation.residual(1) == 0.0);
}

TEST("orientations of a level may wait") {
  auto problem = std::make_shared<Problem>();
  problem->figure = test::planar_arm();
  test::add_level(*problem, position_task(0, kGoal, Mat3::Identity()));
  problem->levels[0].push_back(1);
  problem->demands.push_back({orientation_task(0, Mat3::Identity()), 1.0, VecX(), true});
  Evaluation evaluation = begun(problem, Vec3(0.3, 0.5, -0.4));
  CHECK(evaluation.current()[0].e.size() == 6);
  evaluation.postpone_orientations(0);
  evaluation.begin(Vec3(0.3, 0.5, -0.4));
  CHECK(evaluation.current()[0].e.size() == 3);
  CHECK_NEAR(evaluation.residual(0), (kGoal - test::tip_of(Vec3(0.3, 0.5, -0.4))).norm(), 1e-14);
}
