#include "solve/step_variables.hpp"

#include <utility>

namespace poise {

void StepVariables::set(std::vector<int> order, const VecX& scale) {
  order_ = std::move(order);
  place_.resize(order_.size());
  const auto n = static_cast<Eigen::Index>(order_.size());
  scale_ = VecX::Ones(n);
  column_.resize(n);
  for (std::size_t i = 0; i < order_.size(); ++i) {
    place_[static_cast<std::size_t>(order_[i])] = static_cast<int>(i);
    if (scale.size() > 0) scale_[static_cast<Eigen::Index>(i)] = scale[order_[i]];
  }
  runs_.clear();
  for (std::size_t i = 0; i < order_.size(); ++i) {
    if (!runs_.empty() && order_[i] == runs_.back().from + runs_.back().length)
      ++runs_.back().length;
    else
      runs_.push_back({order_[i], static_cast<int>(i), 1});
  }
}

VecX StepVariables::motion(const VecX& u) const {
  VecX v(u.size());
  for (Eigen::Index i = 0; i < u.size(); ++i) v[order_[static_cast<std::size_t>(i)]] = scale_[i] * u[i];
  return v;
}

VecX StepVariables::step_of(const VecX& v) const {
  VecX u(v.size());
  for (Eigen::Index i = 0; i < v.size(); ++i) u[i] = v[order_[static_cast<std::size_t>(i)]] / scale_[i];
  return u;
}

void StepVariables::reorder(VecX& values) const {
  column_ = values;
  for (Eigen::Index i = 0; i < values.size(); ++i) values[i] = column_[order_[static_cast<std::size_t>(i)]];
}

void StepVariables::reorder(std::vector<int>& dofs) const {
  for (int& dof : dofs) dof = place_[static_cast<std::size_t>(dof)];
}

void StepVariables::take(VecX& gradient) const {
  reorder(gradient);
  gradient.array() *= scale_.array();
}

void StepVariables::take(const MatX& given, MatX& rows) const {
  for (Eigen::Index j = 0; j < rows.cols(); ++j) {
    for (const Run& run : runs_) {
      const double* from = given.data() + j * given.rows() + run.from;
      const double* scale = scale_.data() + run.to;
      double* to = rows.data() + j * rows.rows() + run.to;
      for (int i = 0; i < run.length; ++i) to[i] = scale[i] * from[i];
    }
  }
}

void StepVariables::take_both(MatX& hessian) const {
  const Eigen::Index n = hessian.rows();
  given_.swap(hessian);
  hessian.resize(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    const double* from = given_.data() + n * order_[static_cast<std::size_t>(j)];
    for (Eigen::Index i = j; i < n; ++i)
      hessian(i, j) = hessian(j, i) = scale_[i] * scale_[j] * from[order_[static_cast<std::size_t>(i)]];
  }
}

}  // namespace poise
