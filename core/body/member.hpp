// One of several figures that are posed as one. A company is a figure whose root is the world and which carries the
// members side by side: what belongs to one lies together in the coordinates, tangents and joints of all.
#pragma once

#include <memory>

#include "body/mass.hpp"

namespace poise {

struct Member {
  // `base`: the joint of the company that carries the member's root.
  Member(const Figure& company, int base, std::shared_ptr<const Figure> figure);

  std::shared_ptr<const Figure> figure;
  int joint, q, v;  // its first joint, stored coordinate and degree of freedom in the company
};

// The pose of a member alone, as it would be without the others: to the last bit the same, and about its own root.
struct MemberPose {
  enum class Twists : bool { kNo, kYes };
  MemberPose(const Member& member, const ConstVec& company, Twists twists);

  VecX q;
  Kinematics kinematics;
  MassState masses;
};

}  // namespace poise
