#include "criteria/turn_cost.hpp"

#include <functional>

#include "testing/check.hpp"

using namespace poise;

namespace {

// Gradient and Hessian against differences of the value and of the gradient, along motions t ↦ moved(t v).
void check_turn(const std::function<TurnCost(const Vec3&)>& at) {
  const TurnCost here = at(Vec3::Zero());
  const double size = 1.0 + here.hessian.norm();
  for (int k = 0; k < 3; ++k) {
    const Vec3 h = 1e-5 * Vec3::Unit(k);
    CHECK_NEAR(here.gradient[k], (at(h).value - at(-h).value) / 2e-5, 1e-8 * size);
  }
  CHECK_NEAR((here.hessian - here.hessian.transpose()).norm(), 0.0, 1e-14 * size);
  test::Dice dice;
  for (int i = 0; i < 6; ++i) {  // vᵀ H v = d²/dt² of the value along the motion
    const Vec3 v = dice.vector(1.0);
    const double step = 1e-4;
    const double bend = (at(step * v).value + at(-step * v).value - 2.0 * here.value) / (step * step);
    CHECK_NEAR(v.dot(here.hessian * v), bend, 2e-6 * size);
  }
}

}  // namespace

TEST("a turn whose components count differently has exact derivatives, near its goal and far from it") {
  test::Dice dice;
  const Vec3 weights(0.3, 2.0, 0.0);
  for (const double angle : {0.0, 1e-7, 1e-3, 0.19, 0.21, 1.0, 2.5, 3.1}) {
    const Quat R = exp_rotation(angle * dice.direction());
    check_turn([&](const Vec3& v) { return weighted_turn(log_rotation(R * exp_rotation(v)), weights); });
  }
}

TEST("alike weights give the turn itself") {
  test::Dice dice;
  for (const double angle : {1e-8, 0.1, 1.0, 3.0}) {
    const Vec3 omega = angle * dice.direction();
    const TurnCost cost = weighted_turn(omega, Vec3::Constant(0.7));
    CHECK_NEAR(cost.value, 0.35 * angle * angle, 1e-14);
    CHECK_NEAR((cost.gradient - 0.7 * omega).norm(), 0.0, 1e-14);
    CHECK_NEAR((cost.hessian - 0.7 * turn_hessian(omega)).norm(), 0.0, 1e-12);
  }
}

TEST("tilt and heading have exact derivatives, upright, bent over and beyond the horizon") {
  const Vec3 up = Vec3(0.1, 0.9, 0.3).normalized(), level = up.unitOrthogonal();
  for (const double tilt : {0.0, 1e-8, 1e-3, 0.4, 1.5, 1.7, 3.0}) {
    for (const double heading : {0.0, -0.8, 2.9}) {
      const Quat E = about(level, tilt) * about(up, heading);
      for (const TurnWeights& w : {TurnWeights{0.7, 0.0}, TurnWeights{0.0, 0.6}, TurnWeights{1.3, 0.2}})
        check_turn([&](const Vec3& a) { return upright_turn(exp_rotation(a) * E, up, w); });
      const double known = 0.5 * (1.3 * tilt * tilt + 0.2 * heading * heading);
      CHECK_NEAR(upright_turn_value(E, up, {1.3, 0.2}), known, 1e-13);
    }
  }
}

TEST("upside down nothing is infinite") {
  const Vec3 up = Vec3::UnitY();
  for (const double beside : {0.0, 1e-12, 1e-8}) {
    const TurnCost cost = upright_turn(about(Vec3::UnitX(), kPi - beside) * about(up, 0.4), up, {1.0, 1.0});
    CHECK(cost.gradient.allFinite() && cost.hessian.allFinite());
  }
}
