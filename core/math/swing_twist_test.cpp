#include "math/swing_twist.hpp"

#include "testing/check.hpp"

using namespace poise;

TEST("every rotation is its swing and twist put together again") {
  test::Dice dice;
  for (int i = 0; i < 10000; ++i) {
    const Quat q = dice.rotation();
    CHECK_NEAR(rotation_of(swing_twist(q)), q, 1e-14);
  }
}

TEST("angles come back from the rotation they make") {
  test::Dice dice;
  for (int i = 0; i < 10000; ++i) {
    const double theta = dice.uniform(0.0, 3.0), phi = dice.uniform(-kPi, kPi);
    const SwingTwist given{Vec2(theta * std::cos(phi), theta * std::sin(phi)), dice.uniform(-kPi, kPi)};
    const SwingTwist found = swing_twist(rotation_of(given));
    CHECK_NEAR(found.swing, given.swing, 1e-12);
    CHECK_NEAR(found.twist, given.twist, 1e-12);
  }
}

TEST("the twist leaves the limb where it is, the swing alone points it") {
  test::Dice dice;
  const SwingTwist angles{Vec2(0.7, -1.1), 0.4};
  CHECK_NEAR(rotation_of(angles) * Vec3::UnitZ(), direction_of(angles.swing), 1e-15);
  const Vec3 d = dice.direction();
  CHECK_NEAR(direction_of(swing_of(d)), d, 1e-15);
}

TEST("at the singular direction swing and twist are finite and still make the rotation") {
  for (const Quat& q : {Quat(0.0, 1.0, 0.0, 0.0), Quat(0.0, 0.0, 1.0, 0.0), Quat(0.0, 0.6, 0.8, 0.0)}) {
    const SwingTwist angles = swing_twist(q);
    CHECK(angles.twist == 0.0);
    CHECK_NEAR(angles.swing.norm(), kPi, 1e-15);
    CHECK_NEAR(rotation_of(angles), q, 1e-15);
    CHECK(swing_twist_rates(angles).allFinite());
  }
  CHECK_NEAR(direction_of(swing_of(-Vec3::UnitZ())), Vec3(-Vec3::UnitZ()), 1e-15);
}

TEST("rates are the derivative of the angles by body rotation") {
  test::Dice dice;
  for (const double theta : {0.0, 1e-6, 1e-3, 0.5, 1.5, 2.8, 3.1}) {
    const double phi = dice.uniform(-kPi, kPi);
    const SwingTwist angles{Vec2(theta * std::cos(phi), theta * std::sin(phi)), dice.uniform(-2.0, 2.0)};
    const Quat q = rotation_of(angles);
    Mat3 numeric;
    for (int k = 0; k < 3; ++k) {
      const Vec3 h = 1e-6 * Vec3::Unit(k);
      const SwingTwist ahead = swing_twist(q * exp_rotation(h)), behind = swing_twist(q * exp_rotation(-h));
      numeric.col(k) << (ahead.swing - behind.swing) / 2e-6, (ahead.twist - behind.twist) / 2e-6;
    }
    CHECK_NEAR(swing_twist_rates(angles), numeric, 1e-6 * numeric.norm());
  }
}

TEST("swing rates are the first two columns of the right Jacobian") {
  for (const Vec2& s : {Vec2(0.0, 0.0), Vec2(1e-7, 2e-7), Vec2(0.3, -0.2), Vec2(1.0, 2.0), Vec2(0.0, kPi)}) {
    CHECK_NEAR(swing_body_rates(s), right_jacobian(Vec3(s.x(), s.y(), 0.0)).leftCols(2), 1e-15);
  }
}

TEST("a swing beyond half a turn is wrapped to the same rotation") {
  const Vec2 far(3.0, 2.0);
  CHECK(wrapped_swing(far).norm() <= kPi);
  CHECK_NEAR(rotation_of_swing(wrapped_swing(far)), rotation_of_swing(far), 1e-15);
  CHECK_NEAR(wrapped_angle(3.0 * kPi), kPi, 1e-15);
}
