#include "limb/limb_fit.hpp"

#include "math/dense.hpp"

namespace poise {

namespace {

constexpr double kMeet = 1e-9;  // metres by which axes may miss each other, and radians by which they may lean

const Joint& joint_of(const Figure& figure, const Link& link) {
  return figure.joints()[static_cast<std::size_t>(link.joint)];
}

// The limits of a twist–swing as those of the ball that undoes it.
JointLimit negated(const JointLimit& twist_of, const JointLimit& swing_of) {
  JointLimit both;
  both.swing = swing_of.swing;
  if (const auto* polygon = std::get_if<SphericalPolygon>(&swing_of.swing)) {
    std::vector<Vec3> vertices;
    for (const Vec3& v : polygon->vertices()) vertices.emplace_back(-v.x(), -v.y(), v.z());
    both.swing = SphericalPolygon(vertices);
  }
  const Range& range = twist_of.ranges[1];
  if (range.max - range.min < 2.0 * kPi) both.twist = Range{-range.max, -range.min};
  return both;
}

}  // namespace

void fit_ball(const Figure& figure, const Link& link, LimbGroup& group, Vec3& center) {
  const Joint& joint = joint_of(figure, link);
  group.kind = GroupKind::kBall;
  group.frame = Quat(link.at.R);
  group.swing = joint.limit.swing;
  group.twist = joint.limit.twist;
  group.size = 4;
  group.slots = {joint.q, joint.q + 1, joint.q + 2, joint.q + 3};
  group.naturals = {joint.x, joint.x + 1, joint.x + 2};
  group.tangents = {joint.v, joint.v + 1, joint.v + 2};
  center = link.at.p;
}

std::optional<Misfit> fit_hinges(const Figure& figure, const std::vector<Link>& links, LimbGroup& group, Vec3& center) {
  group.kind = GroupKind::kHinges;
  group.size = 3;
  Mat3 normal = Mat3::Zero();
  Vec3 right = Vec3::Zero();
  for (std::size_t i = 0; i < 3; ++i) {
    const Joint& joint = joint_of(figure, links[i]);
    if (joint.model != Model::kHinge) return Misfit{links[i].joint, "must be a hinge, as the joints beside it are"};
    group.axes[i] = links[i].at.R * joint.axis;
    group.ranges[i] = joint.limit.ranges[0];
    group.slots[i] = joint.q;
    group.naturals[i] = joint.x;
    group.tangents[i] = joint.v;
    const Mat3 across = Mat3::Identity() - group.axes[i] * group.axes[i].transpose();
    normal += across;
    right += across * links[i].at.p;
  }
  for (const std::size_t i : {std::size_t{1}, std::size_t{2}}) {
    if (group.axes[i].cross(group.axes[i - 1]).norm() < 1e-6)
      return Misfit{links[i].joint, "has the same axis as the joint before it"};
  }
  center = solve_symmetric(normal, right);
  for (std::size_t i = 0; i < 3; ++i) {
    if (group.axes[i].cross(center - links[i].at.p).norm() > kMeet)
      return Misfit{links[i].joint, "has an axis that misses those of the joints beside it"};
  }
  return std::nullopt;
}

std::optional<Misfit> fit_twist_swing(const Figure& figure, const Link& elbow, const Link& swing, LimbGroup& group,
                                      Vec3& center) {
  const Joint &e = joint_of(figure, elbow), &w = joint_of(figure, swing);
  const Vec3 along = elbow.at.R.col(2);
  if (along.cross(swing.at.R.col(2)).norm() > kMeet || along.dot(swing.at.R.col(2)) < 0.0)
    return Misfit{swing.joint, "must have its z axis along the twist of the elbow joint"};
  if (along.cross(swing.at.p - elbow.at.p).norm() > kMeet)
    return Misfit{swing.joint, "does not lie on the axis of the elbow joint's twist"};
  const JointLimit limit = negated(e.limit, w.limit);
  group.kind = GroupKind::kTwistSwing;
  group.frame = Quat(swing.at.R);
  group.swing = limit.swing;
  group.twist = limit.twist;
  group.ranges[0] = e.limit.ranges[1];
  group.size = 3;
  group.slots = {e.q + 1, w.q, w.q + 1, 0};
  group.naturals = {e.x + 1, w.x, w.x + 1};
  group.tangents = {e.v + 1, w.v, w.v + 1};
  center = swing.at.p;
  return std::nullopt;
}

}  // namespace poise
