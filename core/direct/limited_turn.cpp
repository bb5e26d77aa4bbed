#include "direct/limited_turn.hpp"

#include <algorithm>
#include <cmath>

#include "body/kinematics.hpp"
#include "limits/limits.hpp"

namespace poise {

namespace {

constexpr double kNoGain = 1e-14;     // share of the largest number: less is rounding
constexpr double kWorthClimb = 1e-3;  // share of the largest number: a climb that gains less is the last
constexpr int kClimbs = 2;            // steps along the limits of a joint; the next cycle goes on
constexpr double kLeastShare = 0.1;   // of the way to the free optimum that is tried

using Vec4 = Eigen::Vector4d;  // a quaternion as w, x, y, z

Vec4 from_quaternion(const Quat& q) { return {q.w(), q.x(), q.y(), q.z()}; }
Quat to_quaternion(const Vec4& t) { return {t[0], t[1], t[2], t[3]}; }

// Where a turn takes the z axis.
Vec3 limb_of(const Vec4& t) {
  return {2.0 * (t[1] * t[3] + t[0] * t[2]), 2.0 * (t[2] * t[3] - t[0] * t[1]),
          t[0] * t[0] - t[1] * t[1] - t[2] * t[2] + t[3] * t[3]};
}

// The swing that takes z to a direction: half its angle has cosine and sine √((1 ± d_z)/2).
Vec4 swing_to(const Vec3& d) {
  const double w = std::sqrt(std::max(0.5 * (1.0 + d.z()), 0.0));
  if (w < 1e-4) return from_quaternion(rotation_of_swing(swing_of(d)));  // nearly all the way back
  return Vec4(w, -0.5 * d.y() / w, 0.5 * d.x() / w, 0.0).normalized();
}

// Turns of one swing or ball joint as quaternions, so that trying one takes no sines: a turn agrees with G by tᵀ N t.
class Turns {
 public:
  Turns(const Joint& joint, const Mat3& G)
      : joint_(joint), is_ball_(joint.model == Model::kBall), N_(davenport(G)), scale_(G.cwiseAbs().sum()) {}

  Vec4 stored(const VecX& q) const {
    return from_quaternion(is_ball_ ? stored_rotation(joint_, q) : rotation_of_swing(q.segment<2>(joint_.q)));
  }
  void store(const Vec4& turn, VecX& q) const {
    if (is_ball_)
      store_rotation(joint_, to_quaternion(turn), q);
    else
      q.segment<2>(joint_.q) = swing_of(limb_of(turn));
  }

  double value(const Vec4& turn) const { return turn.dot(N_ * turn); }
  double gain_worth() const { return kNoGain * scale_; }

  // Into the limits, as `clamp_joint` does with coordinates; whether that changes more than rounding.
  bool clamp(Vec4& turn) const {
    const Vec3 asked = limb_as_stored(turn);
    const Vec3 allowed = nearest_limb(asked);
    const double change = (allowed - asked).squaredNorm();
    const bool swung = change > kClampTolerance * kClampTolerance;
    if (swung) {
      turn = is_ball_ ? from_quaternion(direct_rotation(asked, allowed) * to_quaternion(turn)) : swing_to(allowed);
    }
    const bool twisted = is_ball_ && clamp_twist(allowed, turn);
    return twisted || change > kLimitTolerance * kLimitTolerance;
  }

  Vec4 between(const Vec4& from, const Vec4& to, double share) const {
    const double cosine = from.dot(to);
    const Vec4 near = cosine < 0.0 ? Vec4(-to) : to;
    if (std::abs(cosine) > 1.0 - 1e-9) return ((1.0 - share) * from + share * near).normalized();
    const double angle = std::acos(std::abs(cosine));
    return (std::sin((1.0 - share) * angle) * from + std::sin(share * angle) * near).normalized();
  }

  // Up the slope, clamped after every step, as long as that gains.
  void climb(Vec4& turn, double& value_here) const {
    double length = 0.5 / scale_;  // the curvature is about as large as G: Newton's step
    for (int i = 0, failed = 0; i < kClimbs && failed < 2; ++i) {
      const Vec4 pull = N_ * turn;
      Vec4 slope = pull - value_here * turn;
      if (!is_ball_) slope[3] = 0.0;  // no twist
      Vec4 tried = (turn + length * slope).normalized();
      clamp(tried);
      const double after = value(tried);
      if (after > value_here + gain_worth()) {
        const bool done = after < value_here + kWorthClimb * scale_;
        value_here = after;
        turn = tried;
        if (done) return;
      } else {
        length *= 0.25;
        ++failed;
      }
    }
  }

