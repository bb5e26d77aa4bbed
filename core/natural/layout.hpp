// What goes into the net of natural posture and what comes out: order and sizes.
//
// The same as tools/train_natural/layout.py, by which the net was trained, and as src/poise/people/net_layout.py, which
// has the names; the vectors of the training hold all three together. Lengths are divided by that of the leg.
#pragma once

#include <array>

namespace poise {

// Segments whose goals the net knows. Of each: place 3 of the point that has the goal, that point on its segment 3,
// turn 6 (two columns), whether placed, whether turned. What is not known is zero.
enum Part : unsigned { kLeftFoot, kRightFoot, kLeftHand, kRightHand, kHead, kPelvis, kChest };
inline constexpr int kParts = 7, kPerPart = 14, kGaze = 4, kProportions = 9;
inline constexpr std::array<Part, 2> kFeet = {kLeftFoot, kRightFoot}, kHands = {kLeftHand, kRightHand};

// The joints it speaks of: from the loins to the head; clavicle, shoulder, elbow and wrist of the left and of the right
// arm; hip, knee and ankle of the left and of the right leg. A ball joint is given by two columns of its rotation, the
// others by their two coordinates.
enum NetModel : int { kNetBall, kNetElbow, kNetSwing };
inline constexpr int kNetJoints = 19;
inline constexpr std::array<NetModel, kNetJoints> kNetModels = {
    kNetBall,  kNetBall,  kNetBall,  kNetBall,  kNetSwing,  // lumbar, thoracolumbar, thoracic, neck, head
    kNetSwing, kNetBall,  kNetElbow, kNetSwing,             // left arm
    kNetSwing, kNetBall,  kNetElbow, kNetSwing,             // right arm
    kNetBall,  kNetElbow, kNetSwing,                        // left leg
    kNetBall,  kNetElbow, kNetSwing};                       // right leg
inline constexpr std::array<int, 2> kNeckJoints = {3, 4}, kAnkleJoints = {15, 18}, kFirstOfArm = {5, 9};
inline constexpr int kArmJoints = 4, kShoulderOfArm = 1,
                     kElbowOfArm = 2;   // of an arm: clavicle, shoulder, elbow, wrist
inline constexpr int kSpineJoints = 3;  // the first ones, from the loins on

constexpr int numbers_of(NetModel model) { return model == kNetBall ? 6 : 2; }
constexpr int freedom_of(NetModel model) { return model == kNetBall ? 3 : 2; }
constexpr int sum_of(int (*count)(NetModel)) {
  int total = 0;
  for (const NetModel model : kNetModels) total += count(model);
  return total;
}

// Of the pelvis: place 3 and turn 6; its degrees of freedom. The pose comes first, then the logarithms of the spreads.
inline constexpr int kBaseNumbers = 9, kBaseFreedom = 6;
inline constexpr int kInputs = kParts * kPerPart + kGaze + kProportions;
inline constexpr int kPoseNumbers = kBaseNumbers + sum_of(numbers_of);
inline constexpr int kSpreads = kBaseFreedom + sum_of(freedom_of);
inline constexpr int kOutputs = kPoseNumbers + kSpreads;

inline constexpr double kFar = 2.0;  // leg lengths: a point looked at from further is brought that near

}  // namespace poise
