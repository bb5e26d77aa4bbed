// A limb on a posed body, and where its swivel is measured from.
#pragma once

#include "limb/limb.hpp"

namespace poise {

// Where swivel is measured from: the direction u(n), perpendicular to n, to which the elbow points at φ = 0.
//
// No such field is continuous everywhere. By default u is carried from `home`, the middle of the limb's reach, by the
// direct rotation to n, so that its one singular direction is opposite to home, out of reach; a straight limb keeps the
// half-plane of its hinge. A fixed direction, projected as Tolani does (3.2.2), is singular along itself and its
// opposite; there the carried field stands in.
struct SwivelZero {
  Vec3 home, zero;  // unit, perpendicular
  bool projected = false;
  Vec3 direction = Vec3::UnitY();  // of the projected kind

  Vec3 at(const Vec3& n) const;
  // The turn ω of the frame (n, u(n)) when n moves by dn.
  Vec3 rate(const Vec3& n, const Vec3& dn) const;
};

// A limb on a posed body: where its carrier is, and what its joints have when a goal leaves them alone.
struct LimbStance {
  std::shared_ptr<const Limb> limb;
  Placement base;              // T_world_carrier
  VecX coordinates;            // of the whole figure
  Quat held;                   // R₃ of those coordinates
  Vec3 held_natural;           // and its natural coordinates
  Vec3 wrist;                  // where they have the wrist, from the shoulder, in the carrier's axes
  std::vector<Range> coupled;  // what the couplings leave to the limb's own terms
  SwivelZero swivel_zero;
  double rest_swivel = 0.0, rest_hinge = 0.0;  // of the figure's rest pose
  Quat rest_site;                              // the site's axes there, in the carrier's
};

LimbStance make_stance(std::shared_ptr<const Limb> limb, const VecX& coordinates, const VecX& rest);

// The swivel of a given pose of the limb about the axis from the shoulder to R₁ x₀.
double swivel_of(const LimbStance& stance, const Quat& root, double hinge, const Vec3& limb_point);

}  // namespace poise
