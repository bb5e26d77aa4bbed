// Limb first: how much of the body stays as it is, because an arm, or the neck, can do what is asked.
//
// What the start pose serves already asks for nothing. A hand whose goal is within the arm's reach moves the arm, eyes
// turn head and neck; trunk and legs join when these run out of reach, smoothly. People lean before the arm is
// straight: the preferred boundary of reaching with the arm alone lies inside the absolute one (Mark et al. 1997,
// Postural dynamics and the preferred critical boundary for visually guided reaching, J. Exp. Psychol. Human 23,
// 1365-1379).
#pragma once

#include "natural/person.hpp"

namespace poise {

// Lengths of the arm: who bends to reach does not come nearer to the goal of a hand than this (estimate: elbows are
// then bent by 36°, those of people who reach down or far out are nearly straight).
inline constexpr double kArrived = 0.98;

// A task that the net cannot be told, and by how much (m, rad) the start misses it.
struct UntoldTask {
  int hand = -1;  // 0 left, 1 right: one that turns a hand, which its arm can do; −1: of the body
  double error = 0.0;
};
using UntoldTasks = std::vector<UntoldTask>;

// How much of the start pose stays, 0 to 1.
struct Stays {
  double trunk;
  VecX kept;       // every degree of freedom, against what was foreseen
  VecX firm;       // how firmly it does so
  double heading;  // how firmly it faces as it does
  double nods;     // how far the spine gives way to eyes that look up or down
};

// `seen`: the pose foreseen, null where nothing is known.
Stays stays(const Person& person, const Pose& start, const Told& told, const UntoldTasks& others, const Pose* seen);

// Of every degree of freedom, how much what is wanted is like the start, 0 to 1; nothing for the arm of a hand that
// goes somewhere.
VecX familiar(const Person& person, const Pose& start, const Told& told, const UntoldTasks& others);

// How far the goals of a segment are from where the start has it, metres and radians together.
double moved(const Person& person, const Pose& start, const Told& told, std::size_t part);

// The length of an arm up to a point on its hand, m.
double arm_length(const Person& person, const Pose& start, std::size_t side, const Vec3& local);

}  // namespace poise
