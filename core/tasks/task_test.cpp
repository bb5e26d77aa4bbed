#include "tasks/body_task.hpp"
#include "tasks/inertia_task.hpp"
#include "tasks/keep_task.hpp"
#include "tasks/pair_task.hpp"
#include "tasks/site_task.hpp"
#include "tasks/surface_task.hpp"
#include "tasks/tree_curvature.hpp"
#include "testing/zoo.hpp"

using namespace poise;

namespace {

struct Seen {
  Kinematics kinematics;
  MassState masses;
  VecX q;

  Seen(const Figure& figure, VecX coordinates) : q(std::move(coordinates)) {
    forward(figure, q, kinematics);
    carry_masses(figure, kinematics, masses);
  }
};

VecX error_at(const Figure& figure, const Task& task, const VecX& q) {
  const Seen seen(figure, q);
  VecX error(task.rows());
  MatX Jt = MatX::Zero(figure.dof(), task.rows());
  task.evaluate({figure, seen.q, seen.kinematics, seen.masses}, error, Jt);
  return error;
}

// What the Jacobian says the task gains is what it gains: de/dq = −J. Exact where the error is zero, `slack` elsewhere.
void check_task(const Figure& figure, const Task& task, const VecX& q, double slack) {
  const Seen seen(figure, q);
  VecX error(task.rows());
  MatX Jt = MatX::Zero(figure.dof(), task.rows());
  task.evaluate({figure, seen.q, seen.kinematics, seen.masses}, error, Jt);
  for (int k = 0; k < figure.dof(); ++k) {
    const VecX h = 1e-6 * VecX::Unit(figure.dof(), k);
    const VecX slope =
        (error_at(figure, task, integrate(figure, q, h)) - error_at(figure, task, integrate(figure, q, -h))) / 2e-6;
    CHECK_NEAR(Jt.row(k).transpose(), VecX(-slope), 1e-7 + slack);
  }
}

}  // namespace

TEST("Jacobians of all tasks are the derivatives of their errors at the goal") {
  const Figure figure = test::zoo(false);
  const VecX q = test::random_coordinates(figure);
  const Seen seen(figure, q);
  const Placement hand = site_frame(figure, seen.kinematics, 0);
  const Vec3 axis = Vec3(1.0, 2.0, -1.0).normalized();
  check_task(figure, *position_task(0, Vec3(3.0, 2.0, 1.0), Mat3::Identity()), q, 0.0);
  check_task(figure, *position_task(0, Vec3(3.0, 2.0, 1.0), Eigen::Matrix3Xd(axis)), q, 0.0);
  check_task(figure, *orientation_task(0, hand.R), q, 0.0);
  check_task(figure, *direction_task(0, axis, hand.R * axis), q, 0.0);
  check_task(figure, *aim_task(0, axis, hand.p + 0.7 * (hand.R * axis)), q, 0.0);
  check_task(figure, *center_task(Vec3::Zero(), Mat3::Identity()), q, 0.0);
  check_task(figure, *together_task(0, 1, true, false), q, 0.0);
  const Vec3 center = seen.masses.center;
  check_task(figure, *balance_task(Eigen::Matrix3Xd(axis), Eigen::Matrix3Xd(center + axis), 0.1), q, 0.0);
  check_task(figure, *cone_task(0, axis, Vec3::UnitX(), 0.01), q, 0.0);
  check_task(figure, *aim_cone_task(0, axis, hand.p + Vec3(0.3, -0.2, 0.5), 0.01), q, 0.0);
  check_task(figure, *seen_position_task(0, 1, Vec3(0.1, 0.2, 0.3), Mat3::Identity()), q, 0.0);
  check_task(figure, *seen_position_task(0, 1, Vec3(0.1, 0.2, 0.3), Eigen::Matrix3Xd(axis)), q, 0.0);
  const Placement other = site_frame(figure, seen.kinematics, 1);
  check_task(figure, *seen_orientation_task(0, 1, other.R.transpose() * hand.R), q, 0.0);
  check_task(figure, *gyration_task(axis, 0.4), q, 0.0);
  check_task(figure, *posture_task(q, VecX::Ones(figure.dof())), q, 0.0);
}

