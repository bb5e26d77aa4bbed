// What the goals behind one joint want of it, summed up: the joint's best motion follows from these sums alone, however
// many goals there are (Welman 5.4: k₁, k₂, k₃ are sums over all goals that the joint carries).
#pragma once

#include "body/coordinates.hpp"
#include "direct/limited_turn.hpp"

namespace poise {

// Where a joint's motion happens in the world: the frame it moves in, and its place there.
struct JointPlace {
  Mat3 F;       // R_world_fixed
  Vec3 center;  // of turning
  Placement X;  // T_fixed_moving now: M(q), or its inverse when the joint is reversed
};

// A motion of everything that a joint carries: x → center + turn (x − center) + shift.
struct CarriedMotion {
  Mat3 turn = Mat3::Identity();
  Vec3 center = Vec3::Zero(), shift = Vec3::Zero();

  Vec3 point(const Vec3& x) const { return center + turn * (x - center) + shift; }
};

class JointGoals {
 public:
  JointGoals(const Joint& joint, const JointPlace& place);

  // A point at x shall be at d, as far as P (a projection, or the unit matrix) counts, or a direction.
  void add_point(const Vec3& x, const Vec3& d, double weight);
  void add_point_along(const Vec3& x, const Vec3& d, const Mat3& P, double weight);
  void add_direction(const Vec3& x, const Vec3& d, double weight);
  bool empty() const { return weight_ == 0.0; }

  // The joint's part of q at its best, inside the limits of the joint, or on its way there by a share of it. Never
  // worse than staying.
  void improve(VecX& q, double share = 1.0) const;
  // Half the sum of the squared distances that a motion leaves, but for a constant.
  double left_after(const CarriedMotion& motion) const;

 private:
  void improve_free(VecX& q, double share) const;
  void improve_hinge(VecX& q, double share) const;
  void improve_slide(VecX& q, double share) const;
  bool is_hinge() const { return joint_.model == Model::kHinge; }
  Vec3 axis() const { return place_.F * joint_.axis; }

  const Joint& joint_;
  const JointPlace& place_;
  double weight_ = 0.0;              // of all
  double points_ = 0.0;              // of the points: Σ w
  Vec3 x_ = Vec3::Zero();            // Σ w x, from the centre
  Vec3 d_ = Vec3::Zero();            // Σ w d
  Mat3 H_ = Mat3::Zero();            // Σ w d xᵀ of points
  Mat3 D_ = Mat3::Zero();            // the same of directions
  Waves waves_;                      // of a hinge, by how far it turns in the world from here
  double along_ = 0.0, room_ = 0.0;  // of a slide: Σ w a·P a, Σ w a·P (d − x)
};

// What a joint's change from q to moved does to all it carries.
CarriedMotion motion_between(const Joint& joint, const JointPlace& place, const VecX& moved);

}  // namespace poise
