// Forward kinematics and Jacobians: where everything is, and how it moves when the joints do.
//
// Every degree of freedom k moves what its joint carries with a world-frame twist (ω_k, ν_k): a point x moves by
// ν_k + ω_k × (x − o). The reference point o is the root's origin, so that a figure far from the world's origin
// loses no digits. All Jacobians are read off these twists (Baerlocher 4.5, table 4.1).
#pragma once

#include <vector>

#include "body/coordinates.hpp"

namespace poise {

// One vector a degree of freedom; all x stand side by side, then all y, then all z: Jacobians are made row by row.
using Rows3 = Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::RowMajor>;

struct Kinematics {
  std::vector<Placement> segments;  // T_world_segment
  Rows3 angular;                    // ω_k, world axes
  Rows3 linear;                     // ν_k, world axes, about the reference point
  Vec3 reference = Vec3::Zero();    // o
  // What `place` works with: angles, their sines and cosines; T_carrier_segment of joints that are no hinges.
  Eigen::MatrixX3d trigonometry;
  std::vector<Placement> motions;
};

// Resizes `out` as needed; calling again with the same figure allocates nothing. First where everything is, then the
// twists at such places: whoever only measures does without them.
void forward(const Figure& figure, const ConstVec& q, Kinematics& out);
void place(const Figure& figure, const ConstVec& q, Kinematics& out);
void add_twists(const Figure& figure, const ConstVec& q, Kinematics& out);

// Where one segment is, T_world_segment, by the joints that carry it and no others.
Placement place_segment(const Figure& figure, const ConstVec& q, int segment);

// M(q) of one joint.
Placement joint_motion(const Joint& joint, const ConstVec& q);

// T_world_joint: the joint frame on its moving (child) side.
Placement joint_frame(const Figure& figure, const Kinematics& kinematics, int joint);

inline Vec3 site_point(const Figure& figure, const Kinematics& kinematics, int site) {
  const Site& s = figure.sites()[static_cast<std::size_t>(site)];
  const Placement& segment = kinematics.segments[static_cast<std::size_t>(s.segment)];
  return segment.p + segment.R * s.placement.p;
}
inline Mat3 site_turn(const Figure& figure, const Kinematics& kinematics, int site) {
  const Site& s = figure.sites()[static_cast<std::size_t>(site)];
  const Mat3& R = kinematics.segments[static_cast<std::size_t>(s.segment)].R;
  return s.turns ? Mat3(R * s.placement.R) : R;
}
inline Placement site_frame(const Figure& figure, const Kinematics& kinematics, int site) {
  return {site_turn(figure, kinematics, site), site_point(figure, kinematics, site)};
}

// Calls visit(begin, end) for every run of degrees of freedom that move a segment, leaf to root.
template <typename Visit>
void for_each_run(const Figure& figure, int segment, Visit&& visit) {
  const std::vector<SweepPlan::Run>& runs = figure.plan().runs;
  for (int i = segment; i >= 0; i = runs[static_cast<std::size_t>(i)].next)
    visit(runs[static_cast<std::size_t>(i)].begin, runs[static_cast<std::size_t>(i)].end);
}

// Calls visit(k) for every degree of freedom that moves a segment.
template <typename Visit>
void for_each_carrier(const Figure& figure, int segment, Visit&& visit) {
  for_each_run(figure, segment, [&](int begin, int end) {
    for (int k = begin; k < end; ++k) visit(k);
  });
}

// Jacobian of a point fixed to a segment: rows 0–2 linear, 3–5 angular, world axes. Writes the columns of the
// joints that carry the segment; the others must be zero already (they always are: the pattern never changes).
void point_jacobian(const Figure& figure, const Kinematics& kinematics, int segment, const Vec3& point,
                    Eigen::Ref<Eigen::Matrix<double, 6, Eigen::Dynamic>> out);

}  // namespace poise
