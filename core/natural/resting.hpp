// Hands that rest on a thigh, arms that hang, and what the net says nothing of: fingers and toes.
#pragma once

#include <vector>

#include "criteria/near_points.hpp"
#include "natural/limb_first.hpp"
#include "natural/person.hpp"
#include "natural/told.hpp"

namespace poise {

// A hand of which nothing is asked and that rests on a thigh which lies level, and where it will be.
struct RestingHand {
  int hand;  // 0 left, 1 right
  Vec3 place;
};

// Who sits with a hand on the thigh leaves it there while the trunk moves, or slides it towards the knee where the
// elbow would fold: the arm gives way. `q`: the pose foreseen; `weights`: how firmly it is.
std::vector<RestingHand> let_hands_rest(const Person& person, const Pose& start, const Told& told, const VecX& q,
                                        VecX& weights);

// An arm that hung at the start and of which nothing is asked goes on hanging where the trunk bends for the eyes, and
// does not turn with it: which way it points, as a wish. (Where the trunk bends for a hand the net says well enough
// what the other arm does, and a wish makes a frame take twice as long.)
std::vector<PointWish> let_arms_hang(const Person& person, const Pose& start, const Told& told, const Stays& stays,
                                     const VecX& q, VecX& weights);

// Fingers and toes stay as the start has them: a hand that is closed stays closed. One that lay on a thigh and goes
// somewhere has its fingers at rest.
// `here`: the start inside its limits.
void keep_unspoken(const Person& person, const Pose& start, const VecX& here, const Told& told, VecX& q);

}  // namespace poise
