// Rotations: exponential, logarithm and the Jacobian between them.
//
// Symbols: v a rotation vector (axis × angle, radians), θ = |v|, [v]× the cross operator (Baerlocher,
// appendix A). Quaternions are stored x y z w.
//
// This folder is for mathematics that knows no figure: rotations, polygons on the sphere, polyhedra, reflectors. It may
// know the standard library and Eigen alone; every other folder uses it.
#pragma once

#include <Eigen/Dense>

namespace poise {

using Vec2 = Eigen::Vector2d;
using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using VecX = Eigen::VectorXd;
using MatX = Eigen::MatrixXd;
using Quat = Eigen::Quaterniond;

inline constexpr double kPi = 3.14159265358979323846;

// [v]× with [v]× w = v × w.
Mat3 cross_matrix(const Vec3& v);

// The rotation by |v| about v.
Quat exp_rotation(const Vec3& v);

// The rotation by an angle about a unit axis.
Quat about(const Vec3& axis, double angle);

// The rotation vector with |v| ≤ π of a unit quaternion.
Vec3 log_rotation(const Quat& q);

// The two numbers all Jacobians of exp are made of: a = (1 − cos θ)/θ², b = (θ − sin θ)/θ³, exact at all θ.
struct ExpCoefficients {
  double a, b;
};
ExpCoefficients exp_coefficients(double theta);

// Right Jacobian of the exponential: exp(v + dv) ≈ exp(v) exp(J dv). Its transpose is the left Jacobian.
Mat3 right_jacobian(const Vec3& v);

// Inverse of the right Jacobian; finite for θ < 2π.
Mat3 right_jacobian_inverse(const Vec3& v);

// The smallest rotation that takes unit vector a to unit vector b (R_D of Baerlocher 3.5.3).
// Any half turn does when they are opposite.
Quat direct_rotation(const Vec3& a, const Vec3& b);

// q scaled to unit length; a quaternion that is unit to rounding is returned bit for bit.
Quat normalized(const Quat& q);

// The angle between unit vectors, exact to rounding for near-equal and near-opposite ones alike.
double angle_between(const Vec3& a, const Vec3& b);

}  // namespace poise
