#include "poise/task.hpp"

#include "task_parts.hpp"

namespace poise {

void Task::evaluate_room(const TaskView& view, Eigen::Ref<VecX> low, Eigen::Ref<VecX> high, Eigen::Ref<MatX> Jt) const {
  evaluate(view, low, Jt);
  high = low;
}

void Task::measure_room(const TaskView& view, Eigen::Ref<VecX> low, Eigen::Ref<VecX> high) const {
  MatX Jt = MatX::Zero(view.figure.dof(), rows());
  evaluate_room(view, low, high, Jt);
}

void Task::measure(const TaskView& view, Eigen::Ref<VecX> error) const {
  MatX Jt = MatX::Zero(view.figure.dof(), rows());
  evaluate(view, error, Jt);
}

// By central differences of Jᵀ w: of a smooth function in exponential coordinates the symmetric part is the Hessian.
void Task::add_curvature(const TaskView& view, const VecX& pull, MatX& H) const {
  constexpr double kStep = 1e-5;
  const int n = view.figure.dof();
  Kinematics kinematics;
  MassState masses;
  VecX low(rows()), high(rows());
  MatX Jt(n, rows()), D(n, n);
  const auto drawn = [&](const VecX& v) -> VecX {
    const VecX q = integrate(view.figure, view.q, v);
    forward(view.figure, q, kinematics);
    carry_masses(view.figure, kinematics, masses);
    Jt.setZero();
    evaluate_room({view.figure, q, kinematics, masses, view.step}, low, high, Jt);
    return Jt * pull;
  };
  for (int k = 0; k < n; ++k) {
    const VecX h = kStep * VecX::Unit(n, k);
    D.col(k) = (drawn(h) - drawn(-h)) / (2.0 * kStep);
  }
  H -= 0.5 * (D + D.transpose());
}

void Task::evaluate_freedoms(const TaskView&, VecX&) const {}

void Inequality::evaluate(const TaskView& view, Out error, OutT Jt) const {
  VecX low(rows()), high(rows());
  evaluate_room(view, low, high, Jt);
  error = low.cwiseMax(0.0) + high.cwiseMin(0.0);
}

}  // namespace poise
