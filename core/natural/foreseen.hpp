// What people would do: from what is known of hands, feet, head, pelvis and chest to a pose and how sure that is.
//
// tools/train_natural/reference.py is the same computation in numpy. Here every question is asked beside its mirror
// image, and the mean of both answers counts, or the answer about the right hand of a question about one hand, so that
// a mirrored question has exactly the mirrored answer.
#pragma once

#include "natural/net.hpp"
#include "natural/told.hpp"

namespace poise {

// The length of the leg (m); that again, then over the leg: thigh, half the hips' spacing, loins, spine, neck, half the
// shoulders' spacing, upper arm, forearm.
struct Proportions {
  double leg = 1.0;
  Eigen::Matrix<double, kProportions, 1> numbers;
};

// Pelvis in the world; the net's numbers, and a spread for every degree of freedom: metres for the pelvis's place, else
// radians.
struct Said {
  Vec3 place;
  Mat3 turn;
  Eigen::Matrix<double, kPoseNumbers, 1> numbers;
  Eigen::Matrix<double, kSpreads, 1> spread;
};

using Inputs = Eigen::Matrix<double, kInputs, 1>;

// `origin`: what the net counts places from; `heading`: world ← canonical, in which people look along z.
Inputs features(const Told& told, const Proportions& body, const Vec3& origin, const Mat3& heading);

// The pose people would take. `mirrored`: whether the mirror image counts as well.
Said foreseen(const Net& net, const Proportions& body, const Told& told, bool mirrored = true);

// A rotation from two columns, as the net says them.
Mat3 orthonormal(const double* six);

}  // namespace poise
