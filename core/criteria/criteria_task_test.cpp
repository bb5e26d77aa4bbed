#include "criteria/criteria_task.hpp"

#include "testing/zoo.hpp"

using namespace poise;

namespace {

// The rows say what the criteria say: |e|² = 2 f, −Jᵀ e = ∇f, and JᵀJ with the curvature is the Hessian.
void check_rows(const Figure& figure, const std::vector<Preference>& criteria, const VecX& q) {
  Kinematics kinematics;
  MassState masses;
  forward(figure, q, kinematics);
  carry_masses(figure, kinematics, masses);
  const TaskView view{figure, q, kinematics, masses};
  VecX gradient;
  MatX hessian;
  const double f = evaluate(criteria, view, gradient, hessian);
  const std::unique_ptr<Task> task = criteria_task(figure, criteria);
  VecX error(task->rows()), alone(task->rows());
  MatX Jt = MatX::Zero(figure.dof(), task->rows());
  task->evaluate(view, error, Jt);
  task->measure(view, alone);
  CHECK_NEAR((error - alone).norm(), 0.0, 1e-14);
  CHECK_NEAR(error.squaredNorm(), 2.0 * f, 1e-12 * (1.0 + f));
  CHECK_NEAR((Jt * error + gradient).norm(), 0.0, 1e-7 * (1.0 + gradient.norm()));
  MatX curved = Jt * Jt.transpose();
  task->add_curvature(view, error, curved);
  CHECK_NEAR((curved - hessian).norm(), 0.0, 1e-9 * (1.0 + hessian.norm()));
}

}  // namespace

TEST("the rows of criteria have their value, slope and curvature, also where these bend down or are flat") {
  const Figure figure = test::zoo(false);
  const VecX q = test::random_coordinates(figure);
  const VecX other = integrate(figure, q, VecX::LinSpaced(figure.dof(), -0.7, 0.9));
  VecX some = VecX::Zero(figure.dof());
  some.segment<4>(6) = VecX::LinSpaced(4, 0.3, 2.0);
  const auto near = [&](const VecX& weights) {
    return Preference{std::shared_ptr<Criterion>(near_pose_criterion(other, weights)), 1.5};
  };
  check_rows(figure, {near(VecX::Ones(figure.dof()))}, q);
  check_rows(figure, {near(some)}, q);
  check_rows(figure, {near(some)}, other);
  const auto torque = [&](double weight) {
    return Preference{std::shared_ptr<Criterion>(support_torque_criterion(figure, {}, Vec3(0.1, 0.0, -0.3), 0.5)),
                      weight};
  };
  check_rows(figure, {torque(1.0)}, q);
  check_rows(figure, {torque(0.3), near(some)}, q);
  const FunctionValue steep = [](const VecX& x, int) { return 3.0 + x[0]; };  // a slope, and no curvature
  const FunctionGradient slope = [&](const VecX& x, int) -> VecX {
    return VecX::Unit(x.size() > 0 ? figure.dof() : 0, 0);
  };
  check_rows(figure, {{std::shared_ptr<Criterion>(measured_function_criterion(steep, slope)), 1.0}}, q);
}
