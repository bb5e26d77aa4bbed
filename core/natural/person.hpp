// A figure that is a human, as the net of natural posture knows it: where its parts are, and what people usually do.
#pragma once

#include <memory>
#include <vector>

#include "body/pose.hpp"
#include "criteria/criterion.hpp"
#include "natural/foreseen.hpp"

namespace poise {

struct Person {
  std::shared_ptr<const Figure> figure;
  Proportions body;
  std::array<int, kParts> segments{};    // of the parts that the net knows
  std::array<int, kNetJoints> joints{};  // of those it speaks of; −1 where one is fixed
  // Of the left and the right side: segments, and the site of the hand, −1 where there is none.
  std::array<int, 2> upper_arms{}, forearms{}, thighs{}, shanks{}, hand_sites{};
  std::vector<int> twists;  // degrees of freedom by which something turns about its own length
  std::vector<int> bent;    // spreads of the joints between the root and the pelvis
  VecX usual;               // 1 / σ² of every degree of freedom, by habit
  VecX rest;
  Vec3 up;  // in the frame of a free base
  std::shared_ptr<Criterion> habit;

  const Joint& base() const { return figure->joints().front(); }
  bool is_free() const { return base().model == Model::kFree; }
};

inline const Placement& frame(const Pose& pose, int segment) {
  return pose.placed().segments[static_cast<std::size_t>(segment)];
}

// The degrees of freedom of one joint the net speaks of: first and count; none of a fixed one.
struct Freedom {
  int first = 0, count = 0;
};
Freedom freedom_of(const Person& person, int net_joint);

// The nearest pose inside all limits; bit for bit the same where it is inside already.
VecX inside(const Figure& figure, const VecX& q);

// What the net says, as a pose inside the limits; what it does not speak of is at rest.
VecX posed(const Person& person, const Said& said);

Placement pelvis_of(const Person& person, const VecX& q);
// The pose moved as one piece until its pelvis is there; the base is free.
void place_pelvis(const Person& person, const Placement& wanted, VecX& q);

}  // namespace poise
