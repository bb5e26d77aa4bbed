// How joint torques change with the pose: τ_k = −(ν_k·F + ω_k·M), with (F, M) the load on all that joint k carries.
//
// A degree of freedom l changes τ_k in two ways: the load moves when l carries it, and the twist (ω_k, ν_k) moves when
// l carries joint k, or is of the same joint. A wrench that keeps its world axes changes by M' = Σ ṗ × f, one that
// turns along by the rigid motion of l.
#include <array>

#include "body/joint_rates.hpp"
#include "statics/loads.hpp"

namespace poise {

namespace {

// What a joint carries: `steady` loads keep their world axes, `turning` ones those of the segment they act on.
struct Carried {
  Vec3 steady = Vec3::Zero();          // Σ f
  Mat3 arms = Mat3::Zero();            // Σ r fᵀ, r from the reference point
  Vec3 torque = Vec3::Zero();          // Σ t
  Vec3 turning = Vec3::Zero();         // Σ f
  Vec3 turning_moment = Vec3::Zero();  // Σ r × f + t
  Vec3 pressed = Vec3::Zero();         // Σ f of what presses from without, and stays while this moves
  Vec3 pressed_moment = Vec3::Zero();  // Σ r × f + t

  void operator+=(const Carried& other) {
    steady += other.steady;
    arms += other.arms;
    torque += other.torque;
    turning += other.turning;
    turning_moment += other.turning_moment;
    pressed += other.pressed;
    pressed_moment += other.pressed_moment;
  }
};

std::vector<Carried> carried_loads(const Figure& figure, const Kinematics& kinematics, const MassState& masses,
                                   const std::vector<Load>& loads) {
  const std::size_t n = figure.joints().size();
  std::vector<Carried> sums(n);
  for (const Load& load : loads) {
    const Load at = placed(load, kinematics);
    const Vec3 r = at.point - kinematics.reference;
    Carried& sum = sums[static_cast<std::size_t>(load.segment)];
    if (load.rides_on >= 0) {
      sum.pressed += at.force;
      sum.pressed_moment += at.torque + r.cross(at.force);
    } else if (load.turns_with == load.segment) {
      sum.turning += at.force;
      sum.turning_moment += at.torque + r.cross(at.force);
    } else {
      sum.steady += at.force;
      sum.arms += r * at.force.transpose();
      sum.torque += at.torque;
    }
  }
  for (std::size_t i = n; i-- > 1;) sums[static_cast<std::size_t>(figure.joints()[i].carrier)] += sums[i];
  for (std::size_t i = 0; i < n; ++i) {  // weights last: mass has been carried already
    sums[i].steady += figure.carried_mass(static_cast<int>(i)) * figure.gravity();
    sums[i].arms += masses.first[i] * figure.gravity().transpose();
  }
  return sums;
}

// The change of a carried load when it is moved, as (force, moment).
Vec6 load_change(const Carried& load, const Twist& by) {
  Vec6 change;
  change.head<3>() = by.omega.cross(load.turning);
  change.tail<3>() = by.nu.cross(load.steady) + load.arms * by.omega - load.arms.trace() * by.omega +
                     by.omega.cross(load.turning_moment) + by.nu.cross(load.turning);
  return change;
}

double power(const Twist& twist, const Vec3& force, const Vec3& moment) {
  return twist.nu.dot(force) + twist.omega.dot(moment);
}

// How the twist of degree of freedom k of a joint changes with l of it.
Twist own_twist_change(const Joint& joint, const Placement& frame, const Kinematics& kinematics, const VecX& q, int k,
                       int l) {
  Twist change;
  if (bends_its_axes(joint.model)) {
    const Vec3 turn = axis_changes(joint, q)[static_cast<std::size_t>(2 * k + l)];
    change.omega = (joint.reversed ? -1.0 : 1.0) * (frame.R * turn);
    change.nu = (frame.p - kinematics.reference).cross(change.omega);
  }
  if (joint.reversed) return change;  // its frame stands still while the joint moves
  return change + moved(twist_of(kinematics, joint.v + l), twist_of(kinematics, joint.v + k));
}

// A load that turns with another segment than the one it acts on was taken as steady: what its turning does.
void add_turning(const Figure& figure, const Kinematics& kinematics, const Load& load, MatX& J) {
  const Load at = placed(load, kinematics);
  const Vec3 arm = at.point - kinematics.reference;
  for_each_carrier(figure, load.turns_with, [&](int l) {
    const Vec3 omega = kinematics.angular.col(l), force = omega.cross(at.force);
    const Vec3 moment = arm.cross(force) + omega.cross(at.torque);
    for_each_carrier(figure, load.segment, [&](int k) { J(k, l) -= power(twist_of(kinematics, k), force, moment); });
  });
}

// The point of a load that another segment carries moves with that one alone.
void add_riding(const Figure& figure, const Kinematics& kinematics, const Load& load, MatX& J) {
  const Load at = placed(load, kinematics);
  const Vec3 arm = at.point - kinematics.reference;
  for_each_carrier(figure, load.rides_on, [&](int l) {
    const Twist by = twist_of(kinematics, l);
    const Vec3 moment = (by.nu + by.omega.cross(arm)).cross(at.force);
    for_each_carrier(figure, load.segment, [&](int k) { J(k, l) -= kinematics.angular.col(k).dot(moment); });
  });
}

}  // namespace

MatX holding_torque_jacobian(const Figure& figure, const Kinematics& kinematics, const MassState& masses, const VecX& q,
                             const std::vector<Load>& loads) {
  const std::vector<Carried> sums = carried_loads(figure, kinematics, masses, loads);
  MatX J = MatX::Zero(figure.dof(), figure.dof());
  for (std::size_t j = 0; j < sums.size(); ++j) {
    const Joint& joint = figure.joints()[j];
    const Carried& load = sums[j];
    const Vec3 force = load.steady + load.turning + load.pressed;
    const Vec3 moment = cross_sum(load.arms) + load.torque + load.turning_moment + load.pressed_moment;
    const int first = joint.v, count = size_of(joint.model).dof;
    const Placement frame = joint_frame(figure, kinematics, static_cast<int>(j));
    std::array<Twist, 6> own;
    std::array<Vec6, 6> own_change;  // of the load, when the joint moves
    for (int k = 0; k < count; ++k) {
      own[static_cast<std::size_t>(k)] = twist_of(kinematics, first + k);
      own_change[static_cast<std::size_t>(k)] = load_change(load, own[static_cast<std::size_t>(k)]);
    }
    for_each_carrier(figure, static_cast<int>(j), [&](int l) {
      const bool same = l >= first && l < first + count;
      const Twist by = twist_of(kinematics, l);
      const Vec6 change = same ? own_change[static_cast<std::size_t>(l - first)] : load_change(load, by);
      for (int k = 0; k < count; ++k) {
        const Twist& mine = own[static_cast<std::size_t>(k)];
        const Twist turned = same ? own_twist_change(joint, frame, kinematics, q, k, l - first) : moved(by, mine);
        J(first + k, l) = -power(mine, change.head<3>(), change.tail<3>()) - power(turned, force, moment);
        if (same) continue;  // the other way round, the far one only moves the load that the near one holds
        const Vec6& far_change = own_change[static_cast<std::size_t>(k)];
        J(l, first + k) = -power(by, far_change.head<3>(), far_change.tail<3>());
      }
    });
  }
  for (const Load& load : loads) {
    const bool turned = load.turns_with == load.segment && load.rides_on < 0;  // seen to with what is carried
    if (load.turns_with >= 0 && !turned) add_turning(figure, kinematics, load, J);
    if (load.rides_on >= 0) add_riding(figure, kinematics, load, J);
  }
  return J;
}

}  // namespace poise
