#include "body/member.hpp"

#include <utility>

namespace poise {

Member::Member(const Figure& company, int base, std::shared_ptr<const Figure> member)
    : figure(std::move(member)),
      joint(base),
      q(company.joints()[static_cast<std::size_t>(base)].q),
      v(company.joints()[static_cast<std::size_t>(base)].v) {}

MemberPose::MemberPose(const Member& member, const ConstVec& company, Twists twists)
    : q(company.segment(member.q, member.figure->size())) {
  place(*member.figure, q, kinematics);
  if (twists == Twists::kYes) add_twists(*member.figure, q, kinematics);
  carry_masses(*member.figure, kinematics, masses);
}

}  // namespace poise
