// A posed figure: coordinates with kinematics and masses already run. And all a solver asks of it in one sweep.
#pragma once

#include <memory>
#include <vector>

#include "poise/mass.hpp"

namespace poise {

class Pose {
 public:
  // q must have figure->size() finite numbers with quaternions that are unit but for rounding.
  Pose(std::shared_ptr<const Figure> figure, VecX q);
  // The same with what has been run for q already.
  Pose(std::shared_ptr<const Figure> figure, VecX q, Kinematics kinematics, MassState masses);

  const Figure& figure() const { return *figure_; }
  const std::shared_ptr<const Figure>& shared_figure() const { return figure_; }
  const VecX& coordinates() const { return q_; }
  const Kinematics& kinematics() const { return kinematics_; }
  const MassState& masses() const { return masses_; }

 private:
  std::shared_ptr<const Figure> figure_;
  VecX q_;
  Kinematics kinematics_;
  MassState masses_;
};

// Frames, the Jacobians of all sites and of the centre of mass, in memory that is used again from step to step.
struct Sweep {
  explicit Sweep(const Figure& figure);
  void run(const Figure& figure, const ConstVec& q);

  Kinematics kinematics;
  MassState masses;
  std::vector<Placement> sites;
  std::vector<Eigen::Matrix<double, 6, Eigen::Dynamic>> site_jacobians;
  Eigen::Matrix3Xd center_jacobian;
};

}  // namespace poise
