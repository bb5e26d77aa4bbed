#include "poise/task.hpp"

#include "task_parts.hpp"

namespace poise {

void Task::evaluate_room(const TaskView& view, Eigen::Ref<VecX> low, Eigen::Ref<VecX> high, Eigen::Ref<MatX> Jt) const {
  evaluate(view, low, Jt);
  high = low;
}

void Task::add_curvature(const TaskView&, const VecX&, MatX&) const {}

void Inequality::evaluate(const TaskView& view, Out error, OutT Jt) const {
  VecX low(rows()), high(rows());
  evaluate_room(view, low, high, Jt);
  error = low.cwiseMax(0.0) + high.cwiseMin(0.0);
}

void add_chain_curvature(const TaskView& view, const std::vector<int>& root_first, const Eigen::Matrix3Xd& columns,
                         const Vec3& f, MatX& H) {
  for (std::size_t a = 0; a < root_first.size(); ++a) {
    const int k = root_first[a];
    const Vec3 turned = f.cross(Vec3(view.kinematics.angular.col(k)));  // f · (ω × J) = (f × ω) · J
    for (std::size_t b = a; b < root_first.size(); ++b) {
      const int l = root_first[b];
      const double h = -turned.dot(columns.col(l));
      H(k, l) += h;
      if (k != l) H(l, k) += h;
    }
  }
}

}  // namespace poise
