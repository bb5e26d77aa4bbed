#include "solve/damping.hpp"

#include "testing/check.hpp"

using namespace poise;

namespace {

double damped(double mu, LevelKind kind, bool done = false, bool in_dead_band = false) {
  LevelRows rows;
  rows.Jt = MatX::Constant(2, 1, 3.0);
  if (kind.posture) rows.diagonal = Vec2(1.0, 2.0);
  return level_damping(mu, {0.3, done, kind, in_dead_band, rows}, Tolerances());
}

}  // namespace

TEST("damping is a share of the squared residual; postures have none but of second order, and that by itself") {
  CHECK_NEAR(damped(0.1, {}), 0.1 * 0.09, 1e-15);
  CHECK_NEAR(damped(0.1, {false, true}), 0.1 * 0.09, 1e-15);
  CHECK(damped(0.1, {true, false}) == 0.0);
  CHECK_NEAR(damped(0.1, {true, true}), 0.1 - Tolerances().trust.least_damping, 1e-15);
}

TEST("a level at its goal is not damped; one of second order in its dead band is by its stiffness at least") {
  const double valley = Tolerances().proposal.valley_damping;
  CHECK(damped(0.1, {}, true) == 0.0);
  CHECK_NEAR(damped(0.0, {false, true}, false, true), valley * 9.0, 1e-15);
  CHECK(damped(0.0, {false, false}, false, true) == 0.0);
  CHECK_NEAR(damped(0.0, {true, true}, true, true), valley * 4.0, 1e-15);
}
