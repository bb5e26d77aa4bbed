#include "poise/kinematics.hpp"

#include <cmath>

namespace poise {

namespace {

Mat3 rotation_x(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  Mat3 m;
  m << 1.0, 0.0, 0.0, 0.0, c, -s, 0.0, s, c;
  return m;
}

Mat3 rotation_z(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  Mat3 m;
  m << c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0;
  return m;
}

Mat3 rotation_about(const Vec3& axis, double angle) { return Eigen::AngleAxisd(angle, axis).toRotationMatrix(); }

// The twists of a joint in its own moved frame, at that frame's origin (columns are degrees of freedom).
struct JointTwists {
  Eigen::Matrix<double, 3, 6> angular = Eigen::Matrix<double, 3, 6>::Zero();
  Eigen::Matrix<double, 3, 6> linear = Eigen::Matrix<double, 3, 6>::Zero();
};

void joint_twists(const Joint& joint, const ConstVec& q, JointTwists& t) {
  switch (joint.model) {
    case Model::kFixed: break;
    case Model::kHinge:
      t.angular.col(0) = joint.axis;
      t.linear.col(0).setZero();
      break;
    case Model::kSlide:
      t.angular.col(0).setZero();
      t.linear.col(0) = joint.axis;
      break;
    case Model::kElbow: {
      // flexion turns about the x axis before the twist, which is Rz(τ)ᵀ x in the moved frame
      const double twist = q[joint.q + 1];
      t.angular.col(0) = Vec3(std::cos(twist), -std::sin(twist), 0.0);
      t.angular.col(1) = Vec3::UnitZ();
      t.linear.leftCols<2>().setZero();
      break;
    }
    case Model::kSwing:
      t.angular.leftCols<2>() = right_jacobian(Vec3(q[joint.q], q[joint.q + 1], 0.0)).leftCols<2>();
      t.linear.leftCols<2>().setZero();
      break;
    case Model::kBall:
      t.angular.leftCols<3>().setIdentity();
      t.linear.leftCols<3>().setZero();
      break;
    case Model::kFree:
      t.angular.leftCols<3>().setZero();
      t.angular.rightCols<3>().setIdentity();
      t.linear.leftCols<3>().setIdentity();
      t.linear.rightCols<3>().setZero();
      break;
  }
}

void write_twists(const Joint& joint, const ConstVec& q, const Placement& frame, Kinematics& out) {
  const double sign = joint.reversed ? -1.0 : 1.0;
  const Vec3 arm = frame.p - out.reference;
  const int n = size_of(joint.model).dof;
  JointTwists t;
  joint_twists(joint, q, t);
  const Mat3 rotation = sign * frame.R;
  for (int i = 0; i < n; ++i) {
    const Vec3 omega = rotation * t.angular.col(i);
    out.angular.col(joint.v + i) = omega;
    out.linear.col(joint.v + i) = rotation * t.linear.col(i) + arm.cross(omega);
  }
}

}  // namespace

Placement joint_motion(const Joint& joint, const ConstVec& q) {
  switch (joint.model) {
    case Model::kFixed: return {};
    case Model::kHinge: return {rotation_about(joint.axis, q[joint.q]), Vec3::Zero()};
    case Model::kSlide: return {Mat3::Identity(), q[joint.q] * joint.axis};
    case Model::kElbow: return {rotation_x(q[joint.q]) * rotation_z(q[joint.q + 1]), Vec3::Zero()};
    case Model::kSwing: return {rotation_of_swing(q.segment<2>(joint.q)).toRotationMatrix(), Vec3::Zero()};
    case Model::kBall: return {stored_rotation(joint, q).toRotationMatrix(), Vec3::Zero()};
    case Model::kFree: return {stored_rotation(joint, q).toRotationMatrix(), q.segment<3>(joint.q)};
  }
  return {};
}

void forward(const Figure& figure, const ConstVec& q, Kinematics& out) {
  const std::size_t n = figure.joints().size();
  out.segments.resize(n);
  out.joints.resize(n);
  out.angular.resize(3, figure.dof());
  out.linear.resize(3, figure.dof());
  for (std::size_t i = 0; i < n; ++i) {
    const Joint& joint = figure.joints()[i];
    const Placement motion = joint_motion(joint, q);
    const Placement near_side = joint.carrier < 0 ? joint.in : out.segments[static_cast<std::size_t>(joint.carrier)] * joint.in;
    const Placement far_side = near_side * (joint.reversed ? motion.inverse() : motion);
    out.segments[i] = far_side * joint.out;
    out.joints[i] = joint.reversed ? near_side : far_side;
    if (i == 0) out.reference = out.segments[0].p;
    write_twists(joint, q, out.joints[i], out);
  }
}

Placement site_frame(const Figure& figure, const Kinematics& kinematics, int site) {
  const Site& s = figure.sites()[static_cast<std::size_t>(site)];
  return kinematics.segments[static_cast<std::size_t>(s.segment)] * s.placement;
}

void point_jacobian(const Figure& figure, const Kinematics& kinematics, int segment, const Vec3& point,
                    Eigen::Ref<Eigen::Matrix<double, 6, Eigen::Dynamic>> out) {
  const Vec3 arm = point - kinematics.reference;
  for_each_carrier(figure, segment, [&](int k) {
    const Vec3 omega = kinematics.angular.col(k);
    out.col(k).head<3>() = kinematics.linear.col(k) + omega.cross(arm);
    out.col(k).tail<3>() = omega;
  });
}

}  // namespace poise
