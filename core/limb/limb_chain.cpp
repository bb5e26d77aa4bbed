#include "limb/limb_chain.hpp"

#include "limb/limb_geometry.hpp"

namespace poise {

namespace {

using Turns = Eigen::Matrix<double, 3, 3>;

// The rotation of a group, and ω by the rate of each coordinate, in the carrier's axes at the zero configuration.
Mat3 group_rotation(const LimbGroup& group, const Vec3& x, Turns& turns) {
  if (group.kind == GroupKind::kHinges) {
    const Mat3 first = about(group.axes[0], x[0]).toRotationMatrix();
    const Mat3 second = first * about(group.axes[1], x[1]).toRotationMatrix();
    turns << group.axes[0], first * group.axes[1], second * group.axes[2];
    return second * about(group.axes[2], x[2]).toRotationMatrix();
  }
  const Mat3 frame = group.frame.toRotationMatrix();
  const bool ball = group.kind == GroupKind::kBall;
  const Vec2 s = ball ? Vec2(x[0], x[1]) : Vec2(x[1], x[2]);
  const Mat3 swing = rotation_of_swing(s).toRotationMatrix();
  const Mat3 twist = about(Vec3::UnitZ(), ball ? x[2] : x[0]).toRotationMatrix();
  const Eigen::Matrix<double, 3, 2> rates = swing * swing_body_rates(s);
  if (ball) {
    turns << frame * rates, frame * swing.col(2);
    return frame * swing * twist * frame.transpose();
  }
  turns << frame.col(2), frame * (twist * rates);
  return frame * twist * swing * frame.transpose();
}

}  // namespace

Vec7 LimbPlace::slope(const Vec3& force, const Vec3& moment) const {
  Vec7 out;
  const Vec3 root = site.cross(force) + moment, end = (site - wrist).cross(force) + moment;
  out.head<3>() = turns.leftCols<3>().transpose() * root;
  out[3] = turns.col(3).dot((site - elbow).cross(force) + moment);
  out.tail<3>() = turns.rightCols<3>().transpose() * end;
  return out;
}

LimbPlace place_limb(const Limb& limb, const Vec7& x) {
  LimbPlace place;
  Turns root_turns, end_turns;
  const Mat3 root = group_rotation(limb.root, x.head<3>(), root_turns);
  const Mat3 end = group_rotation(limb.end, x.tail<3>(), end_turns);
  const Mat3 lower = root * about(limb.axis, x[3]).toRotationMatrix();
  place.turns << root_turns, root * limb.axis, lower * end_turns;
  place.hand = lower * end;
  place.elbow = root * limb.upper;
  place.wrist = place.elbow + lower * limb.lower;
  place.site = place.wrist + place.hand * limb.tool;
  return place;
}

Vec7 natural_of(const LimbStance& stance, const VecX& q) {
  const Limb& limb = *stance.limb;
  Vec7 x;
  x << shown_natural(limb.root, q), q[limb.hinge_slot], shown_natural(limb.end, q);
  return x;
}

Vec7 natural_of(const LimbAnswer& answer) {
  Vec7 x;
  x << answer.root_natural, answer.hinge, answer.end_natural;
  return x;
}

LimbAnswer described(const LimbStance& stance, const Vec7& x) {
  const Limb& limb = *stance.limb;
  Turns unused;
  LimbAnswer answer;
  answer.hinge = x[3];
  answer.root = normalized(Quat(group_rotation(limb.root, x.head<3>(), unused)));
  answer.end = normalized(Quat(group_rotation(limb.end, x.tail<3>(), unused)));
  answer.root_natural = x.head<3>();
  answer.end_natural = x.tail<3>();
  stored_of(limb.root, answer.root, answer.root_natural, answer.stored.data());
  answer.stored[static_cast<std::size_t>(limb.root.size)] = answer.hinge;
  stored_of(limb.end, answer.end, answer.end_natural, answer.stored.data() + limb.root.size + 1);
  answer.branch = branch_of(limb, answer.hinge);
  answer.swivel =
      swivel_of(stance, answer.root, answer.hinge, limb.upper + turned(limb.axis, answer.hinge, limb.lower));
  answer.elbow = stance.base.p + stance.base.R * (limb.shoulder + answer.root * limb.upper);
  return answer;
}

}  // namespace poise
