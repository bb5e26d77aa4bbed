#include "poise/kinematics.hpp"

#include <cmath>

namespace poise {

namespace {

Mat3 rotation_about(const Vec3& axis, double angle) { return Eigen::AngleAxisd(angle, axis).toRotationMatrix(); }

// near · a rotation about a coordinate axis: two columns are mixed. Column by column into another matrix: what follows
// reads it the same way, and finds it in the processor's store buffer.
void turn_about(int axis, double angle, const Mat3& near, Mat3& out) {
  const double c = std::cos(angle), s = std::sin(angle);
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  out.col(axis) = near.col(axis);
  out.col(i) = c * near.col(i) + s * near.col(j);
  out.col(j) = c * near.col(j) - s * near.col(i);
}

// near · M(q) or near · M(q)⁻¹, rotations alone.
void turn_by(const Joint& joint, const ConstVec& q, const Mat3& near, Mat3& out) {
  const double sign = joint.reversed ? -1.0 : 1.0;
  switch (joint.model) {
    case Model::kFixed:
    case Model::kSlide:
      out = near;
      break;
    case Model::kHinge:
      if (joint.coordinate_axis >= 0)
        turn_about(joint.coordinate_axis, sign * joint.axis[joint.coordinate_axis] * q[joint.q], near, out);
      else
        out.noalias() = near * rotation_about(joint.axis, sign * q[joint.q]);
      break;
    case Model::kElbow: {  // flexion about x, then twist about z
      Mat3 between;
      turn_about(joint.reversed ? 2 : 0, sign * q[joint.reversed ? joint.q + 1 : joint.q], near, between);
      turn_about(joint.reversed ? 0 : 2, sign * q[joint.reversed ? joint.q : joint.q + 1], between, out);
      break;
    }
    case Model::kSwing:
    case Model::kBall:
    case Model::kFree: {
      const Mat3 R = joint_motion(joint, q).R;
      if (joint.reversed)
        out.noalias() = near * R.transpose();
      else
        out.noalias() = near * R;
      break;
    }
  }
}

// How far M(q) or M(q)⁻¹ translates, on the near side; only slide and free joints do.
Vec3 shift_of(const Joint& joint, const ConstVec& q) {
  if (joint.model == Model::kSlide) return (joint.reversed ? -q[joint.q] : q[joint.q]) * joint.axis;
  const Vec3 p = q.segment<3>(joint.q);
  return joint.reversed ? Vec3(-(stored_rotation(joint, q).conjugate() * p)) : p;
}

// The world twists of a joint's degrees of freedom, from its moved frame (sign −1 when walked backwards).
void write_twists(const Joint& joint, const ConstVec& q, const Placement& frame, Kinematics& out) {
  const double sign = joint.reversed ? -1.0 : 1.0;
  const Vec3 arm = frame.p - out.reference;
  const auto turn = [&](int i, const Vec3& omega) {
    out.angular.col(joint.v + i) = omega;
    out.linear.col(joint.v + i) = arm.cross(omega);
  };
  const auto move = [&](int i, const Vec3& direction) {
    out.angular.col(joint.v + i).setZero();
    out.linear.col(joint.v + i) = direction;
  };
  switch (joint.model) {
    case Model::kFixed:
      break;
    case Model::kHinge:
      turn(0, sign * (frame.R * joint.axis));
      break;
    case Model::kSlide:
      move(0, sign * (frame.R * joint.axis));
      break;
    case Model::kElbow: {
      // flexion turns about the x axis before the twist, which is Rz(τ)ᵀ x in the moved frame
      const double c = sign * std::cos(q[joint.q + 1]), s = sign * std::sin(q[joint.q + 1]);
      turn(0, c * frame.R.col(0) - s * frame.R.col(1));
      turn(1, sign * frame.R.col(2));
      break;
    }
    case Model::kSwing: {
      const Eigen::Matrix<double, 3, 2> rates = frame.R * swing_body_rates(q.segment<2>(joint.q));
      turn(0, sign * rates.col(0));
      turn(1, sign * rates.col(1));
      break;
    }
    case Model::kBall:
      for (int i = 0; i < 3; ++i) turn(i, sign * frame.R.col(i));
      break;
    case Model::kFree:
      for (int i = 0; i < 3; ++i) {
        move(i, sign * frame.R.col(i));
        turn(i + 3, sign * frame.R.col(i));
      }
      break;
  }
}

}  // namespace

Placement joint_motion(const Joint& joint, const ConstVec& q) {
  switch (joint.model) {
    case Model::kFixed:
      return {};
    case Model::kHinge:
      return {rotation_about(joint.axis, q[joint.q]), Vec3::Zero()};
    case Model::kSlide:
      return {Mat3::Identity(), q[joint.q] * joint.axis};
    case Model::kElbow: {
      Mat3 flexed, twisted;
      turn_about(0, q[joint.q], Mat3::Identity(), flexed);
      turn_about(2, q[joint.q + 1], flexed, twisted);
      return {twisted, Vec3::Zero()};
    }
    case Model::kSwing:
      return {rotation_of_swing(q.segment<2>(joint.q)).toRotationMatrix(), Vec3::Zero()};
    case Model::kBall:
      return {stored_rotation(joint, q).toRotationMatrix(), Vec3::Zero()};
    case Model::kFree:
      return {stored_rotation(joint, q).toRotationMatrix(), q.segment<3>(joint.q)};
  }
  return {};
}

void place(const Figure& figure, const ConstVec& q, Kinematics& out) {
  const std::size_t n = figure.joints().size();
  out.segments.resize(n);
  out.joints.resize(n);
  static const Placement kWorld;
  Mat3 turned;
  for (std::size_t i = 0; i < n; ++i) {
    const Joint& joint = figure.joints()[i];
    const Placement& carrier = joint.carrier < 0 ? kWorld : out.segments[static_cast<std::size_t>(joint.carrier)];
    // The moved frame: of the joint, or at once of its segment where both are the same.
    Placement& frame = joint.out_moves || joint.reversed ? out.joints[i] : out.segments[i];
    if (joint.in_turns) turned.noalias() = carrier.R * joint.in.R;
    const Mat3& near = joint.in_turns ? turned : carrier.R;
    turn_by(joint, q, near, frame.R);
    frame.p = carrier.p + carrier.R * joint.in.p;
    const Vec3 origin = frame.p;
    if (joint.model == Model::kSlide || joint.model == Model::kFree) frame.p += near * shift_of(joint, q);
    if (joint.out_moves) {
      out.segments[i].p = frame.p + frame.R * joint.out.p;
      if (joint.out_turns)
        out.segments[i].R.noalias() = frame.R * joint.out.R;
      else
        out.segments[i].R = frame.R;
    } else if (joint.reversed) {
      out.segments[i] = frame;
    } else {
      out.joints[i] = frame;
    }
    if (joint.reversed) out.joints[i] = {near, origin};
  }
  if (n > 0) out.reference = out.segments[0].p;
}

void add_twists(const Figure& figure, const ConstVec& q, Kinematics& out) {
  out.angular.resize(3, figure.dof());
  out.linear.resize(3, figure.dof());
  for (std::size_t i = 0; i < figure.joints().size(); ++i) write_twists(figure.joints()[i], q, out.joints[i], out);
}

void forward(const Figure& figure, const ConstVec& q, Kinematics& out) {
  place(figure, q, out);
  add_twists(figure, q, out);
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
