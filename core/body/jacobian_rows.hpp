// Rows of Jacobians, each written along all degrees of freedom at once.
//
// A row is the work of a wrench when a degree of freedom moves: force · ν_k + moment · ω_k, the moment being about the
// reference of `Kinematics`. The velocity of a point along a direction f is the work of the force f at that point.
#pragma once

#include "body/mass.hpp"

namespace poise {

// One wrench a column: force above moment. As many as a site's place and turn have.
using Wrenches = Eigen::Matrix<double, 6, Eigen::Dynamic, Eigen::ColMajor, 6, 6>;

// Forces along the columns of `axes` at a point.
Wrenches forces_at(const Kinematics& kinematics, const Vec3& point, const Eigen::Ref<const Eigen::Matrix3Xd>& axes);

// Adds such rows of what is fixed to a segment to the columns of Jt (n × rows).
void add_rows(const Figure& figure, const Kinematics& kinematics, int segment, const Wrenches& wrenches,
              Eigen::Ref<MatX> Jt);

// Adds the turns of a segment, about the world's axes, to three columns.
void add_turn_rows(const Figure& figure, const Kinematics& kinematics, int segment, double sign, Eigen::Ref<MatX> Jt);

// The centre of mass along the columns of `axes`: writes all of Jt.
void write_center_rows(const Figure& figure, const Kinematics& kinematics, const MassState& masses,
                       const Eigen::Matrix3Xd& axes, Eigen::Ref<MatX> Jt);

}  // namespace poise
