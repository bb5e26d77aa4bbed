#include "direct/transpose.hpp"

#include <Eigen/SVD>

#include "direct/constrained_pull.hpp"
#include "direct/method.hpp"
#include "solve/planar_arm_test.hpp"

using namespace poise;
using namespace poise::test;

namespace {

std::shared_ptr<Problem> pulled_arm(const Vec3& goal, Method method) {
  auto problem = std::make_shared<Problem>();
  problem->figure = planar_arm();
  problem->method = method;
  add_level(*problem, position_task(0, goal, Mat3::Identity()));
  return problem;
}

double run(Stepper& stepper, int steps) {
  double motion = 0.0;
  for (int i = 0; i < steps && !stepper.settled(); ++i) motion = std::max(motion, stepper.step());
  return motion;
}

}  // namespace

TEST("a pull brings the tip to its goal, and the residual falls from step to step") {
  const Vec3 goal(1.2, 1.0, 0.0);
  const auto stepper = make_method(pulled_arm(goal, Method::kTranspose), Vec3(0.3, 0.4, 0.5));
  double before = stepper->evaluation().residual(0);
  for (int i = 0; i < 200 && !stepper->settled(); ++i) {
    const double motion = stepper->step();
    CHECK(motion <= 0.3 + 1e-12);
    CHECK(stepper->evaluation().residual(0) <= before);
    before = stepper->evaluation().residual(0);
  }
  CHECK_NEAR(tip_of(stepper->evaluation().coordinates()), goal, 1e-6);
}

TEST("a straight chain pulled inwards: transpose stays, descent gets there (Welman fig. 4.2)") {
  for (const double reach : {0.5, 1.0, 2.5}) {
    const Vec3 goal(reach, 0.0, 0.0);
    const auto transpose = make_method(pulled_arm(goal, Method::kTranspose), Vec3::Zero());
    CHECK_NEAR(run(*transpose, 100), 0.0, 1e-9);
    const auto descent = make_method(pulled_arm(goal, Method::kDescent), Vec3::Zero());
    run(*descent, 500);
    CHECK_NEAR(tip_of(descent->evaluation().coordinates()), goal, 1e-6);
  }
}

TEST("constraints hold while one pulls, redundant ones do no harm, and a broken one is brought back") {
  for (const double feedback : {0.1, 0.5, 1.0}) {
    auto problem = std::make_shared<Problem>();
    problem->figure = planar_arm();
    problem->method = Method::kTranspose;
    problem->direct.feedback = feedback;
    add_level(*problem, position_task(0, Vec3(0.0, 1.0, 0.0), Vec3::UnitY()));
    problem->levels[0].push_back(1);  // the same once more
    problem->demands.push_back(problem->demands[0]);
    problem->levels.push_back({2});
    problem->demands.push_back({position_task(0, Vec3(-1.0, 2.5, 0.0), Mat3::Identity()), 1.0, VecX(), true});
    const auto stepper = make_method(problem, Vec3(0.3, 0.8, 0.5));
    double lack = stepper->evaluation().residual(0);
    CHECK(lack > 0.1);
    bool restored = false;
    for (int i = 0; i < 400 && !stepper->settled(); ++i) {
      stepper->step();
      const double now = stepper->evaluation().residual(0);
      CHECK(now <= lack * (1.0 + 1e-9) + 1e-9);
      lack = now;
      restored = restored || now < 1e-9;
      if (restored) CHECK(now < 1e-8);
    }
    CHECK(restored);
    CHECK(stepper->surplus_rows() == 1);
    CHECK_NEAR(tip_of(stepper->evaluation().coordinates()), Vec3(-1.0, 1.0, 0.0), 1e-5);
  }
}

TEST("the nearest motion meets the conditions of Karush, Kuhn and Tucker") {
  Dice dice;
  for (int i = 0; i < 50; ++i) {
    const auto random = [&](int r, int c) {
      return MatX(MatX::NullaryExpr(r, c, [&] { return dice.uniform(-1.0, 1.0); }));
    };
    ConstraintRows rows{random(8, 3), random(3, 1), MatX::Identity(8, 8), VecX::Constant(8, -0.4),
                        VecX::Constant(8, 0.5)};
    rows.b *= 0.2;
    const VecX w0 = random(8, 1);
    const ConstrainedMotion found = nearest_motion(w0, rows);
    CHECK(found.done && found.rank == 3);
    CHECK_NEAR(VecX(rows.Jt.transpose() * found.w), rows.b, 1e-9);
    CHECK((found.w.array() >= rows.low.array() - 1e-9).all() && (found.w.array() <= rows.high.array() + 1e-9).all());
    // w − w₀ = Jᵀλ + μ, with μ at free entries zero, ≤ 0 at the upper end and ≥ 0 at the lower one.
    std::vector<int> free;
    for (int k = 0; k < 8; ++k) {
      if (found.w[k] < rows.high[k] - 1e-9 && found.w[k] > rows.low[k] + 1e-9) free.push_back(k);
    }
    const VecX change = found.w - w0;
    const VecX lambda = MatX(rows.Jt(free, Eigen::all)).colPivHouseholderQr().solve(VecX(change(free)));
    const VecX mu = change - rows.Jt * lambda;
    for (int k = 0; k < 8; ++k) {
      if (found.w[k] >= rows.high[k] - 1e-9)
        CHECK(mu[k] <= 1e-9);
      else if (found.w[k] <= rows.low[k] + 1e-9)
        CHECK(mu[k] >= -1e-9);
      else
        CHECK_NEAR(mu[k], 0.0, 1e-9);
    }
  }
}

TEST("constraints that are decomposed once answer as the singular values do, redundant ones too") {
  Dice dice;
  for (int i = 0; i < 20; ++i) {
    const auto random = [&](int r, int c) {
      return MatX(MatX::NullaryExpr(r, c, [&] { return dice.uniform(-1.0, 1.0); }));
    };
    MatX Jt = random(9, 4);
    if (i % 2 == 1) Jt.col(3) = 2.0 * Jt.col(0) - Jt.col(1);
    const VecX w = random(9, 1), b = random(4, 1);
    HeldRows held;
    held.read(Jt);
    Eigen::JacobiSVD<MatX> svd(Jt.transpose(), Eigen::ComputeThinU | Eigen::ComputeThinV);
    svd.setThreshold(1e-9);
    CHECK(held.rank() == (i % 2 == 1 ? 3 : 4));
    const VecX least = svd.solve(b);
    CHECK_NEAR(held.correction(b), least, 1e-10);
    const VecX free = w - svd.solve(VecX(Jt.transpose() * w));
    CHECK_NEAR(held.free_part(w), free, 1e-10);
    CHECK_NEAR(MatX(Jt.transpose() * held.free_motions()).norm(), 0.0, 1e-10);
    CHECK(held.free_motions().cols() == 9 - held.rank());
  }
}
