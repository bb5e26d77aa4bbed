// A criterion that is somebody else's function of the coordinates.
#include <algorithm>
#include <cmath>
#include <utility>

#include "criteria/criterion.hpp"

namespace poise {

namespace {

constexpr double kSlopeStep =
    1e-5;  // of central differences, radians or metres: truncation and rounding both near 1e-10

class Function final : public Criterion {
 public:
  Function(FunctionValue value, FunctionGradient gradient, bool measured)
      : value_(std::move(value)), gradient_(std::move(gradient)), measured_(measured) {}

  double value(const TaskView& view) const override { return value_(view.q, view.step); }

  double evaluate(const TaskView& view, VecX& gradient, MatX& hessian) const override {
    const double f = value_(view.q, view.step);
    gradient = gradient_ ? gradient_(view.q, view.step) : differences(view);
    if (measured_) {
      hessian = measured(view);
    } else {
      learn(view, gradient);
      hessian = hessian_;
    }
    return f;
  }

 private:
  VecX differences(const TaskView& view) const {
    const int n = view.figure.dof();
    VecX g(n);
    for (int k = 0; k < n; ++k) {
      const VecX h = kSlopeStep * VecX::Unit(n, k);
      const double ahead = value_(integrate(view.figure, view.q, h), view.step);
      const double behind = value_(integrate(view.figure, view.q, -h), view.step);
      g[k] = (ahead - behind) / (2.0 * kSlopeStep);
    }
    return g;
  }

  MatX measured(const TaskView& view) const {
    const int n = view.figure.dof();
    MatX H(n, n);
    for (int k = 0; k < n; ++k) {
      const VecX h = kSlopeStep * VecX::Unit(n, k);
      const VecX ahead = gradient_(integrate(view.figure, view.q, h), view.step);
      H.col(k) = (ahead - gradient_(integrate(view.figure, view.q, -h), view.step)) / (2.0 * kSlopeStep);
    }
    return 0.5 * (H + H.transpose());
  }

  // The Hessian from the gradients seen so far: BFGS, damped as by Powell so that it stays positive definite.
  void learn(const TaskView& view, const VecX& gradient) const {
    const int n = view.figure.dof();
    if (hessian_.rows() != n) {
      hessian_ = MatX::Identity(n, n) * std::max(1e-3, gradient.norm());  // a first step of about one radian
    } else {
      const VecX s = difference(view.figure, last_, view.q);
      const VecX Hs = hessian_ * s;
      const double sHs = s.dot(Hs);
      if (sHs < 1e-20) return;
      VecX y = gradient - slope_;
      const double sy = s.dot(y);
      if (sy < 0.2 * sHs) y += (0.8 * sHs / (sHs - sy)) * (Hs - y);
      hessian_ += y * y.transpose() / s.dot(y) - Hs * Hs.transpose() / sHs;
    }
    last_ = view.q;
    slope_ = gradient;
  }

  FunctionValue value_;
  FunctionGradient gradient_;
  bool measured_;
  mutable VecX last_, slope_;  // where the gradient was taken last
  mutable MatX hessian_;
};

}  // namespace

std::unique_ptr<Criterion> function_criterion(FunctionValue value, FunctionGradient gradient) {
  return std::make_unique<Function>(std::move(value), std::move(gradient), false);
}

std::unique_ptr<Criterion> measured_function_criterion(FunctionValue value, FunctionGradient gradient) {
  return std::make_unique<Function>(std::move(value), std::move(gradient), true);
}

}  // namespace poise
