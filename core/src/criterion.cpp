#include "poise/criterion.hpp"

namespace poise {

double Criterion::value(const TaskView& view) const {
  VecX gradient;
  MatX hessian;
  return evaluate(view, gradient, hessian);
}

double evaluate(const std::vector<Preference>& criteria, const TaskView& view, VecX& gradient, MatX& hessian) {
  const int n = view.figure.dof();
  gradient = VecX::Zero(n);
  hessian = MatX::Zero(n, n);
  double total = 0.0;
  VecX g;
  MatX H;
  for (const Preference& preference : criteria) {
    total += preference.weight * preference.criterion->evaluate(view, g, H);
    gradient += preference.weight * g;
    hessian += preference.weight * H;
  }
  return total;
}

double value(const std::vector<Preference>& criteria, const TaskView& view) {
  double total = 0.0;
  for (const Preference& preference : criteria) total += preference.weight * preference.criterion->value(view);
  return total;
}

}  // namespace poise
