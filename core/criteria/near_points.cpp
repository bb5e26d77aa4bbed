#include "criteria/near_points.hpp"

#include <utility>

namespace poise {

namespace {

// f = ½ Σ w |x(q) − goal|². Its Hessian without the curvature of x: Σ w Jᵀ J, which bends up only. Every J has columns
// for the degrees of freedom that carry its segment alone, so that many points cost little.
class NearPoints final : public Criterion {
 public:
  explicit NearPoints(std::vector<PointWish> wishes) : wishes_(std::move(wishes)) {}

  double evaluate(const TaskView& view, VecX& gradient, MatX& hessian) const override {
    const Kinematics& kinematics = view.kinematics;
    gradient = VecX::Zero(view.figure.dof());
    hessian = MatX::Zero(view.figure.dof(), view.figure.dof());
    std::vector<int> carriers;
    Eigen::Matrix3Xd J(3, view.figure.dof());
    for (const PointWish& wish : wishes_) {
      const Vec3 x = place(view, wish), away = x - wish.goal, arm = x - kinematics.reference;
      carriers.clear();
      for_each_carrier(view.figure, wish.segment, [&](int k) {
        const Vec3 omega = kinematics.angular.col(k);
        J.col(static_cast<Eigen::Index>(carriers.size())) = kinematics.linear.col(k) + omega.cross(arm);
        carriers.push_back(k);
      });
      const auto own = J.leftCols(static_cast<Eigen::Index>(carriers.size()));
      gradient(carriers) += wish.weight * (own.transpose() * away);
      hessian(carriers, carriers) += wish.weight * (own.transpose() * own);
    }
    return value(view);
  }

  double value(const TaskView& view) const override {
    double total = 0.0;
    for (const PointWish& wish : wishes_) total += 0.5 * wish.weight * (place(view, wish) - wish.goal).squaredNorm();
    return total;
  }

 private:
  static Vec3 place(const TaskView& view, const PointWish& wish) {
    const Placement& segment = view.kinematics.segments[static_cast<std::size_t>(wish.segment)];
    return segment.p + segment.R * wish.point;
  }

  std::vector<PointWish> wishes_;
};

}  // namespace

std::unique_ptr<Criterion> near_points_criterion(std::vector<PointWish> wishes) {
  return std::make_unique<NearPoints>(std::move(wishes));
}

}  // namespace poise