TEST("distances from every surface, in the world and on a segment, have their derivatives") {
  const Figure figure = test::zoo(false);
  const VecX q = test::random_coordinates(figure);
  const Placement frame{Quat(0.1, 0.7, -0.3, 0.5).normalized().toRotationMatrix(), Vec3(0.3, -0.2, 0.1)};
  for (const int carrier : {-1, 0, 3, 6}) {
    for (int kind = 0; kind < 4; ++kind) {
      const Surface surface{static_cast<SurfaceKind>(kind), frame, Vec3(0.2, 0.5, 0.3)};
      check_task(figure, *on_surface_task(0, carrier, surface), q, 0.0);
      check_task(figure, *off_surface_task(0, carrier, surface, 9.0, 9.5), q, 0.0);
      check_task(figure, *off_surface_task(0, carrier, surface, -9.5, -9.0), q, 0.0);
    }
  }
}

TEST("inequalities that hold lack nothing") {
  const Figure figure = test::zoo(false);
  const VecX q = test::random_coordinates(figure);
  const Seen seen(figure, q);
  const Placement hand = site_frame(figure, seen.kinematics, 0);
  const Vec3 up = Vec3::UnitY();
  const Surface ball{SurfaceKind::kSphere, {Mat3::Identity(), hand.p + up}, Vec3::Zero()};
  CHECK(error_at(figure, *off_surface_task(0, -1, ball, 0.5, 1.5), q).norm() == 0.0);
  const Surface here{SurfaceKind::kSphere, {Mat3::Identity(), hand.p}, Vec3::Zero()};
  CHECK(error_at(figure, *off_surface_task(0, -1, here, 0.5, 1.5), q).allFinite());  // at the point itself
  CHECK(
      error_at(figure, *balance_task(Eigen::Matrix3Xd(up), Eigen::Matrix3Xd(seen.masses.center - up), 0.9), q).norm() ==
      0.0);
  CHECK(error_at(figure, *cone_task(0, up, hand.R * up, 0.1), q).norm() == 0.0);  // where θ has no gradient
  CHECK_NEAR(error_at(figure, *cone_task(0, up, hand.R * -up, 0.1), q)[0], 0.1 - kPi, 1e-7);
  CHECK(error_at(figure, *aim_cone_task(0, up, hand.p, 0.1), q).norm() == 0.0);
}

TEST("without mass there is no inertia to want") {
  const Figure zoo = test::zoo(false);
  const std::vector<Segment> massless(zoo.segments().size());
  const Figure figure(zoo.joints(), massless, zoo.sites(), {}, zoo.gravity());
  CHECK(error_at(figure, *gyration_task(Vec3::UnitX(), 0.5), test::random_coordinates(figure)).norm() == 0.0);
}

TEST("an aim at the site itself or straight behind it is finite") {
  const Figure figure = test::zoo(false);
  const VecX q = test::random_coordinates(figure);
  const Placement hand = site_frame(figure, Seen(figure, q).kinematics, 0);
  CHECK(error_at(figure, *aim_task(0, Vec3::UnitZ(), hand.p), q).allFinite());
  CHECK_NEAR(error_at(figure, *direction_task(0, Vec3::UnitZ(), -hand.R.col(2)), q).norm(), kPi, 1e-7);
}

TEST("at the tip of a cone and straight behind it, where the angle has no second derivative, curvatures are finite") {
  const Figure figure = test::zoo(false);
  const Seen seen(figure, test::random_coordinates(figure));
  const TaskView view{figure, seen.q, seen.kinematics, seen.masses};
  const Placement hand = site_frame(figure, seen.kinematics, 0);
  for (const Vec3& direction : {Vec3(hand.R.col(2)), Vec3(-hand.R.col(2))}) {
    for (const auto& task :
         {cone_task(0, Vec3::UnitZ(), direction, 0.1), aim_cone_task(0, Vec3::UnitZ(), hand.p + direction, 0.1),
          aim_cone_task(0, Vec3::UnitZ(), hand.p, 0.1)}) {
      MatX H = MatX::Zero(figure.dof(), figure.dof());
      task->add_curvature(view, VecX::Ones(1), H);
      CHECK(H.allFinite());
    }
  }
}

