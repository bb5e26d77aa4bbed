#include "body/kinematics.hpp"

#include "body/pose.hpp"
#include "testing/zoo.hpp"

using namespace poise;
using poise::test::random_coordinates;
using poise::test::zoo;

namespace {

void check_jacobians(const Figure& figure) {
  const VecX q = random_coordinates(figure);
  Sweep here(figure), ahead(figure), behind(figure);
  here.run(figure, q);
  for (int k = 0; k < figure.dof(); ++k) {
    const VecX h = 1e-6 * VecX::Unit(figure.dof(), k);
    ahead.run(figure, integrate(figure, q, h));
    behind.run(figure, integrate(figure, q, -h));
    CHECK_NEAR(here.center_jacobian.col(k), Vec3((ahead.masses.center - behind.masses.center) / 2e-6), 1e-8);
    for (std::size_t s = 0; s < here.sites.size(); ++s) {
      CHECK_NEAR(here.site_jacobians[s].col(k).head<3>(), Vec3((ahead.sites[s].p - behind.sites[s].p) / 2e-6), 1e-8);
      const Quat turn(Mat3(ahead.sites[s].R * behind.sites[s].R.transpose()));
      CHECK_NEAR(here.site_jacobians[s].col(k).tail<3>(), Vec3(log_rotation(turn) / 2e-6), 1e-8);
    }
  }
}

}  // namespace

TEST("Jacobians of all joint models are the derivatives of the frames") { check_jacobians(zoo(false)); }
TEST("Jacobians of joints walked backwards are the derivatives of the frames") { check_jacobians(zoo(true)); }

TEST("integrate and difference are inverse for all joint models") {
  const Figure figure = zoo(false);
  test::Dice dice;
  const VecX a = random_coordinates(figure);
  for (int i = 0; i < 100; ++i) {
    const VecX v = VecX::NullaryExpr(figure.dof(), [&] { return dice.uniform(-1.5, 1.5); });
    const VecX b = integrate(figure, a, v);
    CHECK_NEAR(integrate(figure, a, difference(figure, a, b)), b, 1e-12);
  }
}

TEST("a figure far from the origin loses no digits in its Jacobians") {
  const Figure figure = zoo(false);
  VecX q = random_coordinates(figure);
  Sweep near(figure), far(figure);
  near.run(figure, q);
  q.head<3>() += Vec3(1e5, -1e5, 1e5);
  far.run(figure, q);
  CHECK_NEAR(near.site_jacobians[0], far.site_jacobians[0], 1e-9);
}
