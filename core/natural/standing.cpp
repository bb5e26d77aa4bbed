#include "natural/standing.hpp"

#include <algorithm>
#include <cmath>

namespace poise {

namespace {

// Metres above the other one: a foot that is higher carries less and less, and nothing from there on (estimate: the
// height of a knee).
constexpr double kRaised = 0.45;

bool asks_of_feet_alone(const Told& told) {
  for (const Part part : {kLeftHand, kRightHand, kHead, kPelvis, kChest})
    if (told.parts[part].knows()) return false;
  return told.parts[kLeftFoot].placed && told.parts[kRightFoot].placed;
}

// From where the start has a foot to its goal.
Vec3 way_of(const Person& person, const Pose& start, const Told& told, Part foot) {
  const ToldPart& known = told.parts[foot];
  const Placement& here = frame(start, person.segments[foot]);
  return known.point - (here.R * known.local + here.p);
}

}  // namespace

Told as_tall(const Person& person, const Pose& start, const Told& told) {
  if (!asks_of_feet_alone(told)) return told;
  const std::array<Vec3, 2> ways = {way_of(person, start, told, kLeftFoot), way_of(person, start, told, kRightFoot)};
  const double lower = std::min(ways[0][1], ways[1][1]);
  const std::array<double, 2> carries = {fade(ways[0][1] - lower, 0.0, kRaised),
                                         fade(ways[1][1] - lower, 0.0, kRaised)};
  Vec3 way = (carries[0] * ways[0] + carries[1] * ways[1]) / (carries[0] + carries[1]);
  way[1] = lower;
  double short_of = 0.0;  // legs that stand apart, and are straight, do not reach so high
  for (std::size_t side = 0; side < 2; ++side) {
    const Vec3 hip = frame(start, person.thighs[side]).p + way;
    const Vec3 ankle = frame(start, person.segments[kFeet[side]]).p + ways[side];
    const double leg = person.body.leg, beside = std::min(std::hypot(hip[0] - ankle[0], hip[2] - ankle[2]), leg);
    short_of = std::max(short_of, hip[1] - ankle[1] - std::sqrt(leg * leg - beside * beside));
  }
  way[1] -= short_of;
  Told found = told;
  ToldPart& head = found.parts[kHead];
  head.placed = true;
  head.point = frame(start, person.segments[kHead]).p + way;
  head.local.setZero();
  return found;
}

}  // namespace poise
