// Joints about one point made into the group of a limb, or the joint that does not fit.
#pragma once

#include <optional>

#include "limb/limb.hpp"

namespace poise {

struct Link {
  int joint;
  Placement at;  // the joint's frame at the zero configuration, in the carrier's axes
};

// Each sets the group and the point about which it turns.
void fit_ball(const Figure& figure, const Link& link, LimbGroup& group, Vec3& center);

// Three lines that must meet: the point nearest to them must lie on all.
std::optional<Misfit> fit_hinges(const Figure& figure, const std::vector<Link>& links, LimbGroup& group, Vec3& center);

// The twist of an elbow joint and the swing joint after it, which must lie along its axis.
std::optional<Misfit> fit_twist_swing(const Figure& figure, const Link& elbow, const Link& swing, LimbGroup& group,
                                      Vec3& center);

}  // namespace poise