namespace {

// pull · ∂²e by second differences along all pairs of degrees of freedom.
MatX bend_by_differences(const Figure& figure, const Task& task, const VecX& q, const VecX& pull) {
  constexpr double h = 1e-4;
  const int n = figure.dof();
  const auto at = [&](int k, double a, int l, double b) {
    VecX v = VecX::Zero(n);
    v[k] += a;
    v[l] += b;
    return pull.dot(error_at(figure, task, integrate(figure, q, v)));
  };
  MatX H(n, n);
  for (int k = 0; k < n; ++k) {
    for (int l = 0; l < n; ++l)
      H(k, l) = (at(k, h, l, h) - at(k, h, l, -h) - at(k, -h, l, h) + at(k, -h, l, -h)) / (4 * h * h);
  }
  return H;
}

// Whether a task knows its curvature over the tree of joints; then it is the same.
bool has_tree_curvature(const Figure& figure, const Task& task, const VecX& q) {
  test::Dice dice;
  const Seen seen(figure, q);
  const TaskView view{figure, seen.q, seen.kinematics, seen.masses};
  const VecX pull = VecX::NullaryExpr(task.rows(), [&] { return dice.uniform(-1.0, 1.0); });
  MatX H = MatX::Zero(figure.dof(), figure.dof());
  task.add_curvature(view, pull, H);
  TreeMatrix tree = tree_of(figure);
  tree.omega = view.kinematics.angular;
  if (!task.add_tree_curvature(view, pull, tree)) return false;
  CHECK_NEAR(tree.dense(), H, 1e-12);
  return true;
}

void check_curvature(const Figure& figure, const Task& task, const VecX& q) {
  test::Dice dice;
  const Seen seen(figure, q);
  const VecX pull = VecX::NullaryExpr(task.rows(), [&] { return dice.uniform(-1.0, 1.0); });
  MatX H = MatX::Zero(figure.dof(), figure.dof());
  task.add_curvature({figure, seen.q, seen.kinematics, seen.masses}, pull, H);
  CHECK_NEAR(H, bend_by_differences(figure, task, q, pull), 1e-5);
}

// JᵀJ and the curvature that the error itself pulls at, against differences of ½ |e|².
void check_hessian(const Figure& figure, const Task& task, const VecX& q) {
  const double h = 1e-4;
  const int n = figure.dof();
  const Seen seen(figure, q);
  const TaskView view{figure, seen.q, seen.kinematics, seen.masses};
  VecX e(task.rows());
  MatX Jt = MatX::Zero(n, task.rows());
  task.evaluate(view, e, Jt);
  MatX H = Jt * Jt.transpose();
  task.add_curvature(view, e, H);
  const auto at = [&](int k, double a, int l, double b) {
    VecX v = VecX::Zero(n);
    v[k] += a;
    v[l] += b;
    return 0.5 * error_at(figure, task, integrate(figure, q, v)).squaredNorm();
  };
  MatX expected(n, n);
  for (int k = 0; k < n; ++k) {
    for (int l = 0; l < n; ++l)
      expected(k, l) = (at(k, h, l, h) - at(k, h, l, -h) - at(k, -h, l, h) + at(k, -h, l, -h)) / (4 * h * h);
  }
  CHECK_NEAR(H, expected, 1e-5);
}

}  // namespace

