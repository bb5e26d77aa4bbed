// Loads: forces and torques that act on segments, what they add up to, and the joint torques that hold them.
//
// A wrench is (force F, moment M) about the reference point o of `Kinematics`. Joint torques are those that keep the
// pose still: τ = ∂U/∂q − Σ J_Eᵀ (f, t) (Baerlocher eqs. 6.7–6.11, with the sign of the holder, not of the load).
#pragma once

#include <vector>

#include "body/mass.hpp"

namespace poise {

using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;

// A force and a torque on a segment, at a point of it or of the one that presses it.
struct Load {
  int segment = 0;
  Vec3 point = Vec3::Zero();  // frame of the segment that carries it
  Vec3 force = Vec3::Zero();
  Vec3 torque = Vec3::Zero();
  int turns_with = -1;  // the segment whose axes force and torque keep; −1: those of the world
  int rides_on = -1;    // the segment that carries the point, when another one presses there; −1: the one acted on

  int carried_by() const { return rides_on < 0 ? segment : rides_on; }
};

// A load where the pose has it: point and vectors in the world.
Load placed(const Load& load, const Kinematics& kinematics);

// Force, and moment about the centre of mass, of all loads and the weight. Zero in equilibrium (eqs. 6.1, 6.2).
Vec6 unbalanced(const Figure& figure, const Kinematics& kinematics, const MassState& masses,
                const std::vector<Load>& loads);

// τ (dof,): what every degree of freedom must give to hold the pose against its weight and the loads.
VecX holding_torques(const Figure& figure, const Kinematics& kinematics, const MassState& masses,
                     const std::vector<Load>& loads);

// ∂τ/∂q (dof × dof), row k the change of τ_k (eqs. 6.14, 6.15 for all joint models).
MatX holding_torque_jacobian(const Figure& figure, const Kinematics& kinematics, const MassState& masses, const VecX& q,
                             const std::vector<Load>& loads);

}  // namespace poise
