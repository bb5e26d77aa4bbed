// A criterion that draws single natural coordinates to values of their own: flexion and extension.
#include <utility>

#include "criteria/criterion.hpp"

namespace poise {

namespace {

class Coordinates final : public Criterion {
 public:
  explicit Coordinates(std::vector<CoordinateWish> wishes) : wishes_(std::move(wishes)) {}

  double evaluate(const TaskView& view, VecX& gradient, MatX& hessian) const override {
    hessian = MatX::Zero(view.figure.dof(), view.figure.dof());
    return add(view, gradient, hessian);
  }
  double value(const TaskView& view) const override {
    const VecX x = natural_coordinates(view.figure, view.q);
    double total = 0.0;
    for (const CoordinateWish& wish : wishes_) {
      const double r = (x[wish.coordinate] - wish.goal) / wish.range;
      total += 0.5 * wish.weight * r * r;
    }
    return total;
  }
  bool is_by_joint() const override { return true; }
  double evaluate_by_joint(const TaskView& view, VecX& gradient, TreeMatrix& hessian) const override {
    return add(view, gradient, hessian);
  }

 private:
  template <typename Matrix>
  double add(const TaskView& view, VecX& gradient, Matrix& hessian) const {
    gradient = VecX::Zero(view.figure.dof());
    const VecX x = natural_coordinates(view.figure, view.q);
    double total = 0.0;
    for (const CoordinateWish& wish : wishes_) {
      const Joint& joint =
          view.figure.joints()[static_cast<std::size_t>(view.figure.joint_of_natural(wish.coordinate))];
      const VecX rates = natural_rates(joint, view.q).row(wish.coordinate - joint.x).transpose() / wish.range;
      const double r = (x[wish.coordinate] - wish.goal) / wish.range;
      const auto size = static_cast<int>(rates.size());
      total += 0.5 * wish.weight * r * r;
      gradient.segment(joint.v, size) += wish.weight * r * rates;
      hessian.block(joint.v, joint.v, size, size) += wish.weight * rates * rates.transpose();
    }
    return total;
  }

  std::vector<CoordinateWish> wishes_;
};

}  // namespace

std::unique_ptr<Criterion> coordinates_criterion(std::vector<CoordinateWish> wishes) {
  return std::make_unique<Coordinates>(std::move(wishes));
}

}  // namespace poise
