#include "solve/damping.hpp"

#include <cmath>

#include "testing/check.hpp"

using namespace poise;

namespace {

// μ = 0.1 after a step for level 0 of two from a residual of 1 that gained so much of what was predicted; `accepted`:
// else it was rejected, the first time.
double share_after(double agreement, bool accepted) {
  Proposal proposal;
  proposal.predicted = 0.0;
  const Score before{Vec2(1.0, 0.0), 0.0}, after{Vec2(std::sqrt(1.0 - agreement), 0.0), 0.0};
  const TriedStep step{proposal, 0, before, after, 0.0, {}};
  return accepted ? damping_after_gain(0.1, step, Tolerances()) : damping_after_loss(0.1, 2.0, step, Tolerances());
}

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

TEST("damping falls by what the model has predicted well, and rises where it was wrong (Nielsen)") {
  for (const double ratio : {1.0, 0.9, 0.75, 0.5, 0.1})
    CHECK_NEAR(share_after(ratio, true), 0.1 * std::max(0.2, 1.0 - std::pow(2.0 * ratio - 1.0, 3)), 1e-15);
  CHECK(share_after(0.1, true) > 0.1);
}

TEST("after a rejected step damping grows by as much as it is told, and that doubles") {
  CHECK_NEAR(share_after(-0.2, false), 0.2, 1e-15);
  CHECK(growth_after_loss(2.0) == 4.0);
}
