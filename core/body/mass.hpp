// Mass properties of a posed figure: centre of mass, inertia, what each joint carries, and their derivatives.
//
// For joint j, the upper body is all it carries: mass m_j^U and centre G_j^U, found by one sweep from the leaves to
// the root (Baerlocher 3.9.2; Boulic's augmented bodies). Moments are taken about the reference point o of
// `Kinematics`: first h = Σ m (c − o), second E = ∫ (x − o)(x − o)ᵀ dm. Inertia is I = tr(E) 1 − E.
#pragma once

#include <vector>

#include "body/kinematics.hpp"

namespace poise {

struct MassState {
  std::vector<Vec3> first;  // h of the upper body of every joint
  Vec3 center;              // G, world; the root's origin when there is no mass
};

void carry_masses(const Figure& figure, const Kinematics& kinematics, MassState& out);

// ∂G/∂q, column (m_j^U / m)(ν_k + ω_k × (G_j^U − o)) (Baerlocher table 4.1, Boulic eq. 8). Zero without mass.
void center_jacobian(const Figure& figure, const Kinematics& kinematics, const MassState& masses,
                     Eigen::Ref<Eigen::Matrix3Xd> out);

// Inertia of the whole figure about its centre of mass, world axes.
Mat3 central_inertia(const Figure& figure, const Kinematics& kinematics, const MassState& masses);

// ∂I/∂q of that inertia; column k holds the 3×3 matrix column by column (9 × dof).
//   dE = [ω]× E_j + E_j [ω]×ᵀ + ν h_jᵀ + h_j νᵀ, all about G; dI = tr(dE) 1 − dE
Eigen::Matrix<double, 9, Eigen::Dynamic> central_inertia_jacobian(const Figure& figure, const Kinematics& kinematics,
                                                                  const MassState& masses);

// ∂U/∂q of the potential energy U = −m g·G: the joint torques that hold the pose against gravity.
VecX gravity_torques(const Figure& figure, const Kinematics& kinematics, const MassState& masses);

}  // namespace poise
