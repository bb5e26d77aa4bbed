#include "natural/standing.hpp"

#include <algorithm>
#include <cmath>

#include "natural/limb_first.hpp"

namespace poise {

namespace {

// Metres above the other one: a foot that is higher carries less and less, and nothing from there on (estimate: the
// height of a knee). The knee of a leg whose foot is so much higher has to bend (estimate).
constexpr double kRaised = 0.45, kBent = 0.1;

// Metres, radians: feet that are nearer stay; angles of rotations that are the same come out up to 2e-8.
constexpr double kStays = 1e-6;

// Radians that a foot is tilted against the start, from which on the net alone says how somebody stands; and that it is
// turned about the vertical, up to which it does not, and from which on it does. Of captured people, who crouch with a
// hand before them as often as they stand, one in eleven has both feet so flat; with twice the tilt E13 of S3 comes
// to 8.9 cm instead of 8.8 (estimates; without bounds to 10.6).
constexpr double kTilted = 0.1, kToesOut[2] = {0.25, 0.5};

bool asks_of_feet_and_no_trunk(const Told& told) {
  for (const Part part : {kHead, kPelvis, kChest})
    if (told.parts[part].knows()) return false;
  return told.parts[kLeftFoot].placed && told.parts[kRightFoot].placed;
}

bool asks_of_hands(const Told& told) { return told.parts[kLeftHand].knows() || told.parts[kRightHand].knows(); }

// From where the start has a foot to its goal.
Vec3 way_of(const Person& person, const Pose& start, const Told& told, Part foot) {
  const ToldPart& known = told.parts[foot];
  const Placement& here = frame(start, person.segments[foot]);
  return known.point - (here.R * known.local + here.p);
}

// Whether a foot is as flat as it was, and turned about the vertical alone, by little: 1, to 0.
double as_flat(const Person& person, const Pose& start, const Told& told, Part foot) {
  if (!told.parts[foot].turned) return 1.0;
  const Mat3 turn = told.parts[foot].turn * frame(start, person.segments[foot]).R.transpose();
  const double tilt = std::atan2(std::hypot(turn(0, 1), turn(2, 1)), turn(1, 1));
  const Vec3 ahead = facing_of(turn);
  return fade(tilt, 0.0, kTilted) * fade(std::abs(std::atan2(ahead[0], ahead[2])), kToesOut[0], kToesOut[1]);
}

// How much each foot carries, 0 to 1: that which is higher than the other one by so many metres nothing.
std::array<double, 2> carried(const std::array<Vec3, 2>& ways, double raised) {
  const double lower = std::min(ways[0][1], ways[1][1]);
  return {fade(ways[0][1] - lower, 0.0, raised), fade(ways[1][1] - lower, 0.0, raised)};
}

}  // namespace

Told as_tall(const Person& person, const Pose& start, const Told& told) {
  if (asks_of_hands(told) || !asks_of_feet_and_no_trunk(told)) return told;
  const std::array<Vec3, 2> ways = {way_of(person, start, told, kLeftFoot), way_of(person, start, told, kRightFoot)};
  const std::array<double, 2> carries = carried(ways, kRaised);
  Vec3 way = (carries[0] * ways[0] + carries[1] * ways[1]) / (carries[0] + carries[1]);
  way[1] = std::min(ways[0][1], ways[1][1]);
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

VecX straighter(const Person& person, const Pose& start, const Told& told, const VecX& q) {
  const std::array<double, 2> carries =
      carried({way_of(person, start, told, kLeftFoot), way_of(person, start, told, kRightFoot)}, kBent);
  const VecX back = difference(*person.figure, q, start.coordinates());
  Kinematics placed;
  place(*person.figure, q, placed);
  add_twists(*person.figure, q, placed);
  VecX way = VecX::Zero(person.figure->dof());
  for (std::size_t side = 0; side < 2; ++side) {
    const int ankle = kAnkleJoints[side];
    const Freedom knee = freedom_of(person, ankle - 1);
    if (knee.count == 0) continue;
    const double less = carries[side] * std::min(back[knee.first], 0.0);
    way[knee.first] = less;
    for (const int joint : {ankle - 2, ankle}) {
      const Freedom own = freedom_of(person, joint);
      for (int k = own.first; k < own.first + own.count; ++k)
        way[k] = -0.5 * less * placed.angular.col(k).dot(placed.angular.col(knee.first));
    }
  }
  return way;
}

std::optional<FirstStep> first_step(const Person& person, const Pose& start, const Told& told) {
  if (!asks_of_feet_and_no_trunk(told) || !(asks_of_hands(told) || told.looks)) return {};
  if (moved(person, start, told, kLeftFoot) + moved(person, start, told, kRightFoot) < kStays) return {};
  FirstStep found{told, 1.0};
  for (const Part foot : kFeet) found.share = std::min(found.share, as_flat(person, start, told, foot));
  if (found.share == 0.0) return {};
  for (const Part hand : kHands) found.told.parts[hand] = {};
  found.told.looks = false;
  return found;
}

Told with_feet_of(const Person& person, const Pose& pose, const Told& told) {
  Told found = told;
  for (const Part foot : kFeet) {
    ToldPart& known = found.parts[foot];
    const Placement& here = frame(pose, person.segments[foot]);
    known.point = here.R * known.local + here.p;
    known.turn = here.R;
  }
  return found;
}

}  // namespace poise
