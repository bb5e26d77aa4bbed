#include "math/rotation.hpp"

#include "testing/check.hpp"

using namespace poise;

TEST("exp and log are inverse below half a turn") {
  test::Dice dice;
  for (int i = 0; i < 1000; ++i) {
    const Vec3 v = dice.direction() * dice.uniform(0.0, kPi - 1e-6);
    CHECK_NEAR(log_rotation(exp_rotation(v)), v, 1e-9);
  }
}

TEST("exp keeps its digits at tiny angles") {
  const Vec3 v(1e-9, -2e-9, 3e-10);
  CHECK_NEAR(log_rotation(exp_rotation(v)), v, 1e-24);
}

TEST("log of a half turn is finite and has length π") {
  CHECK_NEAR(log_rotation(Quat(0.0, 1.0, 0.0, 0.0)).norm(), kPi, 1e-15);
}

TEST("the right Jacobian is the derivative of exp, at all sizes of angle") {
  test::Dice dice;
  for (const double size : {1e-5, 1e-3, 0.3, 0.49, 0.51, 2.0, 3.1, 6.0}) {
    const Vec3 v = dice.direction() * size;
    Mat3 numeric;
    for (int k = 0; k < 3; ++k) {
      const Vec3 h = 1e-6 * Vec3::Unit(k);
      numeric.col(k) = log_rotation(exp_rotation(v - h).conjugate() * exp_rotation(v + h)) / 2e-6;
    }
    CHECK_NEAR(right_jacobian(v), numeric, 1e-9);
    CHECK_NEAR(right_jacobian(v) * right_jacobian_inverse(v), Mat3(Mat3::Identity()), 1e-12);
  }
}

TEST("the direct rotation takes one direction to the other, opposite ones included") {
  test::Dice dice;
  for (int i = 0; i < 100; ++i) {
    const Vec3 a = dice.direction(), b = dice.direction();
    CHECK_NEAR(direct_rotation(a, b) * a, b, 1e-13);
    CHECK_NEAR(log_rotation(direct_rotation(a, b)).norm(), angle_between(a, b), 1e-12);
  }
  const Vec3 x = Vec3::UnitX();
  CHECK_NEAR(direct_rotation(x, -x) * x, -x, 1e-14);
}

TEST("a unit quaternion is kept bit for bit, another is made unit") {
  const Quat q = Quat(0.3, -0.2, 0.5, 0.1).normalized();
  CHECK(normalized(q).coeffs() == q.coeffs());
  CHECK_NEAR(normalized(Quat(q.coeffs() * 1.0000001)), q, 1e-15);
}