  // The best inside the limits from where it is: the free optimum clamped, or where that gains nothing a part of the
  // way to it, and from there along the limits.
  Vec4 best(const Vec4& now, const Vec4& free) const {
    Vec4 found = now, tried = free;
    double most = value(now);
    const bool limited = clamp(tried);
    for (double share = 1.0; share > kLeastShare; share *= 0.5) {
      if (share < 1.0) {
        tried = between(now, free, share);
        clamp(tried);
      }
      const double after = value(tried);
      if (after > most + gain_worth()) {
        most = after;
        found = tried;
        break;
      }
      if (!limited) return found;
    }
    if (limited) climb(found, most);
    return found;
  }

 private:
  bool has_polygon() const { return std::holds_alternative<SphericalPolygon>(joint_.limit.swing); }

  // Where a turn lets the limb point, to the last digit as `clamp_joint` would see it where the nearest direction is
  // searched for: what that finds along a smooth boundary depends on it in half the digits.
  Vec3 limb_as_stored(const Vec4& turn) const {
    if (has_polygon()) return limb_of(turn);
    const Vec3 limb = to_quaternion(turn) * Vec3::UnitZ();
    return is_ball_ ? limb : direction_of(swing_of(limb));
  }

  Vec3 nearest_limb(const Vec3& asked) const {
    const auto* polygon = std::get_if<SphericalPolygon>(&joint_.limit.swing);
    if (polygon == nullptr) return nearest_direction(joint_.limit.swing, asked).direction;
    const SphericalPolygon::Nearest nearest = polygon->nearest(asked);
    return nearest.inside ? asked : nearest.point;
  }

  // The limb points to `limb`; a twist after the swing is a product from the right.
  bool clamp_twist(const Vec3& limb, Vec4& turn) const {
    if (std::holds_alternative<std::monostate>(joint_.limit.twist)) return false;
    const double sign = turn[0] < 0.0 ? -1.0 : 1.0;
    if (turn[0] == 0.0 && turn[3] == 0.0) return false;  // turned all the way back: any twist will do
    const double twist = 2.0 * std::atan2(sign * turn[3], sign * turn[0]);
    const Range range = twist_range(joint_.limit.twist, limb);
    if (range.violation(twist) <= kClampTolerance) return false;
    const double change = wrapped_angle(nearest_twist(range, twist) - twist);
    if (std::abs(change) <= kClampTolerance) return false;
    const double c = std::cos(0.5 * change), s = std::sin(0.5 * change);
    turn = Vec4(c * turn[0] - s * turn[3], c * turn[1] + s * turn[2], c * turn[2] - s * turn[1],
                c * turn[3] + s * turn[0]);
    return std::abs(change) > kLimitTolerance;
  }

  const Joint& joint_;
  bool is_ball_;
  Eigen::Matrix4d N_;
  double scale_;
};

void improve_elbow(const Joint& joint, const Mat3& G, VecX& q, double share) {
  const Vec2 now = q.segment<2>(joint.q);
  const Vec2 best = best_elbow(G, joint.limit.ranges[0], joint.limit.ranges[1], now);
  const double before = agreement(joint_motion(joint, q).R, G);
  q.segment<2>(joint.q) = now + share * (best - now);
  if (share < 1.0 && agreement(joint_motion(joint, q).R, G) < before) q.segment<2>(joint.q) = now;
}

}  // namespace

void improve_turn(const Joint& joint, const Mat3& G, VecX& q, double share) {
  if (G.cwiseAbs().maxCoeff() == 0.0) return;
  if (joint.model == Model::kElbow) return improve_elbow(joint, G, q, share);
  const Turns turns(joint, G);
  const Vec4 now = turns.stored(q);
  const Quat held = to_quaternion(now);
  const Vec4 free = from_quaternion(joint.model == Model::kSwing ? best_swing(G, held) : best_ball(G, held));
  Vec4 found = turns.best(now, free);
  if (share < 1.0) {
    found = turns.between(now, found, share);
    turns.clamp(found);
  }
  if (turns.value(found) > turns.value(now) + turns.gain_worth()) turns.store(found, q);
}

void go_part_of_the_way(const Joint& joint, const VecX& from, double share, VecX& to) {
  if (has_ranges(joint.model)) {
    const int size = size_of(joint.model).stored;
    to.segment(joint.q, size) = (1.0 - share) * from.segment(joint.q, size) + share * to.segment(joint.q, size);
  } else if (joint.model == Model::kSwing) {
    const Quat a = rotation_of_swing(from.segment<2>(joint.q)), b = rotation_of_swing(to.segment<2>(joint.q));
    const Quat between = a.slerp(share, b);
    to.segment<2>(joint.q) = swing_of(between * Vec3::UnitZ());
  } else {
    store_rotation(joint, stored_rotation(joint, from).slerp(share, stored_rotation(joint, to)).normalized(), to);
    if (joint.model == Model::kFree)
      to.segment<3>(joint.q) += (1.0 - share) * (from.segment<3>(joint.q) - to.segment<3>(joint.q));
  }
}

}  // namespace poise
