#include "natural/person.hpp"

#include "limits/limits.hpp"

namespace poise {

Freedom freedom_of(const Person& person, int net_joint) {
  const int joint = person.joints[static_cast<std::size_t>(net_joint)];
  if (joint < 0) return {};
  const Joint& own = person.figure->joints()[static_cast<std::size_t>(joint)];
  return {own.v, size_of(own.model).dof};
}

VecX inside(const Figure& figure, const VecX& q) {
  return worst_violation(figure, q).amount == 0.0 ? q : clamp(figure, q);
}

Placement pelvis_of(const Person& person, const VecX& q) {
  return place_segment(*person.figure, q, person.segments[kPelvis]);
}

VecX posed(const Person& person, const Said& said) {
  VecX q = person.rest;
  const double* numbers = said.numbers.data() + kBaseNumbers;
  for (std::size_t i = 0; i < kNetJoints; numbers += numbers_of(kNetModels[i]), ++i) {
    if (person.joints[i] < 0) continue;
    const Joint& joint = person.figure->joints()[static_cast<std::size_t>(person.joints[i])];
    if (kNetModels[i] == kNetBall) {
      store_rotation(joint, Quat(orthonormal(numbers)), q);
    } else {
      q.segment<2>(joint.q) = Eigen::Map<const Vec2>(numbers);
    }
  }
  q = inside(*person.figure, q);
  if (person.is_free()) place_pelvis(person, {said.turn, said.place}, q);
  return q;
}

void place_pelvis(const Person& person, const Placement& wanted, VecX& q) {
  const Placement pelvis = pelvis_of(person, q), front = place_segment(*person.figure, q, 0);
  const Joint& base = person.base();
  const Placement root = wanted * (pelvis.inverse() * front);
  const Placement motion = base.in.inverse() * root * base.out.inverse();
  const Placement stored = base.reversed ? motion.inverse() : motion;
  q.segment<3>(base.q) = stored.p;
  store_rotation(base, normalized(Quat(stored.R)), q);
}

}  // namespace poise
