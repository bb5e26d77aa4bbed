#include "criteria/dexterity.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include "math/dense.hpp"
#include "tasks/site_task.hpp"

namespace poise {

namespace {

constexpr double kDifference = 1e-5;  // radians or metres: of central differences of the slope, as for functions
constexpr double kSingular = 1e-4;    // share of the length: below it σ counts as this, or the slope would be infinite

// m and its derivative by the entries of J.
struct Measured {
  double m;
  MatX slope;  // r × n
};

Measured manipulability(const MatX& J) {
  const Eigen::Index r = J.rows();
  MatX A = J * J.transpose();
  A.diagonal().array() += kSingular * kSingular;
  cholesky(A);
  const double determinant = std::pow(A.diagonal().prod(), 2);
  const double m = std::pow(determinant, 0.5 / static_cast<double>(r));
  Measured found{m, MatX(r, J.cols())};
  for (Eigen::Index i = 0; i < J.cols(); ++i) {
    VecX column = m / static_cast<double>(r) * J.col(i);
    solve_lower(A, column);
    solve_lower_transposed(A, column);
    found.slope.col(i) = column;
  }
  return found;
}

Measured worst_direction(const MatX& J, bool against_best) {
  const SingularValues svd = singular_values(J);
  const Eigen::Index last = svd.values.size() - 1;
  const double least = svd.values[last], most = svd.values[0];
  const auto slope = [&](Eigen::Index i) -> MatX { return svd.U.col(i) * svd.V.col(i).transpose(); };
  if (!against_best) return {least, slope(last)};
  if (most <= kSingular) return {0.0, MatX::Zero(J.rows(), J.cols())};
  return {least / most, (slope(last) - least / most * slope(0)) / most};
}

class Dexterity final : public Criterion {
 public:
  Dexterity(int site, const Eigen::Matrix3Xd& axes, DexterityMeasure measure, VecX counts, double length)
      : task_(position_task(site, Vec3::Zero(), axes)),
        measure_(measure),
        counts_(std::move(counts)),
        length_(length) {}

  double value(const TaskView& view) const override {
    const double r = 1.0 / (1.0 + measured(jacobian(view)).m);
    return 0.5 * r * r;
  }

  double evaluate(const TaskView& view, VecX& gradient, MatX& hessian) const override {
    gradient = slope(view);
    hessian = curvature(view);
    return value(view);
  }

 private:
  // What a function says of the pose after a small motion.
  template <typename Function>
  static auto at(const TaskView& view, const VecX& motion, Function&& function) {
    const VecX q = integrate(view.figure, view.q, motion);
    Kinematics kinematics;
    forward(view.figure, q, kinematics);
    return function(TaskView{view.figure, q, kinematics, view.masses, view.step});
  }

  // Columns of joints that do not count are zero.
  MatX jacobian(const TaskView& view) const {
    VecX error(task_->rows());
    MatX Jt = MatX::Zero(view.figure.dof(), task_->rows());
    task_->evaluate(view, error, Jt);
    return (counts_.asDiagonal() * Jt).transpose() / length_;
  }

  Measured measured(const MatX& J) const {
    if (measure_ == DexterityMeasure::kManipulability) return manipulability(J);
    return worst_direction(J, measure_ == DexterityMeasure::kCondition);
  }

  // ∂m/∂v_l = Σ_i Σ_k (∂m/∂J_ik) ∂²x_i/∂v_k∂v_l, with the second derivatives that the task knows as its curvature. A
  // ball's columns turn with it, by a rotation, which no singular value sees; those of a swing also stretch, and are
  // compared as they are.
  VecX slope(const TaskView& view) const {
    const int n = view.figure.dof();
    const Measured now = measured(jacobian(view));
    VecX gradient = VecX::Zero(n);
    for (int i = 0; i < task_->rows(); ++i) {
      MatX H = MatX::Zero(n, n);
      task_->add_curvature(view, VecX::Unit(task_->rows(), i), H);  // −∇²x_i
      gradient -= H * (counts_.asDiagonal() * now.slope.row(i).transpose()) / length_;
    }
    for (const Joint& joint : view.figure.joints()) {
      if (joint.model != Model::kSwing) continue;
      for (int l = joint.v; l < joint.v + 2; ++l) {
        const VecX h = kDifference * VecX::Unit(n, l);
        const MatX change = at(view, h, [&](const TaskView& v) { return jacobian(v); }) -
                            at(view, -h, [&](const TaskView& v) { return jacobian(v); });
        gradient[l] = now.slope.cwiseProduct(change).sum() / (2.0 * kDifference);
      }
    }
    return -gradient / std::pow(1.0 + now.m, 3);
  }

  // By central differences of the slope, along the degrees of freedom that move the site.
  MatX curvature(const TaskView& view) const {
    const int n = view.figure.dof();
    VecX error(task_->rows());
    MatX Jt = MatX::Zero(n, task_->rows());
    task_->evaluate(view, error, Jt);
    MatX H = MatX::Zero(n, n);
    for (int k = 0; k < n; ++k) {
      if (Jt.row(k).isZero(0.0)) continue;
      const VecX h = kDifference * VecX::Unit(n, k);
      const auto slope_at = [&](const VecX& v) {
        return at(view, v, [&](const TaskView& there) { return slope(there); });
      };
      H.col(k) = (slope_at(h) - slope_at(-h)) / (2.0 * kDifference);
    }
    return 0.5 * (H + H.transpose());
  }

  std::unique_ptr<Task> task_;
  DexterityMeasure measure_;
  VecX counts_;
  double length_;
};

}  // namespace

std::unique_ptr<Criterion> dexterity_criterion(int site, const Eigen::Matrix3Xd& axes, DexterityMeasure measure,
                                               const VecX& counts, double length) {
  return std::make_unique<Dexterity>(site, axes, measure, counts, length);
}

}  // namespace poise
