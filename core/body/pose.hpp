// A posed figure: coordinates with their kinematics and masses. And all a solver asks of it in one sweep.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "body/mass.hpp"

namespace poise {

// Never changes, and any number of threads may ask it at once. Kinematics are run when they are first asked for: many
// poses are only passed on.
class Pose {
 public:
  // q must have figure->size() finite numbers with quaternions that are unit but for rounding.
  Pose(std::shared_ptr<const Figure> figure, VecX q);

  const Figure& figure() const { return *figure_; }
  const std::shared_ptr<const Figure>& shared_figure() const { return figure_; }
  const VecX& coordinates() const { return q_; }
  const Kinematics& kinematics() const { return run().kinematics; }
  // Of these the placements of segments alone, which many want of a pose and no more.
  const Kinematics& placed() const;
  const MassState& masses() const { return run().masses; }

 private:
  struct Run {
    std::once_flag placed, once;
    Kinematics kinematics;
    MassState masses;
  };
  const Run& run() const;

  std::shared_ptr<const Figure> figure_;
  VecX q_;
  std::shared_ptr<Run> run_;  // copies of a pose have it in common
};

// How far (m) some segments are in another pose of the same figure from where they are, each at its origin and half a
// metre beside it.
double farthest_moved(const Pose& pose, const Pose& other, const std::vector<int>& segments);

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
