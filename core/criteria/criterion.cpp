#include "criteria/criterion.hpp"

#include <algorithm>

namespace poise {

double Criterion::value(const TaskView& view) const {
  VecX gradient;
  MatX hessian;
  return evaluate(view, gradient, hessian);
}

double Criterion::evaluate_by_joint(const TaskView& view, VecX& gradient, TreeMatrix&) const {
  gradient = VecX::Zero(view.figure.dof());
  return 0.0;
}

bool are_by_joint(const std::vector<Preference>& criteria) {
  return std::all_of(criteria.begin(), criteria.end(),
                     [](const Preference& preference) { return preference.criterion->is_by_joint(); });
}

double evaluate_by_joint(const std::vector<Preference>& criteria, const TaskView& view, VecX& gradient,
                         TreeMatrix& hessian) {
  if (criteria.size() == 1 && criteria.front().weight == 1.0)
    return criteria.front().criterion->evaluate_by_joint(view, gradient, hessian);
  gradient = VecX::Zero(view.figure.dof());
  const TreeMatrix zero = hessian;
  double total = 0.0;
  VecX g;
  for (const Preference& preference : criteria) {
    TreeMatrix H = zero;
    total += preference.weight * preference.criterion->evaluate_by_joint(view, g, H);
    gradient += preference.weight * g;
    hessian.add(H, preference.weight);
  }
  return total;
}

double evaluate(const std::vector<Preference>& criteria, const TaskView& view, VecX& gradient, MatX& hessian) {
  if (criteria.empty()) {
    gradient = VecX::Zero(view.figure.dof());
    hessian = MatX::Zero(view.figure.dof(), view.figure.dof());
    return 0.0;
  }
  const Preference& first = criteria.front();
  double total = first.weight * first.criterion->evaluate(view, gradient, hessian);
  if (first.weight != 1.0) {
    gradient *= first.weight;
    hessian *= first.weight;
  }
  VecX g;
  MatX H;
  for (std::size_t i = 1; i < criteria.size(); ++i) {
    total += criteria[i].weight * criteria[i].criterion->evaluate(view, g, H);
    gradient += criteria[i].weight * g;
    hessian += criteria[i].weight * H;
  }
  return total;
}

double value(const std::vector<Preference>& criteria, const TaskView& view) {
  double total = 0.0;
  for (const Preference& preference : criteria) total += preference.weight * preference.criterion->value(view);
  return total;
}

}  // namespace poise
