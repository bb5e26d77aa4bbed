// Forward kinematics and Jacobians: where everything is, and how it moves when the joints do.
//
// Every degree of freedom k moves what its joint carries with a world-frame twist (ω_k, ν_k): a point x moves by
// ν_k + ω_k × (x − o). The reference point o is the root's origin, so that a figure far from the world's origin
// loses no digits. All Jacobians are read off these twists (Baerlocher 4.5, table 4.1).
#pragma once

#include <vector>

#include "poise/coordinates.hpp"

namespace poise {

struct Kinematics {
  std::vector<Placement> segments;  // T_world_segment
  std::vector<Placement> joints;    // T_world_joint: the joint frame on its moving (child) side
  Eigen::Matrix3Xd angular;         // ω_k, world axes
  Eigen::Matrix3Xd linear;          // ν_k, world axes, about the reference point
  Vec3 reference = Vec3::Zero();    // o
};

// Resizes `out` as needed; calling again with the same figure allocates nothing. First where everything is, then the
// twists at such places: whoever only measures does without them.
void forward(const Figure& figure, const ConstVec& q, Kinematics& out);
void place(const Figure& figure, const ConstVec& q, Kinematics& out);
void add_twists(const Figure& figure, const ConstVec& q, Kinematics& out);

// M(q) of one joint.
Placement joint_motion(const Joint& joint, const ConstVec& q);

Placement site_frame(const Figure& figure, const Kinematics& kinematics, int site);

// Calls visit(k) for every degree of freedom that moves a segment, leaf to root.
template <typename Visit>
void for_each_carrier(const Figure& figure, int segment, Visit&& visit) {
  for (int i = segment; i >= 0; i = figure.joints()[static_cast<std::size_t>(i)].carrier) {
    const Joint& joint = figure.joints()[static_cast<std::size_t>(i)];
    const int end = joint.v + size_of(joint.model).dof;
    for (int k = joint.v; k < end; ++k) visit(k);
  }
}

// Jacobian of a point fixed to a segment: rows 0–2 linear, 3–5 angular, world axes. Writes the columns of the
// joints that carry the segment; the others must be zero already (they always are: the pattern never changes).
void point_jacobian(const Figure& figure, const Kinematics& kinematics, int segment, const Vec3& point,
                    Eigen::Ref<Eigen::Matrix<double, 6, Eigen::Dynamic>> out);

}  // namespace poise
