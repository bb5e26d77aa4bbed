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

double Criterion::slope(const TaskView& view, VecX& gradient) const {
  MatX hessian;
  return evaluate(view, gradient, hessian);
}

double Criterion::add(const TaskView& view, double weight, VecX& gradient, MatX& hessian) const {
  VecX g;
  MatX H;
  const double f = evaluate(view, g, H);
  gradient += weight * g;
  hessian += weight * H;
  return weight * f;
}

bool are_by_joint(const std::vector<Preference>& criteria) {
  return std::all_of(criteria.begin(), criteria.end(),
                     [](const Preference& preference) { return preference.criterion->is_by_joint(); });
}

bool are_over_tree(const std::vector<Preference>& criteria) {
  return std::all_of(criteria.begin(), criteria.end(),
                     [](const Preference& preference) { return preference.criterion->is_over_tree(); });
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

double slope(const std::vector<Preference>& criteria, const TaskView& view, VecX& gradient) {
  if (criteria.size() == 1 && criteria.front().weight == 1.0) return criteria.front().criterion->slope(view, gradient);
  gradient = VecX::Zero(view.figure.dof());
  double total = 0.0;
  VecX g;
  for (const Preference& preference : criteria) {
    total += preference.weight * preference.criterion->slope(view, g);
    gradient += preference.weight * g;
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
  for (std::size_t i = 1; i < criteria.size(); ++i)
    total += criteria[i].criterion->add(view, criteria[i].weight, gradient, hessian);
  return total;
}

double evaluate_mixed(const std::vector<Preference>& criteria, const TaskView& view, VecX& gradient, MatX& hessian,
                      const TreeMatrix& zero) {
  std::vector<Preference> by_joint;
  for (const Preference& preference : criteria)
    if (preference.criterion->is_by_joint()) by_joint.push_back(preference);
  TreeMatrix tree = zero;
  double total = evaluate_by_joint(by_joint, view, gradient, tree);
  hessian = tree.dense();
  for (const Preference& preference : criteria) {
    if (!preference.criterion->is_by_joint())
      total += preference.criterion->add(view, preference.weight, gradient, hessian);
  }
  return total;
}

double value(const std::vector<Preference>& criteria, const TaskView& view) {
  double total = 0.0;
  for (const Preference& preference : criteria) total += preference.weight * preference.criterion->value(view);
  return total;
}

}  // namespace poise
