#include "kernel/reduced_objective.hpp"

#include <algorithm>

#include "kernel/quadratic.hpp"
#include "math/dense.hpp"

namespace poise {

void ReducedObjective::take(const Objective& objective, int number) {
  number_ = number;
  damping_ = objective.damping;
  hessian_.resize(0, 0);
  plain_ = false;
  own_ = objective.tree.exists() ? objective.tree.dense() : objective.hessian;
  aim_at(objective.gradient);
}

void ReducedObjective::take(const LevelRows& posture, int number) {
  number_ = number;
  damping_ = posture.damping;
  hessian_.resize(0, 0);
  plain_ = false;
  own_ = posture.diagonal.cwiseAbs2().asDiagonal();
  aim_at(posture);
}

void ReducedObjective::set_curvature(CurvatureSource& source, const Multipliers& multipliers, Curvature& curvature) {
  curvature.tree = {};
  curvature.dense.setZero(own_.rows(), own_.cols());
  source.add_curvature(static_cast<std::size_t>(number_), multipliers, curvature.dense);
  hessian_ = own_ + curvature.dense;
}

bool ReducedObjective::is_poor(const VecX& from, const VecX& to, CurvatureSource& source,
                               const Multipliers& multipliers) const {
  MatX other = MatX::Zero(own_.rows(), own_.cols());
  source.add_curvature(static_cast<std::size_t>(number_), multipliers, other);
  other += own_;
  const VecX way = to - from, middle = 0.5 * (from + to);
  return way.dot(gradient_ + other * middle) > kPoorShare * way.dot(slope(middle));
}

bool ReducedObjective::reduce(const LaneFactorisation& factors, bool may_shift) {
  const Eigen::Index left = hessian_.rows() - factors.rows();
  turned_ = hessian_;
  factors.turn_two_sided(turned_);
  factor_ = turned_.bottomRightCorner(left, left);
  if (left == 0) return true;
  const double scale = std::max(kFlat, factor_.diagonal().cwiseAbs().maxCoeff());
  double shift = std::max(damping_, kRegular * scale);
  for (int i = 0; i < kShifts; ++i) {
    if (i > 0) factor_ = turned_.bottomRightCorner(left, left);
    factor_.diagonal().array() += shift;
    if (cholesky(factor_)) return true;
    if (!may_shift) return false;
    shift = std::max(kMoreShift * shift, kFirstShift * scale);
  }
  return false;
}

bool ReducedObjective::is_convex() const {
  const Eigen::Index left = factor_.rows();
  MatX raised = turned_.bottomRightCorner(left, left);
  raised.diagonal().array() += kConcave * std::max(kFlat, hessian_.diagonal().cwiseAbs().maxCoeff());
  return left == 0 || cholesky(raised);
}

VecX ReducedObjective::complete(const LaneFactorisation& factors, const VecX& y) const {
  const Eigen::Index rows = factors.rows();
  VecX all(hessian_.rows());
  all.head(rows) = y;
  auto z = all.tail(all.size() - rows);
  z = -factors.to_coordinates(slope(factors.to_step(y, static_cast<int>(rows)))).tail(z.size());
  factor_.triangularView<Eigen::Lower>().solveInPlace(z);
  factor_.triangularView<Eigen::Lower>().transpose().solveInPlace(z);
  return factors.to_step_from_all(all);
}

VecX ReducedObjective::response(const LaneFactorisation& factors, const VecX& row) const {
  VecX all = factors.to_coordinates(row);
  all.head(factors.rows()).setZero();
  auto z = all.tail(all.size() - factors.rows());
  factor_.triangularView<Eigen::Lower>().solveInPlace(z);
  factor_.triangularView<Eigen::Lower>().transpose().solveInPlace(z);
  return factors.to_step_from_all(all);
}

VecX ReducedObjective::slope(const VecX& v) const {
  VecX slope = gradient_;
  slope.noalias() += hessian_ * v;
  return slope;
}

}  // namespace poise
