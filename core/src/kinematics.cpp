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

// outer · inner, sparing the product when the inner placement only translates (most joints' do).
Placement compose(const Placement& outer, const Placement& inner, bool inner_turns) {
  const Vec3 p = outer.p + outer.R * inner.p;
  if (!inner_turns) return {outer.R, p};
  return {outer.R * inner.R, p};
}

// near · M(q) or near · M(q)⁻¹. Only slide and free joints translate.
Placement moved_by(const Joint& joint, const ConstVec& q, const Placement& near_side) {
  const Placement motion = joint_motion(joint, q);
  if (joint.model == Model::kFixed) return near_side;
  if (joint.model == Model::kSlide || joint.model == Model::kFree)
    return near_side * (joint.reversed ? motion.inverse() : motion);
  if (joint.reversed) return {near_side.R * motion.R.transpose(), near_side.p};
  return {near_side.R * motion.R, near_side.p};
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
    case Model::kElbow:
      return {rotation_x(q[joint.q]) * rotation_z(q[joint.q + 1]), Vec3::Zero()};
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
  for (std::size_t i = 0; i < n; ++i) {
    const Joint& joint = figure.joints()[i];
    const Placement near_side =
        joint.carrier < 0 ? joint.in
                          : compose(out.segments[static_cast<std::size_t>(joint.carrier)], joint.in, joint.in_turns);
    const Placement far_side = moved_by(joint, q, near_side);
    out.segments[i] = compose(far_side, joint.out, joint.out_turns);
    out.joints[i] = joint.reversed ? near_side : far_side;
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