TEST("curvatures of tasks are the second derivatives of their errors at the goal") {
  for (const bool reversed : {false, true}) {
    const Figure figure = test::zoo(reversed);
    const VecX q = test::random_coordinates(figure);
    const Seen seen(figure, q);
    const Placement hand = site_frame(figure, seen.kinematics, 0);
    const Vec3 axis = Vec3(1.0, 2.0, -1.0).normalized();
    check_curvature(figure, *position_task(0, Vec3(3.0, 2.0, 1.0), Mat3::Identity()), q);
    check_curvature(figure, *orientation_task(0, hand.R), q);
    check_curvature(figure, *center_task(Vec3::Zero(), Mat3::Identity()), q);
    check_curvature(figure, *together_task(0, 1, true, false), q);
    const Vec3 center = seen.masses.center;
    check_curvature(figure, *balance_task(Eigen::Matrix3Xd(axis), Eigen::Matrix3Xd(center + axis), 0.1), q);
    check_curvature(figure, *cone_task(0, axis, Vec3::UnitX(), 0.01), q);
    check_curvature(figure, *aim_cone_task(0, axis, Vec3(0.7, 0.3, -0.9), 0.01), q);
    check_curvature(figure, *gyration_task(axis, 0.4), q);  // by the differences that any task falls back on
    const Placement away{Eigen::AngleAxisd(0.7, axis).toRotationMatrix(), Vec3(0.4, -0.3, 1.1)};
    for (const SurfaceKind kind :
         {SurfaceKind::kPlane, SurfaceKind::kSphere, SurfaceKind::kCylinder, SurfaceKind::kEllipsoid}) {
      check_curvature(figure, *on_surface_task(0, -1, {kind, away, Vec3(0.2, 0.3, 0.5)}), q);
    }
    check_curvature(figure, *off_surface_task(0, -1, {SurfaceKind::kSphere, away, Vec3(9.0, 0.0, 0.0)}, 1.0, 2.0), q);
  }
}

TEST("far from the goal, a turn's Hessian is that of half its squared angle") {
  for (const bool reversed : {false, true}) {
    const Figure figure = test::zoo(reversed);
    const VecX q = test::random_coordinates(figure);
    const Seen seen(figure, q);
    const Vec3 axis = Vec3(1.0, 2.0, -1.0).normalized();
    const Mat3 goal = Eigen::AngleAxisd(1.9, axis).toRotationMatrix() * site_frame(figure, seen.kinematics, 0).R;
    check_hessian(figure, *orientation_task(0, goal), q);
    check_hessian(figure, *direction_task(0, Vec3::UnitX(), axis), q);
    check_hessian(figure, *aim_task(0, Vec3::UnitX(), Vec3(0.7, 0.3, -0.9)), q);
  }
}

TEST("curvatures over the tree of joints are the dense ones") {
  for (const bool reversed : {false, true}) {
    const Figure figure = test::zoo(reversed);
    const VecX q = test::random_coordinates(figure);
    const Vec3 axis = Vec3(1.0, 2.0, -1.0).normalized();
    const Mat3 turned = Eigen::AngleAxisd(1.9, axis).toRotationMatrix();
    CHECK(has_tree_curvature(figure, *position_task(0, Vec3(3.0, 2.0, 1.0), Mat3::Identity()), q));
    CHECK(has_tree_curvature(figure, *position_task(1, Vec3(3.0, 2.0, 1.0), Eigen::Matrix3Xd(axis)), q));
    CHECK(has_tree_curvature(figure, *orientation_task(0, turned), q));
    CHECK(has_tree_curvature(figure, *center_task(Vec3::Zero(), Mat3::Identity()), q));
    CHECK(has_tree_curvature(figure, *together_task(0, 1, true, false), q));
    CHECK(has_tree_curvature(figure, *posture_task(q, VecX::Ones(figure.dof())), q));
    CHECK(has_tree_curvature(figure, *balance_task(Eigen::Matrix3Xd(axis), Eigen::Matrix3Xd(axis), 0.1), q));
    CHECK(has_tree_curvature(figure, *direction_task(0, Vec3::UnitX(), axis), q));
    CHECK(has_tree_curvature(figure, *aim_task(0, Vec3::UnitX(), Vec3(0.7, 0.3, -0.9)), q));
    CHECK(has_tree_curvature(figure, *cone_task(0, Vec3::UnitX(), axis, 0.01), q));
    CHECK(has_tree_curvature(figure, *aim_cone_task(0, Vec3::UnitX(), Vec3(0.7, 0.3, -0.9), 0.01), q));
    CHECK(!has_tree_curvature(figure, *gyration_task(axis, 0.4), q));
  }
}
