// Σ weight · f of several criteria as one, whose parts may be changed while a solve goes on; the solver must be told to
// look again then.
#pragma once

#include <utility>
#include <vector>

#include "criteria/criterion.hpp"

namespace poise {

class CriterionSum final : public Criterion {
 public:
  explicit CriterionSum(std::vector<Preference> parts) : parts_(std::move(parts)) {}
  void set_parts(std::vector<Preference> parts) { parts_ = std::move(parts); }
  double evaluate(const TaskView& view, VecX& gradient, MatX& hessian) const override {
    return poise::evaluate(parts_, view, gradient, hessian);
  }
  bool is_by_joint() const override { return are_by_joint(parts_); }
  bool is_over_tree() const override { return are_over_tree(parts_); }
  double add(const TaskView& view, double weight, VecX& gradient, MatX& hessian) const override {
    double total = 0.0;
    for (const Preference& part : parts_) total += part.criterion->add(view, weight * part.weight, gradient, hessian);
    return total;
  }
  double evaluate_by_joint(const TaskView& view, VecX& gradient, TreeMatrix& hessian) const override {
    return poise::evaluate_by_joint(parts_, view, gradient, hessian);
  }
  double slope(const TaskView& view, VecX& gradient) const override { return poise::slope(parts_, view, gradient); }
  double value(const TaskView& view) const override { return poise::value(parts_, view); }

 private:
  std::vector<Preference> parts_;
};

}  // namespace poise
