#include "statics/loads.hpp"

namespace poise {

Load placed(const Load& load, const Kinematics& kinematics) {
  const Placement& frame = kinematics.segments[static_cast<std::size_t>(load.carried_by())];
  Load world = load;
  world.point = frame.R * load.point + frame.p;
  if (load.turns_with >= 0) {
    const Mat3& R = kinematics.segments[static_cast<std::size_t>(load.turns_with)].R;
    world.force = R * load.force;
    world.torque = R * load.torque;
  }
  return world;
}

Vec6 unbalanced(const Figure& figure, const Kinematics& kinematics, const MassState& masses,
                const std::vector<Load>& loads) {
  Vec6 sum;
  sum << figure.mass() * figure.gravity(), Vec3::Zero();
  for (const Load& load : loads) {
    const Load at = placed(load, kinematics);
    sum.head<3>() += at.force;
    sum.tail<3>() += at.torque + (at.point - masses.center).cross(at.force);
  }
  return sum;
}

VecX holding_torques(const Figure& figure, const Kinematics& kinematics, const MassState& masses,
                     const std::vector<Load>& loads) {
  VecX torques = gravity_torques(figure, kinematics, masses);
  for (const Load& load : loads) {
    const Load at = placed(load, kinematics);
    const Vec3 moment = at.torque + (at.point - kinematics.reference).cross(at.force);
    for_each_carrier(figure, load.segment, [&](int k) {
      torques[k] -= kinematics.linear.col(k).dot(at.force) + kinematics.angular.col(k).dot(moment);
    });
  }
  return torques;
}

}  // namespace poise
