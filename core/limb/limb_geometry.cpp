#include "limb/limb_geometry.hpp"

#include <algorithm>
#include <cmath>

namespace poise {

namespace {

constexpr double kStraight = 1e-7;  // below this, relative to the upper segment, the elbow circle has no radius

}  // namespace

Vec3 turned(const Vec3& axis, double angle, const Vec3& x) {
  const double c = std::cos(angle), s = std::sin(angle);
  return c * x + s * axis.cross(x) + (1.0 - c) * axis.dot(x) * axis;
}

Vec3 frame_rate(const Vec3& x, const Vec3& dx, const Vec3& b, const Vec3& db) {
  const double length = x.norm();
  const Vec3 n = x / length, dn = (dx - n * n.dot(dx)) / length;
  const Vec3 across = b - n * n.dot(b);
  const double width = across.norm();
  if (width < 1e-12) return n.cross(dn);
  const Vec3 z = n.cross(across) / width;
  return n.cross(dn) + n * ((db.dot(z) - n.dot(b) * dn.dot(z)) / width);
}

HingeTriangle::HingeTriangle(const Vec3& a, const Vec3& h, const Vec3& b) {
  const Vec3 across_a = a - h * h.dot(a), across_b = b - h * h.dot(b);
  along = h.dot(a) + h.dot(b);
  upper = across_a.norm();
  lower = across_b.norm();
  straight = std::atan2(h.dot(across_b.cross(across_a)), across_b.dot(across_a));
  farthest = std::hypot(along, upper + lower);
  nearest = std::hypot(along, upper - lower);
}

double HingeTriangle::bend(double distance) const {
  const double far = std::max(0.0, (farthest - distance) * (farthest + distance));
  const double near = std::max(0.0, (distance - nearest) * (distance + nearest));
  return 2.0 * std::atan2(std::sqrt(far), std::sqrt(near));
}

double HingeTriangle::distance(double theta) const {
  const double half = std::sin((theta - straight) / 2.0), half_cos = std::cos((theta - straight) / 2.0);
  return std::sqrt(std::max(0.0, farthest * farthest * half_cos * half_cos + nearest * nearest * half * half));
}

Vec3 elbow_direction(const Limb& limb, const Vec3& w, int branch) {
  Vec3 side = limb.upper - w * w.dot(limb.upper);
  if (side.norm() < kStraight * limb.upper.norm()) side = (branch == 0 ? -1.0 : 1.0) * limb.axis.cross(w);
  if (side.norm() < 1e-12 * limb.upper.norm()) side = w.unitOrthogonal();
  side.normalize();
  return (side - w * w.dot(side)).normalized();  // once more: a small difference has few digits
}

int branch_of(const Limb& limb, double hinge) {
  const HingeTriangle triangle(limb.upper, limb.axis, limb.lower);
  return wrapped_angle(hinge - triangle.straight) >= 0.0 ? 0 : 1;
}

}  // namespace poise
