// Criteria that draw the joints to a posture.
#include <type_traits>
#include <utility>

#include "criteria/criterion.hpp"
#include "criteria/turn_cost.hpp"

namespace poise {

namespace {

// In the place of a Hessian that nobody asks for.
struct NoHessian {};

// The gradient of ½ |way|² is minus the way itself. That holds for a rotation because its logarithm is an eigenvector
// of all Jacobians of exp, and for the base because its position and its rotation are measured one by one. Only turns
// whose components count differently need more (turn_cost.hpp).
class NearPose final : public Criterion {
 public:
  NearPose(VecX coordinates, VecX weights, std::optional<UprightWeights> base)
      : goal_(std::move(coordinates)), weights_(std::move(weights)), base_(std::move(base)) {}

  double evaluate(const TaskView& view, VecX& gradient, MatX& hessian) const override {
    hessian = weights_.asDiagonal();
    return bend_turns(view, gradient, hessian);
  }
  bool is_by_joint() const override { return true; }
  double evaluate_by_joint(const TaskView& view, VecX& gradient, TreeMatrix& hessian) const override {
    hessian.add_diagonal(weights_);
    return bend_turns(view, gradient, hessian);
  }

  double slope(const TaskView& view, VecX& gradient) const override {
    NoHessian none;
    return bend_turns(view, gradient, none);
  }

  double value(const TaskView& view) const override {
    const double total = 0.5 * way(view).cwiseAbs2().dot(weights_);
    return base_ ? total + upright_turn_value(base_turn(view), base_->up, base_->turn) : total;
  }

 private:
  // The gradient, and the blocks of rotations in the Hessian; f.
  template <typename Matrix>
  double bend_turns(const TaskView& view, VecX& gradient, Matrix& hessian) const {
    const VecX away = way(view);
    gradient = -weights_.cwiseProduct(away);
    double total = 0.5 * away.cwiseAbs2().dot(weights_);
    for (const Joint& joint : view.figure.joints()) {
      if (joint.model != Model::kBall && joint.model != Model::kFree) continue;
      const int at = joint.v + size_of(joint.model).dof - 3;
      const Vec3 omega = away.segment<3>(at), weights = weights_.segment<3>(at);
      if ((weights.array() == weights[0]).all()) {
        if constexpr (!std::is_same_v<Matrix, NoHessian>)
          hessian.block(at, at, 3, 3) = weights[0] * turn_hessian(omega);
      } else {
        const TurnCost turn = weighted_turn(-omega, weights);
        gradient.segment<3>(at) = turn.gradient;
        if constexpr (!std::is_same_v<Matrix, NoHessian>) hessian.block(at, at, 3, 3) = turn.hessian;
      }
    }
    if (base_) total += add_base_turn(view, gradient, hessian);
    return total;
  }

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

  template <typename Matrix>
  double add_base_turn(const TaskView& view, VecX& gradient, Matrix& hessian) const {
    const Joint& base = view.figure.joints().front();
    const TurnCost turn = upright_turn(base_turn(view), base_->up, base_->turn);
    const Mat3 R = stored_rotation(base, view.q).toRotationMatrix();  // from the moving frame of its tangent
    gradient.segment<3>(base.v + 3) += R.transpose() * turn.gradient;
    if constexpr (!std::is_same_v<Matrix, NoHessian>)
      hessian.block(base.v + 3, base.v + 3, 3, 3) += R.transpose() * turn.hessian * R;
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
