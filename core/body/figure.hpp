// The figure as the core sees it: joints and segments in tree order, root first and depth first. Built once, never
// changed.
//
// Joint i carries segment i, and those of the joints that lie together behind it. A joint keeps the direction it was
// built with, T_parent_child = before · M(q) · after; when the tree walks it from child to parent (after re-rooting) it
// is `reversed` and its inverse is used, so its coordinates and limits never change.
//
// This folder is for the body: figure, coordinates, kinematics, masses, poses. It may know `math`; everything below
// uses it, mostly through `Pose`.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "body/joint_limit.hpp"
#include "body/sweep_plan.hpp"
#include "math/placement.hpp"

namespace poise {

enum class Model : int { kFixed, kHinge, kSlide, kElbow, kSwing, kBall, kFree };

struct ModelSize {
  int stored;   // numbers kept in coordinates
  int dof;      // size of the tangent
  int natural;  // natural coordinates
};

constexpr ModelSize size_of(Model model) {
  constexpr ModelSize kSizes[] = {{0, 0, 0}, {1, 1, 1}, {1, 1, 1}, {2, 2, 2}, {2, 2, 2}, {4, 3, 3}, {7, 6, 6}};
  return kSizes[static_cast<int>(model)];
}

// Which limits a joint can have: a range a coordinate, or a region for its swing (and, of a ball, a range for its
// twist).
constexpr bool has_ranges(Model model) {
  return model == Model::kHinge || model == Model::kSlide || model == Model::kElbow;
}
constexpr bool has_swing(Model model) { return model == Model::kSwing || model == Model::kBall; }

// Twists τ within ±π, by their tan(τ/2): z / w of the quaternion, whatever its swing. Nothing is promised outside.
struct TwistBand {
  double least = 1.0, most = -1.0;

  bool has(const Quat& rotation) const {
    const double sign = rotation.w() < 0.0 ? -1.0 : 1.0, z = sign * rotation.z(), w = sign * rotation.w();
    return z > least * w && z < most * w;
  }
};

struct Joint {
  Model model = Model::kFixed;
  bool reversed = false;
  int carrier = -1;   // index of the joint whose segment this one hangs on; −1 is the world
  Placement in, out;  // T_carrier_segment = in · M(q)^±1 · out
  Vec3 axis = Vec3::UnitZ();
  // Filled in by Figure: whether those rotate, or do anything, at all; the coordinate axis that `axis` lies along, −1
  // when it is oblique; offsets into coordinates, tangent and natural coordinates.
  bool in_turns = true, out_turns = true, out_moves = true;
  int coordinate_axis = -1;
  TwistBand twist_band;  // of a ball: twists that are allowed wherever it points
  int q = 0, v = 0, x = 0;
  JointLimit limit;
  std::string name;  // as people call it, for rules of the solver that are about some joints; else nobody asks
};

struct Segment {
  double mass = 0.0;
  Vec3 center = Vec3::Zero();  // segment frame
  Mat3 second = Mat3::Zero();  // ∫ r rᵀ dm about the centre: ½ tr(I) 1 − I for inertia I
};

struct Site {
  int segment = 0;
  Placement placement;
  bool turns = true;  // filled in by Figure: whether the placement rotates at all
};

// min ≤ Σ factor · natural coordinate ≤ max
struct Coupling {
  std::vector<int> indices;
  std::vector<double> factors;
  double min = 0.0, max = 0.0;
};

class Figure {
 public:
  // Offsets are filled in here; everything else must be valid already (the Python layer checks and explains).
  Figure(std::vector<Joint> joints, std::vector<Segment> segments, std::vector<Site> sites,
         std::vector<Coupling> couplings, const Vec3& gravity);

  const std::vector<Joint>& joints() const { return joints_; }
  const std::vector<Segment>& segments() const { return segments_; }
  const std::vector<Site>& sites() const { return sites_; }
  const std::vector<Coupling>& couplings() const { return couplings_; }
  const Vec3& gravity() const { return gravity_; }
  // Joints and segments as the sweeps over all of them want them.
  const SweepPlan& plan() const { return plan_; }

  // A pose inside all limits and couplings, from which clamping can work outward; empty until it is known.
  const VecX& home() const { return home_; }
  void set_home(VecX q) { home_ = std::move(q); }

  // The ranges of all stored coordinates, unbounded where there is none; whether no joint is limited otherwise.
  const VecX& least() const { return least_; }
  const VecX& most() const { return most_; }
  bool has_ranges_alone() const { return ranges_alone_; }

  int size() const { return size_; }        // stored coordinates
  int dof() const { return dof_; }          // tangent
  int natural() const { return natural_; }  // natural coordinates
  double mass() const { return carried_mass_.empty() ? 0.0 : carried_mass_[0]; }

  // The joints that couplings name, each once.
  const std::vector<int>& coupled_joints() const { return coupled_joints_; }
  // The index of the joint that a natural coordinate belongs to.
  int joint_of_natural(int coordinate) const;

  // Mass of everything joint i carries (m_j^U of Baerlocher 3.9.2).
  double carried_mass(int joint) const { return carried_mass_[static_cast<std::size_t>(joint)]; }
  // One past the last degree of freedom of the joints that joint i carries, itself included.
  int dofs_end(int joint) const { return dofs_end_[static_cast<std::size_t>(joint)]; }

 private:
  void find_ranges();
  void find_coupled_joints();

  std::vector<Joint> joints_;
  std::vector<Segment> segments_;
  std::vector<Site> sites_;
  std::vector<Coupling> couplings_;
  SweepPlan plan_;
  Vec3 gravity_;
  VecX home_;
  VecX least_, most_;
  bool ranges_alone_ = false;
  std::vector<double> carried_mass_;
  std::vector<int> dofs_end_, coupled_joints_;
  int size_ = 0, dof_ = 0, natural_ = 0;
};

}  // namespace poise
