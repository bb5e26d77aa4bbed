// Criteria that draw the joints to a posture.
#include <cmath>
#include <utility>

#include "criteria/criterion.hpp"

namespace poise {

namespace {

// The Hessian of ½ θ² for a rotation that is θ away, along the way ω there: 1 along ω and (θ/2) cot(θ/2) across it.
Mat3 turn_hessian(const Vec3& omega) {
  const double theta = omega.norm();
  if (theta < 1e-6) return Mat3::Identity();
  const Vec3 u = omega / theta;
  const double across = 0.5 * theta / std::tan(0.5 * theta);
  return across * Mat3::Identity() + (1.0 - across) * u * u.transpose();
}

// The gradient of ½ |way|² is minus the way itself. That holds for a rotation because its logarithm is an eigenvector
// of all Jacobians of exp, and for the base because its position and its rotation are measured one by one.
class NearPose final : public Criterion {
 public:
  NearPose(VecX coordinates, VecX weights) : goal_(std::move(coordinates)), weights_(std::move(weights)) {}

  double evaluate(const TaskView& view, VecX& gradient, MatX& hessian) const override {
    const VecX away = way(view);
    gradient = -weights_.cwiseProduct(away);
    hessian = weights_.asDiagonal();
    for (const Joint& joint : view.figure.joints()) {
      if (joint.model != Model::kBall && joint.model != Model::kFree) continue;
      const int at = joint.v + size_of(joint.model).dof - 3;
      hessian.block<3, 3>(at, at) = weights_[joint.v] * turn_hessian(away.segment<3>(at));
    }
    return 0.5 * away.cwiseAbs2().dot(weights_);
  }

  double value(const TaskView& view) const override { return 0.5 * way(view).cwiseAbs2().dot(weights_); }

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

  VecX goal_, weights_;
};

}  // namespace

std::unique_ptr<Criterion> near_pose_criterion(const VecX& coordinates, const VecX& weights) {
  return std::make_unique<NearPose>(coordinates, weights);
}

}  // namespace poise
