#include "poise/kinematics.hpp"

#include "check.hpp"
#include "poise/limits.hpp"
#include "poise/pose.hpp"

using namespace poise;

namespace {

// One joint of every model in a row, with turned placements; a side branch on the third segment.
Figure zoo(bool reversed_joints) {
  test::Dice dice;
  std::vector<Joint> joints;
  std::vector<Segment> segments;
  const Model models[] = {Model::kFree, Model::kBall, Model::kHinge, Model::kElbow, Model::kSwing, Model::kSlide, Model::kFixed, Model::kBall};
  const int carriers[] = {-1, 0, 1, 2, 3, 2, 5, 4};
  for (int i = 0; i < 8; ++i) {
    Joint joint;
    joint.model = models[i];
    joint.carrier = carriers[i];
    joint.reversed = reversed_joints && i > 0;
    joint.in = {dice.rotation().toRotationMatrix(), dice.vector(0.5)};
    joint.out = {dice.rotation().toRotationMatrix(), dice.vector(0.5)};
    joint.axis = dice.direction();
    joints.push_back(joint);
    segments.push_back({dice.uniform(0.5, 2.0), dice.vector(0.2), Mat3(Vec3(0.1, 0.2, 0.3).asDiagonal())});
  }
  return Figure(joints, segments, {{7, {Mat3::Identity(), Vec3(0.1, 0.2, 0.3)}}, {6, {}}}, {}, Vec3(0.0, -9.81, 0.0));
}

VecX random_coordinates(const Figure& figure) {
  test::Dice dice;
  VecX q = VecX::Zero(figure.size());
  for (const Joint& joint : figure.joints()) {
    if (joint.model == Model::kBall || joint.model == Model::kFree) store_rotation(joint, dice.rotation(), q);
  }
  return integrate(figure, q, VecX::NullaryExpr(figure.dof(), [&] { return dice.uniform(-1.0, 1.0); }));
}

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
