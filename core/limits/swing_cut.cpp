#include "limits/swing_cut.hpp"

namespace poise {

std::optional<SwingCut> swing_cut(const Joint& joint, const Vec2& swing) {
  const Vec3 direction = direction_of(swing);
  const NearestDirection nearest = nearest_direction(joint.limit.swing, direction);
  if (nearest.violation <= 0.01 * kLimitTolerance) return {};
  const Vec3 outward = (direction - direction.dot(nearest.direction) * nearest.direction).normalized();
  const Vec2 edge = swing_of(nearest.direction);
  // A body rate ω turns the limb's direction d by (R ω) × d, so ∂(u · d)/∂s = (R J)ᵀ (d × u).
  const Mat3 rotation = rotation_of_swing(edge).toRotationMatrix();
  const Vec2 slope = ((rotation * swing_body_rates(edge)).transpose() * nearest.direction.cross(outward)).normalized();
  return SwingCut{slope, slope.dot(edge)};
}

bool replaces(const Joint& joint, const Vec2& slope, const Vec2& earlier) {
  constexpr double kSameWay = 0.9;  // cosine
  return std::holds_alternative<SphericalPolygon>(joint.limit.swing) && slope.dot(earlier) > kSameWay;
}

}  // namespace poise
