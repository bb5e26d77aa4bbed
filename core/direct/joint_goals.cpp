#include "direct/joint_goals.hpp"

#include "body/kinematics.hpp"

namespace poise {

namespace {

Placement moving_in_fixed(const Joint& joint, const VecX& q) {
  const Placement M = joint_motion(joint, q);
  return joint.reversed ? M.inverse() : M;
}

}  // namespace

JointGoals::JointGoals(const Joint& joint, const JointPlace& place) : joint_(joint), place_(place) {}

void JointGoals::add_point(const Vec3& x, const Vec3& d, double weight) {
  const Vec3 r = x - place_.center, g = d - place_.center;
  weight_ += weight;
  if (is_hinge()) {  // −w g · (cos φ r⊥ + sin φ a × r), twice
    const Vec3 a = axis();
    waves_.alpha -= 2.0 * weight * (g.dot(r) - a.dot(g) * a.dot(r));
    waves_.beta -= 2.0 * weight * g.dot(a.cross(r));
    return;
  }
  if (joint_.model == Model::kSlide) {
    along_ += weight;
    room_ += weight * axis().dot(d - x);
    return;
  }
  points_ += weight;
  x_ += weight * r;
  d_ += weight * g;
  H_ += weight * g * r.transpose();
}

// A hinge and a slide do their best exactly. The others go for the point of the line or plane that is nearest now: the
// distance to it is nowhere smaller than that to the line or plane, and the same here, so what it gains is gained
// (majorisation).
void JointGoals::add_point_along(const Vec3& x, const Vec3& d, const Mat3& P, double weight) {
  if (is_hinge()) {
    const Vec3 a = axis(), r = x - place_.center, level = a * a.dot(r), across = r - level, side = a.cross(r);
    const Vec3 u = P * (level - (d - place_.center));
    weight_ += weight;
    waves_.alpha += 2.0 * weight * u.dot(across);
    waves_.beta += 2.0 * weight * u.dot(side);
    waves_.gamma += 0.5 * weight * (across.dot(P * across) - side.dot(P * side));
    waves_.delta += weight * across.dot(P * side);
  } else if (joint_.model == Model::kSlide) {
    const Vec3 a = axis();
    weight_ += weight;
    along_ += weight * a.dot(P * a);
    room_ += weight * a.dot(P * (d - x));
  } else {
    add_point(x, x + P * (d - x), weight);
  }
}

void JointGoals::add_direction(const Vec3& x, const Vec3& d, double weight) {
  if (joint_.model == Model::kSlide) return;
  weight_ += weight;
  if (is_hinge()) {
    const Vec3 a = axis();
    waves_.alpha -= 2.0 * weight * (d.dot(x) - a.dot(d) * a.dot(x));
    waves_.beta -= 2.0 * weight * d.dot(a.cross(x));
  } else {
    D_ += weight * d * x.transpose();
  }
}

void JointGoals::improve(VecX& q, double share) const {
  if (empty()) return;
  switch (joint_.model) {
    case Model::kFixed:
      return;
    case Model::kHinge:
      improve_hinge(q, share);
      return;
    case Model::kSlide:
      improve_slide(q, share);
      return;
    case Model::kFree:
      improve_free(q, share);
      return;
    default: {  // X = F-coordinates of what is carried: tr(Xᵀ G) with G = Fᵀ H F X; of a reversed joint M = Xᵀ
      const Mat3 G = place_.F.transpose() * (H_ + D_) * place_.F * place_.X.R;
      improve_turn(joint_, joint_.reversed ? Mat3(G.transpose()) : G, q, share);
    }
  }
}

// A turn φ of what is carried is one of the joint by φ, or by −φ when it is reversed.
void JointGoals::improve_hinge(VecX& q, double share) const {
  const Range& range = joint_.limit.ranges[0];
  const double now = q[joint_.q];
  const Range room =
      joint_.reversed ? Range{now - range.max, now - range.min} : Range{range.min - now, range.max - now};
  const double turn = share * best_angle(waves_, room, 0.0);
  if (share < 1.0 && waves_(turn) > waves_(0.0)) return;
  q[joint_.q] = range.nearest(joint_.reversed ? now - turn : now + turn);
}

void JointGoals::improve_slide(VecX& q, double share) const {
  if (along_ <= 1e-12 * weight_) return;
  const double step = room_ / along_, now = q[joint_.q];
  q[joint_.q] = now + share * (joint_.limit.ranges[0].nearest(now + (joint_.reversed ? -step : step)) - now);
}

// The best rigid motion of points and directions onto others: turned about the middle of the points by the best ball's
// turn, and the middles brought together.
void JointGoals::improve_free(VecX& q, double share) const {
  const Vec3 x = points_ > 0.0 ? Vec3(x_ / points_) : Vec3::Zero();
  const Vec3 d = points_ > 0.0 ? Vec3(d_ / points_) : Vec3::Zero();
  const Mat3 about_middle = H_ - points_ * d * x.transpose() + D_;
  const Mat3 turn = best_ball(about_middle, Quat::Identity()).toRotationMatrix();
  const Vec3 place = place_.F * place_.X.p;  // of the moving frame, from the centre
  const Vec3 moved = points_ > 0.0 ? Vec3(d + turn * (place - x)) : place;
  Placement X{place_.F.transpose() * turn * place_.F * place_.X.R, place_.F.transpose() * moved};
  if (joint_.reversed) X = X.inverse();
  const VecX from = share < 1.0 ? q : VecX();
  q.segment<3>(joint_.q) = X.p;
  store_rotation(joint_, Quat(X.R).normalized(), q);
  if (share == 1.0) return;
  go_part_of_the_way(joint_, from, share, q);
  if (left_after(motion_between(joint_, place_, q)) > left_after({})) q = from;
}

double JointGoals::left_after(const CarriedMotion& motion) const {
  if (is_hinge()) {
    const Vec3 turned = log_rotation(Quat(motion.turn).normalized());
    return 0.5 * (waves_(turned.dot(axis())) - waves_(0.0));
  }
  if (joint_.model == Model::kSlide) {
    const double step = motion.shift.dot(axis());
    return 0.5 * along_ * step * step - room_ * step;
  }
  const Vec3 t = motion.shift;
  return 0.5 * points_ * t.squaredNorm() - agreement(motion.turn, H_ + D_) + t.dot(motion.turn * x_ - d_);
}

CarriedMotion motion_between(const Joint& joint, const JointPlace& place, const VecX& moved) {
  const Placement X = moving_in_fixed(joint, moved);
  CarriedMotion motion;
  motion.center = place.center;
  motion.turn = place.F * X.R * place.X.R.transpose() * place.F.transpose();
  const Vec3 before = place.F * place.X.p, after = place.F * X.p;
  motion.shift = after - motion.turn * before;
  return motion;
}

}  // namespace poise
