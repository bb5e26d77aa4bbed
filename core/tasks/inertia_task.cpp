#include "tasks/inertia_task.hpp"

#include <algorithm>
#include <cmath>

#include "tasks/task_parts.hpp"

namespace poise {

namespace {

constexpr double kLeastRadius = 1e-6;  // m; below, √ is too steep to be followed

class GyrationTask final : public Task {
 public:
  GyrationTask(const Vec3& axis, double radius) : axis_(axis.normalized()), radius_(radius) {}
  int rows() const override { return 1; }
  int goal_size() const override { return 1; }
  void set_goal(const VecX& goal) override { radius_ = goal[0]; }
  void evaluate(const TaskView& view, Out error, OutT Jt) const override {
    const double mass = view.figure.mass();
    if (mass <= 0.0) {  // nothing to distribute
      error[0] = 0.0;
      return;
    }
    const double moment = axis_.dot(central_inertia(view.figure, view.kinematics, view.masses) * axis_);
    const double r = std::sqrt(std::max(0.0, moment / mass));
    error[0] = radius_ - r;
    const Mat3 along = axis_ * axis_.transpose();  // I = aᵀ 𝐈 a, dr = dI / 2 m r
    Jt.col(0) = central_inertia_jacobian(view.figure, view.kinematics, view.masses).transpose() *
                Eigen::Map<const Eigen::Matrix<double, 9, 1>>(along.data()) / (2.0 * mass * std::max(r, kLeastRadius));
  }

 private:
  Vec3 axis_;
  double radius_;
};

}  // namespace

std::unique_ptr<Task> gyration_task(const Vec3& axis, double radius) {
  return std::make_unique<GyrationTask>(axis, radius);
}

}  // namespace poise
