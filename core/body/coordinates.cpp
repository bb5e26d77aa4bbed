#include "body/coordinates.hpp"

#include <algorithm>

#include "body/joint_step.hpp"

namespace poise {

namespace {

Quat read_quaternion(const ConstVec& q, int at) { return Quat(q[at + 3], q[at], q[at + 1], q[at + 2]); }

int rotation_offset(const Joint& joint) { return joint.model == Model::kFree ? joint.q + 3 : joint.q; }

// The shorter of the two swings that mean the same rotation, seen from `from`.
Vec2 nearest_equivalent(const Vec2& from, const Vec2& to) {
  const double theta = to.norm();
  if (theta < 1e-9) return to;
  const Vec2 around = to * ((theta - 2.0 * kPi) / theta);
  return (around - from).squaredNorm() < (to - from).squaredNorm() ? around : to;
}

// Along the great arc between two limb directions; exact at its ends.
Vec2 swing_between(const Vec2& a, const Vec2& b, double t) {
  if (t == 0.0) return a;
  if (t == 1.0) return b;
  const Vec3 from = direction_of(a);
  return swing_of(exp_rotation(t * log_rotation(direct_rotation(from, direction_of(b)))) * from);
}

void store_placement(const Joint& joint, const Vec3& position, const Quat& rotation, VecX& q) {
  q.segment<3>(joint.q) = position;
  store_rotation(joint, rotation, q);
}

}  // namespace

Quat stored_rotation(const Joint& joint, const ConstVec& q) { return read_quaternion(q, rotation_offset(joint)); }

void store_rotation(const Joint& joint, const Quat& rotation, VecX& q) {
  q.segment<4>(rotation_offset(joint)) = normalized(rotation).coeffs();
}

Vec3 limb_direction(const Joint& joint, const ConstVec& q) {
  if (joint.model == Model::kSwing) return direction_of(q.segment<2>(joint.q));
  return stored_rotation(joint, q) * Vec3::UnitZ();
}

void canonicalize(const Figure& figure, VecX& q) {
  for (const int i : figure.plan().curved) {
    const Joint& joint = figure.joints()[static_cast<std::size_t>(i)];
    if (joint.model == Model::kSwing)
      q.segment<2>(joint.q) = wrapped_swing(q.segment<2>(joint.q));
    else
      store_rotation(joint, stored_rotation(joint, q), q);
  }
}

VecX natural_coordinates(const Figure& figure, const ConstVec& q) {
  VecX x(figure.natural());
  for (const Joint& joint : figure.joints()) {
    const ModelSize size = size_of(joint.model);
    if (joint.model != Model::kBall && joint.model != Model::kFree) {
      x.segment(joint.x, size.natural) = q.segment(joint.q, size.stored);
      continue;
    }
    const SwingTwist angles = swing_twist(stored_rotation(joint, q));
    const int at = joint.x + size.natural - 3;
    x.segment<2>(at) = angles.swing;
    x[at + 2] = angles.twist;
    if (joint.model == Model::kFree) x.segment<3>(joint.x) = q.segment<3>(joint.q);
  }
  return x;
}

void store_natural(const Joint& joint, const ConstVec& natural, VecX& q) {
  const int count = size_of(joint.model).natural;
  if (joint.model == Model::kSwing) {
    q.segment<2>(joint.q) = wrapped_swing(natural);
  } else if (joint.model == Model::kBall || joint.model == Model::kFree) {
    if (joint.model == Model::kFree) q.segment<3>(joint.q) = natural.head<3>();
    store_rotation(joint, rotation_of({natural.segment<2>(count - 3), natural[count - 1]}), q);
  } else {
    q.segment(joint.q, count) = natural;
  }
}

JointRates natural_rates(const Joint& joint, const ConstVec& q) {
  const int n = size_of(joint.model).dof;
  JointRates rates = JointRates::Identity(n, n);
  if (joint.model == Model::kBall) {
    rates = swing_twist_rates(swing_twist(stored_rotation(joint, q)));
  } else if (joint.model == Model::kFree) {
    const Quat rotation = stored_rotation(joint, q);
    rates.topLeftCorner<3, 3>() = rotation.toRotationMatrix();
    rates.bottomRightCorner<3, 3>() = swing_twist_rates(swing_twist(rotation));
  }
  return rates;
}

void step_joint(const Joint& joint, const ConstVec& q, const ConstVec& v, VecX& moved) {
  const ModelSize size = size_of(joint.model);
  if (joint.model == Model::kBall) {
    store_rotation(joint, stored_rotation(joint, q) * exp_rotation(v.head<3>()), moved);
  } else if (joint.model == Model::kFree) {
    // SE(3): p' = p + R V(ω) v with V the left Jacobian, R' = R exp(ω)
    const Quat rotation = stored_rotation(joint, q);
    const Vec3 omega = v.tail<3>();
    const Vec3 step = right_jacobian(omega).transpose() * v.head<3>();
    store_placement(joint, q.segment<3>(joint.q) + rotation * step, rotation * exp_rotation(omega), moved);
  } else {
    moved.segment(joint.q, size.stored) = q.segment(joint.q, size.stored) + v;
    if (joint.model == Model::kSwing) moved.segment<2>(joint.q) = wrapped_swing(moved.segment<2>(joint.q));
  }
}

VecX integrate(const Figure& figure, const ConstVec& q, const ConstVec& v) {
  VecX moved(q);
  for (const SweepPlan::Plain& part : figure.plan().plain)
    moved.segment(part.q, part.count) += v.segment(part.v, part.count);
  for (const int i : figure.plan().curved) {
    const Joint& joint = figure.joints()[static_cast<std::size_t>(i)];
    step_joint(joint, q, v.segment(joint.v, size_of(joint.model).dof), moved);
  }
  return moved;
}

VecX difference(const Figure& figure, const ConstVec& a, const ConstVec& b) {
  VecX v(figure.dof());
  for (const SweepPlan::Plain& part : figure.plan().plain)
    v.segment(part.v, part.count) = b.segment(part.q, part.count) - a.segment(part.q, part.count);
  for (const int i : figure.plan().curved) {
    const Joint& joint = figure.joints()[static_cast<std::size_t>(i)];
    if (joint.model == Model::kSwing) {
      const Vec2 from = a.segment<2>(joint.q);
      v.segment<2>(joint.v) = nearest_equivalent(from, b.segment<2>(joint.q)) - from;
      continue;
    }
    const Quat from = stored_rotation(joint, a);
    const Vec3 omega = log_rotation(from.conjugate() * stored_rotation(joint, b));
    v.segment<3>(joint.v + size_of(joint.model).dof - 3) = omega;
    if (joint.model == Model::kFree) {
      const Vec3 step = from.conjugate() * (b.segment<3>(joint.q) - a.segment<3>(joint.q));
      v.segment<3>(joint.v) = right_jacobian_inverse(omega).transpose() * step;
    }
  }
  return v;
}

VecX interpolate(const Figure& figure, const ConstVec& a, const ConstVec& b, double t) {
  VecX q = integrate(figure, a, t * difference(figure, a, b));
  for (const Joint& joint : figure.joints()) {
    if (joint.model == Model::kFree) {
      q.segment<3>(joint.q) = (1.0 - t) * a.segment<3>(joint.q) + t * b.segment<3>(joint.q);
    } else if (joint.model == Model::kSwing) {
      q.segment<2>(joint.q) = swing_between(a.segment<2>(joint.q), b.segment<2>(joint.q), t);
    }
  }
  return q;
}

}  // namespace poise
