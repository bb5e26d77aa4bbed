// Joint torques of loads that keep their direction, as slopes of a potential, with two derivatives.
//
// Symbols: joint j carries the force F = Σ f and the arms A = Σ r fᵀ, r from the reference point. Degree of freedom l
// of it changes the moment of that load by m_l = ν_l × F + (A − tr A) ω_l, so that ∂τ_k/∂l = −ω_k · m_l when the joint
// of k carries that of l, and the same the other way round. All sums over the body that second derivatives ask for are
// then sums of 3 × 3 matrices along paths and over branches (see tree_form.hpp).
#pragma once

#include <vector>

#include "body/joint_rates.hpp"
#include "statics/loads.hpp"
#include "tasks/task.hpp"

namespace poise {

// Whether all loads keep their direction and have a potential.
bool have_potential(const std::vector<Load>& loads);

// What a joint carries.
struct Burden {
  Vec3 force = Vec3::Zero();  // F
  Mat3 arms = Mat3::Zero();   // A
};

// By joint: forces at points, both in the world, and one on every kilogram.
std::vector<Burden> burdens(const TaskView& view, const std::vector<Load>& placed_loads, const Vec3& per_kilogram);

// ∂τ of a joint by itself, in as many rows and columns as it has degrees of freedom.
using OwnBlock = Eigen::Matrix<double, 6, 6>;

class TorquePotential {
 public:
  // Of the weight and loads. Loads that turn along are taken to keep the direction they have in this pose, and torques
  // are left out.
  TorquePotential(const TaskView& view, const std::vector<Load>& loads);
  // Of any forces, by joint.
  TorquePotential(const TaskView& view, std::vector<Burden> burdens);

  const VecX& torques() const { return torques_; }              // τ (n)
  const Eigen::Matrix3Xd& moments() const { return moments_; }  // m (3 × n)
  const OwnBlock& own(std::size_t joint) const { return own_[joint]; }

  VecX slope(const VecX& p) const;   // Σ p_k ∂τ_k (n)
  void add_jacobian(MatX& H) const;  // H ← H + ∂τ (n × n), symmetrised
  void add_jacobian(TreeMatrix& H) const;
  // Σ w_k ∂τ_k ∂τ_kᵀ + Σ p_k ∂²τ_k (n × n), the latter symmetrised where degrees of freedom do not commute.
  MatX hessian(const VecX& w, const VecX& p) const;

 private:
  struct Motion;  // what changes when the body moves by p

  Twist twist(int k) const { return twist_of(view_.kinematics, k); }
  Vec3 arm_of(std::size_t joint) const {
    return joint_frame(view_.figure, view_.kinematics, static_cast<int>(joint)).p - view_.kinematics.reference;
  }
  AxisChanges in_world(std::size_t joint, AxisChanges changes) const;
  OwnBlock own_block(std::size_t joint) const;
  std::vector<Motion> motions(const VecX& p) const;
  void add_rates(std::size_t joint, const double* p, Motion& motion) const;

  TaskView view_;
  std::vector<Burden> carried_;
  std::vector<OwnBlock> own_;
  Eigen::Matrix3Xd moments_;
  VecX torques_;
};

}  // namespace poise
