// As tall as they stand: who is asked for the feet alone steps without bending down, and reaches from there.
#pragma once

#include <optional>

#include "natural/person.hpp"
#include "natural/told.hpp"

namespace poise {

// What the net is asked of goals for both feet and nothing else: that the head is as high above the lower foot as it
// was, over the feet that stand. The widest stances of captured people are those of sports and fights, and with the
// feet alone the net foresaw a trunk bent by 40° for somebody who stepped 30 cm aside. Other goals are as they were.
Told as_tall(const Person& person, const Pose& start, const Told& told);

// The motion by which the knees of the legs that carry become as straight as they were, hips and ankles by half as much
// as well, so that the feet stay below.
VecX straighter(const Person& person, const Pose& start, const Told& told, const VecX& q);

// Where both feet are told, one of them elsewhere than the start has it, and something of hands or eyes, but nothing of
// the trunk: what is told of the feet alone, for somebody steps there first and reaches from there. And how far they do
// so, 0 to 1: feet that are tilted say of themselves how somebody moves.
struct FirstStep {
  Told told;
  double share;
};
std::optional<FirstStep> first_step(const Person& person, const Pose& start, const Told& told);

// What is told, the feet where a pose has them.
Told with_feet_of(const Person& person, const Pose& pose, const Told& told);

}  // namespace poise
