#include "criteria/criteria_task.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/dense.hpp"

namespace poise {

namespace {

constexpr double kIndifferent =
    1e-10;  // share of the largest curvature below which rounding cannot be told from curvature
constexpr double kLevelSlope = 1e-9;  // share of the whole slope that counts as none

// H = V Λ Vᵀ, and the curvatures λ' ≥ 0 of B = V Λ' Vᵀ with Σ (V·g)²/λ' ≤ 2 f.
struct SquaredModel {
  double cost = 0.0;
  VecX slope, bent, curvature;  // g in the axes of H; Λ; Λ'
  MatX hessian, axes;

  SquaredModel(const std::vector<Preference>& criteria, const TaskView& view) {
    VecX gradient;
    cost = std::max(0.0, evaluate(criteria, view, gradient, hessian));
    Spectrum found = spectrum(hessian);
    axes = std::move(found.vectors);
    bent = std::move(found.values);
    slope = axes.transpose() * gradient;
    const double largest = bent.size() > 0 ? bent.cwiseAbs().maxCoeff() : 0.0;
    curvature = (bent.array().abs() > kIndifferent * largest).select(bent.cwiseAbs(), 0.0);
    if (promises_too_much()) steepen();
  }

  // e in the axes of H, as far as it can be brought to zero.
  VecX reachable() const {
    return (curvature.array() > 0.0).select(-slope.array() / curvature.cwiseMax(1e-300).cwiseSqrt().array(), 0.0);
  }

 private:
  bool is_steep(Eigen::Index i) const { return std::abs(slope[i]) > kLevelSlope * slope.lpNorm<1>(); }

  // Whether the model would fall below zero, or is steep where it is flat: then it never ends.
  bool promises_too_much() const {
    for (Eigen::Index i = 0; i < slope.size(); ++i) {
      if (curvature[i] == 0.0 && is_steep(i)) return true;
    }
    return reachable().squaredNorm() > 2.0 * cost;
  }

  // With λ ≥ |g| Σ|g| / (2 f) along every axis, the sum of all g²/λ is no more than 2 f.
  void steepen() {
    const double whole = slope.lpNorm<1>() / std::max(2.0 * cost, 1e-300);
    for (Eigen::Index i = 0; i < slope.size(); ++i) {
      if (is_steep(i)) curvature[i] = std::max(curvature[i], std::abs(slope[i]) * whole);
    }
  }
};

class CriteriaTask final : public Task {
 public:
  CriteriaTask(int dof, std::vector<Preference> criteria) : dof_(dof), criteria_(std::move(criteria)) {}

  int rows() const override { return dof_ + 1; }

  // J is the symmetric root of B, which changes smoothly with it; the last row is what no step can bring to zero.
  void evaluate(const TaskView& view, Eigen::Ref<VecX> error, Eigen::Ref<MatX> Jt) const override {
    const SquaredModel model(criteria_, view);
    write(model, error);
    Jt.leftCols(dof_) = model.axes * model.curvature.cwiseSqrt().asDiagonal() * model.axes.transpose();
  }

  void measure(const TaskView& view, Eigen::Ref<VecX> error) const override {
    write(SquaredModel(criteria_, view), error);
  }

  // Along the level's own errors this is all that B leaves out of H; how the rows bend one by one is not known.
  void add_curvature(const TaskView& view, const VecX& pull, MatX& H) const override {
    const SquaredModel model(criteria_, view);
    VecX error(rows());
    write(model, error);
    if (error.squaredNorm() == 0.0) return;
    const double share = pull.dot(error) / error.squaredNorm();
    H += share * (model.hessian - model.axes * model.curvature.asDiagonal() * model.axes.transpose());
  }

  bool is_preferred() const override { return true; }

  int goal_size() const override { return 0; }
  void set_goal(const VecX&) override {}

 private:
  void write(const SquaredModel& model, Eigen::Ref<VecX> error) const {
    const VecX reachable = model.reachable();
    error.head(dof_) = model.axes * reachable;
    error[dof_] = std::sqrt(std::max(0.0, 2.0 * model.cost - reachable.squaredNorm()));
  }

  int dof_;
  std::vector<Preference> criteria_;
};

}  // namespace

std::unique_ptr<Task> criteria_task(const Figure& figure, std::vector<Preference> criteria) {
  return std::make_unique<CriteriaTask>(figure.dof(), std::move(criteria));
}

}  // namespace poise
