#include "statics/contact.hpp"

#include <algorithm>

namespace poise {

namespace {

// v split into a along the normal and r across it.
struct Split {
  double a, r;
  Vec3 across;  // unit; zero when r is
};

Split split(const Contact& contact, const Vec3& v) {
  const double a = contact.normal.dot(v);
  const Vec3 t = v - a * contact.normal;
  const double r = t.norm();
  return {a, r, r > 0.0 ? Vec3(t / r) : Vec3(Vec3::Zero())};
}

enum class Side { kInside, kMantle, kBelow };

Side side_of(const Split& s, double friction) {
  if (s.r <= friction * s.a) return Side::kInside;
  return friction * s.r <= -s.a ? Side::kBelow : Side::kMantle;
}

// Length along the normal of the nearest point on the mantle.
double height(const Split& s, double friction) { return (s.a + friction * s.r) / (1.0 + friction * friction); }

}  // namespace

Contact placed(const Foothold& foothold, const Kinematics& kinematics) {
  const Placement& frame = kinematics.segments[static_cast<std::size_t>(foothold.segment)];
  const Vec3 point = frame.R * foothold.point + frame.p;
  Vec3 normal = foothold.normal;
  if (foothold.kind == ContactKind::kRope) normal = (foothold.normal - point).normalized();
  return {foothold.kind, foothold.segment, point, normal, foothold.friction};
}

std::vector<Contact> placed(const std::vector<Foothold>& footholds, const Kinematics& kinematics) {
  std::vector<Contact> contacts;
  contacts.reserve(footholds.size());
  for (const Foothold& foothold : footholds) contacts.push_back(placed(foothold, kinematics));
  return contacts;
}

Vec3 nearest_force(const Contact& contact, const Vec3& v) {
  if (contact.kind == ContactKind::kGrip) return v;
  if (contact.kind == ContactKind::kRope) return std::max(contact.normal.dot(v), 0.0) * contact.normal;
  const Split s = split(contact, v);
  switch (side_of(s, contact.friction)) {
    case Side::kInside:
      return v;
    case Side::kBelow:
      return Vec3::Zero();
    case Side::kMantle:
      break;
  }
  return height(s, contact.friction) * (contact.normal + contact.friction * s.across);
}

Vec3 nearest_force(const Contact& contact, const Vec3& v, Mat3& slope) {
  const Vec3 force = nearest_force(contact, v);
  const Vec3& n = contact.normal;
  slope.setZero();
  if (contact.kind == ContactKind::kGrip) {
    slope.setIdentity();
  } else if (contact.kind == ContactKind::kRope) {
    if (n.dot(v) > 0.0) slope = n * n.transpose();
  } else {
    const Split s = split(contact, v);
    const Side side = side_of(s, contact.friction);
    if (side == Side::kInside) slope.setIdentity();
    if (side == Side::kMantle) {
      const double mu = contact.friction;
      const Vec3 line = n + mu * s.across, around = n.cross(s.across);
      slope = line * line.transpose() / (1.0 + mu * mu);
      slope += (mu * height(s, mu) / s.r) * around * around.transpose();
    }
  }
  return force;
}

}  // namespace poise
