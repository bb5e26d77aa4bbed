#include "criteria/criterion.hpp"

#include "criteria/near_points.hpp"
#include "tasks/tree_curvature.hpp"
#include "testing/zoo.hpp"

using namespace poise;

namespace {

double value_at(const Figure& figure, const Criterion& criterion, const VecX& q) {
  Kinematics kinematics;
  MassState masses;
  forward(figure, q, kinematics);
  carry_masses(figure, kinematics, masses);
  return criterion.value({figure, q, kinematics, masses});
}

// The gradient is the slope of the value, and the Hessian bends up only unless it is said to be exact.
void check_criterion(const Figure& figure, const Criterion& criterion, const VecX& q, bool exact = false) {
  Kinematics kinematics;
  MassState masses;
  forward(figure, q, kinematics);
  carry_masses(figure, kinematics, masses);
  VecX gradient;
  MatX hessian;
  CHECK_NEAR(criterion.evaluate({figure, q, kinematics, masses}, gradient, hessian), value_at(figure, criterion, q),
             1e-12);
  for (int k = 0; k < figure.dof(); ++k) {
    const VecX h = 1e-5 * VecX::Unit(figure.dof(), k);
    const double slope =
        (value_at(figure, criterion, integrate(figure, q, h)) - value_at(figure, criterion, integrate(figure, q, -h))) /
        2e-5;
    CHECK_NEAR(gradient[k], slope, 1e-8 * (1.0 + gradient.norm()));
  }
  if (criterion.is_by_joint()) {
    TreeMatrix tree = tree_of(figure);
    VecX slope;
    const double f = criterion.evaluate_by_joint({figure, q, kinematics, masses}, slope, tree);
    CHECK(f == criterion.evaluate({figure, q, kinematics, masses}, gradient, hessian) && slope == gradient);
    CHECK_NEAR(tree.dense(), hessian, 1e-15);
  }
  VecX added = 2.0 * gradient;
  MatX bent = 2.0 * hessian;
  const double f = criterion.add({figure, q, kinematics, masses}, 3.0, added, bent);
  CHECK_NEAR(f, 3.0 * value_at(figure, criterion, q), 1e-12 * (1.0 + std::abs(f)));
  CHECK_NEAR(added, 5.0 * gradient, 1e-12 * (1.0 + gradient.norm()));
  CHECK_NEAR(bent, 5.0 * hessian, 1e-12 * (1.0 + hessian.norm()));
  if (exact) return;
  CHECK(Eigen::SelfAdjointEigenSolver<MatX>(hessian).eigenvalues().minCoeff() > -1e-12 * (1.0 + hessian.norm()));
}

Figure limited() {
  std::vector<Joint> joints(4);
  const Model models[] = {Model::kElbow, Model::kSwing, Model::kBall, Model::kBall};
  for (int i = 0; i < 4; ++i) {
    joints[static_cast<std::size_t>(i)].model = models[i];
    joints[static_cast<std::size_t>(i)].carrier = i - 1;
  }
  joints[0].limit.ranges[0] = {-0.2, 2.0};
  joints[1].limit.swing = Ellipse{1.0, 1.5};
  joints[2].limit.swing = Cone{1.3};
  joints[2].limit.twist = Range{-1.0, 1.5};
  const Vec3 corners[] = {Vec3(1.0, 1.0, 0.4), Vec3(-1.0, 1.0, 0.5), Vec3(-0.1, 0.1, 1.0), Vec3(1.0, -1.0, 0.3)};
  std::vector<Vec3> vertices;
  for (const Vec3& corner : corners) vertices.push_back(corner.normalized());
  joints[3].limit.swing = SphericalPolygon(vertices);
  joints[3].limit.twist = TwistTable{{Vec3::UnitX(), Vec3::UnitZ()}, {{-1.0, 0.5}, {-0.5, 2.0}}};
  return Figure(joints, std::vector<Segment>(4, Segment{1.0, Vec3(0.0, 0.0, 0.2), Mat3::Identity()}), {}, {},
                Vec3(0.0, -9.81, 0.0));
}

}  // namespace

TEST("gradients of all criteria are the slopes of their values") {
  const Figure figure = test::zoo(true);
  const VecX q = test::random_coordinates(figure);
  VecX other = integrate(figure, q, VecX::LinSpaced(figure.dof(), -0.7, 0.9));
  VecX weights = VecX::Ones(figure.dof());
  weights.segment<3>(figure.joints()[1].v).setConstant(0.3);
  check_criterion(figure, *near_pose_criterion(other, weights), q);
  const VecX apart = VecX::LinSpaced(figure.dof(), 0.1, 2.0);  // other numbers within every joint
  VecX placed = apart;
  placed.head<3>().setConstant(0.4);
  placed.segment<3>(3).setZero();
  const UprightWeights upright{Vec3(0.2, 0.9, -0.3).normalized(), {0.7, 1.6}};
  check_criterion(figure, *near_pose_criterion(other, placed, upright), q, true);
  check_criterion(figure, *support_torque_criterion(figure, {}, Vec3(0.1, 0.0, -0.3), 0.5), q, true);
  check_criterion(
      figure,
      *support_torque_criterion(figure, {{5, Vec3(0.1, 0.2, 0.0), 0.3}, {7, Vec3::Zero(), 0.7}}, Vec3::Zero(), 0.5), q,
      true);
  check_criterion(figure,
                  *near_points_criterion({{5, Vec3(0.1, 0.2, 0.0), Vec3(0.3, 0.9, -0.2), 4.0},
                                          {7, Vec3::Zero(), Vec3(0.0, 1.0, 0.5), 0.7},
                                          {7, Vec3(0.1, -0.9, 0.2), Vec3(0.0, -1.0, 0.1), 1.3, true}}),
                  q);
  check_criterion(figure, *near_points_criterion({{5, Vec3(0.1, -0.9, 0.2), Vec3(0.0, -1.0, 0.1), 1.3, true}}), q);
  check_criterion(figure, *coordinates_criterion({{figure.joints()[1].x, 1.0, 2.0, 0.7}}), q);
}

TEST("criteria of limits of every kind have exact gradients") {
  const Figure figure = limited();
  const VecX weights = VecX::Ones(figure.dof());
  const VecX q = test::random_coordinates(figure);
  check_criterion(figure, *mid_range_criterion(figure, weights), q);
  VecX rest = VecX::Zero(figure.size());
  for (int ball : {2, 3}) rest[figure.joints()[static_cast<std::size_t>(ball)].q + 3] = 1.0;  // x y z w
  rest = integrate(figure, rest, VecX::LinSpaced(figure.dof(), 0.1, 0.4));
  check_criterion(figure, *away_from_limits_criterion(figure, rest, weights), q);
  check_criterion(figure, *away_from_limits_criterion(figure, rest, weights), rest);
  check_criterion(figure, *mid_range_criterion(figure, VecX::LinSpaced(figure.dof(), 0.1, 2.0)), q);
}

TEST("a criterion without a gradient gets one by differences") {
  const Figure figure = test::zoo(false);
  const VecX q = test::random_coordinates(figure);
  check_criterion(figure, *function_criterion([](const VecX& x, int) { return x.array().sin().sum(); }, nullptr), q);
}
