#include "tasks/swing_bend.hpp"

#include "math/swing_twist.hpp"

namespace poise {

std::array<Vec2, 3> swing_bend(const Joint& joint, const VecX& q) {
  const Eigen::Matrix<double, 3, 2> axes = swing_body_rates(q.segment<2>(joint.q));
  const Eigen::Matrix<double, 2, 3> along = (axes.transpose() * axes).inverse() * axes.transpose();
  const AxisChanges changes = axis_changes(joint, q);
  return {along * changes[0], 0.5 * (along * (changes[1] + changes[2])), along * changes[3]};
}

}  // namespace poise
