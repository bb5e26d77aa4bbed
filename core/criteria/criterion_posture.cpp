// Criteria that draw the joints to a posture.
#include <utility>

#include "criteria/criterion.hpp"
#include "criteria/turn_cost.hpp"

namespace poise {

namespace {

// The gradient of ½ |way|² is minus the way itself. That holds for a rotation because its logarithm is an eigenvector
// of all Jacobians of exp, and for the base because its position and its rotation are measured one by one. Only turns
// whose components count differently need more (turn_cost.hpp).
class NearPose final : public Criterion {
 public:
  NearPose(VecX coordinates, VecX weights, std::optional<UprightWeights> base)
      : goal_(std::move(coordinates)), weights_(std::move(weights)), base_(std::move(base)) {}

  double evaluate(const TaskView& view, VecX& gradient, MatX& hessian) const override {
    const VecX away = way(view);
    gradient = -weights_.cwiseProduct(away);
    hessian = weights_.asDiagonal();
    double total = 0.5 * away.cwiseAbs2().dot(weights_);
    for (const Joint& joint : view.figure.joints()) {
      if (joint.model != Model::kBall && joint.model != Model::kFree) continue;
      const int at = joint.v + size_of(joint.model).dof - 3;
      const Vec3 omega = away.segment<3>(at), weights = weights_.segment<3>(at);
      if ((weights.array() == weights[0]).all()) {
        hessian.block<3, 3>(at, at) = weights[0] * turn_hessian(omega);
      } else {
        const TurnCost turn = weighted_turn(-omega, weights);
        gradient.segment<3>(at) = turn.gradient;
        hessian.block<3, 3>(at, at) = turn.hessian;
      }
    }
    if (base_) total += add_base_turn(view, gradient, hessian);
    return total;
  }

  double value(const TaskView& view) const override {
    const double total = 0.5 * way(view).cwiseAbs2().dot(weights_);
    return base_ ? total + upright_turn_value(base_turn(view), base_->up, base_->turn) : total;
  }

 private:
  VecX way(const TaskView& view) const {
    VecX v = difference(view.figure, view.q, goal_);
    for (const Joint& joint : view.figure.joints()) {
      if (joint.model != Model::kFree) continue;
      const Vec3 step = goal_.segment<3>(joint.q) - view.q.segment<3>(joint.q);
      v.segment<3>(joint.v) = stored_rotation(joint, view.q).conjugate() * step;
    }
    return v;
  }

  // From the base as the goal has it to where it is, in its parent: the world, turned as the joint is placed there.
  Quat base_turn(const TaskView& view) const {
    const Joint& base = view.figure.joints().front();
    return stored_rotation(base, view.q) * stored_rotation(base, goal_).conjugate();
  }

  double add_base_turn(const TaskView& view, VecX& gradient, MatX& hessian) const {
    const Joint& base = view.figure.joints().front();
    const TurnCost turn = upright_turn(base_turn(view), base_->up, base_->turn);
    const Mat3 R = stored_rotation(base, view.q).toRotationMatrix();  // from the moving frame of its tangent
    gradient.segment<3>(base.v + 3) += R.transpose() * turn.gradient;
    hessian.block<3, 3>(base.v + 3, base.v + 3) += R.transpose() * turn.hessian * R;
    return turn.value;
  }

  VecX goal_, weights_;
  std::optional<UprightWeights> base_;
};

}  // namespace

std::unique_ptr<Criterion> near_pose_criterion(const VecX& coordinates, const VecX& weights,
                                               std::optional<UprightWeights> base) {
  return std::make_unique<NearPose>(coordinates, weights, std::move(base));
}

}  // namespace poise
