// A criterion that draws single natural coordinates to values of their own: flexion and extension.
#include <utility>

#include "criteria/criterion.hpp"

namespace poise {

namespace {

class Coordinates final : public Criterion {
 public:
  explicit Coordinates(std::vector<CoordinateWish> wishes) : wishes_(std::move(wishes)) {}

  double evaluate(const TaskView& view, VecX& gradient, MatX& hessian) const override {
    const int n = view.figure.dof();
    gradient = VecX::Zero(n);
    hessian = MatX::Zero(n, n);
    const VecX x = natural_coordinates(view.figure, view.q);
    double total = 0.0;
    for (const CoordinateWish& wish : wishes_) {
      const Joint& joint =
          view.figure.joints()[static_cast<std::size_t>(view.figure.joint_of_natural(wish.coordinate))];
      const VecX rates = natural_rates(joint, view.q).row(wish.coordinate - joint.x).transpose() / wish.range;
      const double r = (x[wish.coordinate] - wish.goal) / wish.range;
      const auto size = rates.size();
      total += 0.5 * wish.weight * r * r;
      gradient.segment(joint.v, size) += wish.weight * r * rates;
      hessian.block(joint.v, joint.v, size, size) += wish.weight * rates * rates.transpose();
    }
    return total;
  }

 private:
  std::vector<CoordinateWish> wishes_;
};

}  // namespace

std::unique_ptr<Criterion> coordinates_criterion(std::vector<CoordinateWish> wishes) {
  return std::make_unique<Coordinates>(std::move(wishes));
}

}  // namespace poise
