// How joint torques bend: Σ p_k ∂²τ_k for a fixed p.
//
// Torques of loads that keep their direction are slopes of a potential U, so that Σ p_k ∂_k∂_l∂_m U is also how the
// Jacobian of the torques changes along p, which costs one more of it. A ball joint's degrees of freedom do not
// commute: ∂_k∂_l − ∂_l∂_k = ∂_[k,l] with [k, l] = e_k × e_l (of a free joint, the bracket of motions), and bringing
// p's derivative to the front leaves − J [p] − [p]ᵀ J with the matrix of l ↦ [p, l].
#include "poise/loads.hpp"

namespace poise {

namespace {

constexpr double kStep = 3e-8;  // radians; the difference is exact to about as much

MatX jacobian_at(const Figure& figure, const VecX& q, const std::vector<Load>& loads) {
  Kinematics kinematics;
  MassState masses;
  forward(figure, q, kinematics);
  carry_masses(figure, kinematics, masses);
  return holding_torque_jacobian(figure, kinematics, masses, q, loads);
}

// C ← C − J [p] − [p]ᵀ J, joint by joint.
void take_brackets(const Figure& figure, const VecX& p, const MatX& J, MatX& C) {
  const auto take = [&](int row, int col, const Mat3& A) {  // the part A of [p] in these rows and columns
    C.middleCols<3>(col).noalias() -= J.middleCols<3>(row) * A;
    C.middleRows<3>(col).noalias() -= A.transpose() * J.middleRows<3>(row);
  };
  for (const Joint& joint : figure.joints()) {
    if (joint.model != Model::kBall && joint.model != Model::kFree) continue;
    const int turn = joint.v + size_of(joint.model).dof - 3;
    const Mat3 turning = cross_matrix(p.segment<3>(turn));
    if (p.segment(joint.v, size_of(joint.model).dof).isZero(0.0)) continue;
    take(turn, turn, turning);
    if (joint.model == Model::kBall) continue;
    take(joint.v, joint.v, turning);
    take(joint.v, turn, cross_matrix(p.segment<3>(joint.v)));
  }
}

}  // namespace

MatX holding_torque_curvature(const Figure& figure, const VecX& q, const MatX& J, const std::vector<Load>& loads,
                              const VecX& p) {
  const double size = p.cwiseAbs().maxCoeff();
  if (size == 0.0) return MatX::Zero(J.rows(), J.cols());
  MatX curvature = (jacobian_at(figure, integrate(figure, q, kStep / size * p), loads) - J) * (size / kStep);
  take_brackets(figure, p, J, curvature);
  return 0.5 * (curvature + curvature.transpose());
}

}  // namespace poise
