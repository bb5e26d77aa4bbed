#include "limb/limb_stance.hpp"

#include <cmath>

#include "body/kinematics.hpp"
#include "limb/limb_geometry.hpp"

namespace poise {

namespace {

// Home is where the upper segment points when the shoulder is in the middle of what it can do: at zero, or at the
// allowed angles nearest to it. There, at φ = 0, the elbow is on the side to which the hinge bends it.
SwivelZero carried_zero(const Limb& limb, const VecX& rest) {
  VecX middle = rest;
  const LimbGroup& root = limb.root;
  for (int i = 0; i < root.size; ++i) {
    const std::size_t k = static_cast<std::size_t>(i);
    middle[root.slots[k]] = root.kind == GroupKind::kHinges ? root.ranges[k].nearest(0.0) : i == 3 ? 1.0 : 0.0;
  }
  const Quat home = shown_rotation(root, middle);
  const Vec3 along = limb.upper.normalized();
  const double bent = limb.hinge.nearest(rest[limb.hinge_slot] + 1e-3);  // the way a straight limb would go
  return {home * along, home * elbow_direction(limb, along, branch_of(limb, bent))};
}

// What couplings leave to the limb when the rest of the body has its say.
std::vector<Range> left_by_the_rest(const Limb& limb, const VecX& natural) {
  std::vector<Range> left;
  for (const LimbCoupling& coupling : limb.couplings) {
    double outside = 0.0;
    for (const auto& [index, factor] : coupling.outside) outside += factor * natural[index];
    left.push_back({coupling.min - outside, coupling.max - outside});
  }
  return left;
}

}  // namespace

Vec3 SwivelZero::at(const Vec3& n) const {
  if (projected) {
    const Vec3 across = direction - n * n.dot(direction);
    if (across.norm() > 1e-6) return across.normalized();
  }
  const Vec3 u = direct_rotation(home, n) * zero;
  return (u - n * n.dot(u)).normalized();
}

Vec3 SwivelZero::rate(const Vec3& n, const Vec3& dn) const {
  if (projected && n.cross(direction).norm() > 1e-6) return frame_rate(n, dn, direction, Vec3::Zero());
  // The direct rotation from home does not turn about home + n.
  const Vec3 swing = n.cross(dn);
  return swing - n * (home.dot(swing) / std::max(1e-12, 1.0 + home.dot(n)));
}

double swivel_of(const LimbStance& stance, const Quat& root, double hinge, const Vec3& limb_point) {
  const Limb& limb = *stance.limb;
  const double length = limb_point.norm();
  const Vec3 w = length > 1e-12 ? Vec3(limb_point / length) : Vec3(limb.axis.cross(limb.upper).normalized());
  const Vec3 n = root * w, k = root * elbow_direction(limb, w, branch_of(limb, hinge)), u = stance.swivel_zero.at(n);
  return std::atan2(k.dot(n.cross(u)), k.dot(u));
}

LimbStance make_stance(std::shared_ptr<const Limb> limb, const VecX& coordinates, const VecX& rest) {
  LimbStance stance;
  stance.limb = std::move(limb);
  const Limb& l = *stance.limb;
  Kinematics kinematics;
  forward(*l.figure, coordinates, kinematics);
  if (l.carrier >= 0) stance.base = kinematics.segments[static_cast<std::size_t>(l.carrier)];
  stance.coordinates = coordinates;
  stance.held = shown_rotation(l.end, coordinates);
  stance.held_natural = shown_natural(l.end, coordinates);
  stance.wrist = shown_rotation(l.root, coordinates) * (l.upper + turned(l.axis, coordinates[l.hinge_slot], l.lower));
  stance.coupled = left_by_the_rest(l, natural_coordinates(*l.figure, coordinates));
  stance.rest_hinge = rest[l.hinge_slot];
  stance.swivel_zero = carried_zero(l, rest);
  const Quat root = shown_rotation(l.root, rest);
  const Quat lower = root * about(l.axis, stance.rest_hinge);
  stance.rest_site = normalized(lower * shown_rotation(l.end, rest) * Quat(l.site_axes));
  stance.rest_swivel = swivel_of(stance, root, stance.rest_hinge, l.upper + turned(l.axis, stance.rest_hinge, l.lower));
  return stance;
}

}  // namespace poise
