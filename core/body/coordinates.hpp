// Coordinates of a pose: stored ↔ natural, moving in tangent space, and the distance between two poses.
//
// Stored: what `Pose.coordinates` holds (quaternions for ball and free). Natural: angles a person would name
// (swing, twist, flexion). Tangent: velocities; ball and free in the moving frame, q ⊕ v = q · exp(v).
#pragma once

#include "body/figure.hpp"

namespace poise {

using ConstVec = Eigen::Ref<const VecX>;

// The rotation of a ball joint, or of a free joint behind its position.
Quat stored_rotation(const Joint& joint, const ConstVec& q);
void store_rotation(const Joint& joint, const Quat& rotation, VecX& q);

// Where the limb of a swing or ball joint points, in the joint's frame.
Vec3 limb_direction(const Joint& joint, const ConstVec& q);

// Quaternions made unit and swings brought to |s| ≤ π, so that equal poses have equal coordinates.
void canonicalize(const Figure& figure, VecX& q);

VecX natural_coordinates(const Figure& figure, const ConstVec& q);

// Stored coordinates of one joint from its natural ones.
void store_natural(const Joint& joint, const ConstVec& natural, VecX& q);

// d(natural)/d(tangent) of one joint: a square matrix of its size.
using JointRates = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>;  // on the stack
JointRates natural_rates(const Joint& joint, const ConstVec& q);

VecX integrate(const Figure& figure, const ConstVec& q, const ConstVec& v);

// v with integrate(a, v) = b, the short way round.
VecX difference(const Figure& figure, const ConstVec& a, const ConstVec& b);

// Between a (t = 0) and b (t = 1): shortest rotations, great arcs for limbs, straight lines for the base's position.
VecX interpolate(const Figure& figure, const ConstVec& a, const ConstVec& b, double t);

}  // namespace poise
