#include "natural/resting.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace poise {

namespace {

// How firmly an arm stays bent as it is whose hand rests somewhere, against one that hangs (estimate).
constexpr double kGiving = 0.05;

// Lengths of the thigh from the line between hip and knee: a hand that is nearer rests on the thigh (those of the
// stances lie 0.25 to 0.34 from it, the thicker the person the farther).
constexpr double kOnTheThigh = 0.4;

// How near the shoulder may come to where a hand rests, in lengths of the arm, and against what it was at the start:
// then it slides towards the knee rather than that the elbow goes up (estimates: the elbow is then bent by a right
// angle).
constexpr double kUnfolded = 0.7, kFolding = 0.85;

// Lengths of the thigh: so far beyond the knee a hand may slide, the forearm on the knee. The thigh is thinner there,
// by this share of how far the hand is from its axis (estimates).
constexpr double kBeyondTheKnee = 0.4, kThinner = 0.35;

// Radians from straight down: an upper arm that is nearer hangs, from the second on it does not; and how far it points
// beside (estimates: people swing them by so much as they bend).
constexpr double kHangs[2] = {0.35, 0.7}, kSwings = 0.1;

// A hand on a thigh: where, and the ways from there to beyond the knee.
struct OnThigh {
  Vec3 place, way;
};

std::optional<OnThigh> on_thigh(const Person& person, const Pose& start, std::size_t side) {
  if (person.hand_sites[side] < 0) return {};
  const Vec3 &hip = frame(start, person.thighs[side]).p, &knee = frame(start, person.shanks[side]).p;
  const Vec3 place = site_point(*person.figure, start.placed(), person.hand_sites[side]), thigh = knee - hip;
  const double along = std::clamp((place - hip).dot(thigh) / thigh.squaredNorm(), 0.0, 1.0);
  const Vec3 above = place - hip - along * thigh;
  const bool level = std::abs(thigh[1]) < 0.5 * thigh.norm();
  if (!level || above.norm() >= kOnTheThigh * thigh.norm()) return {};
  const double left = 1.0 - along;
  return OnThigh{place, (left + kBeyondTheKnee) * thigh - kThinner * left * above};
}

// How far a hand slides so that a shoulder that comes down does not fold its arm, 0 to 1: the root ahead of
// |place + t way − shoulder| = least.
double slid(const OnThigh& hand, const Vec3& shoulder, double least) {
  const Vec3 here = hand.place - shoulder;
  const double a = hand.way.squaredNorm(), b = here.dot(hand.way), c = here.squaredNorm() - least * least;
  if (c >= 0.0 || a == 0.0) return 0.0;
  return std::min((std::sqrt(b * b - a * c) - b) / a, 1.0);
}

// By which angle the pelvis has turned about the vertical since the start.
double turned_round(const Person& person, const Pose& start, const VecX& q) {
  const Vec3 before = facing_of(pelvis_of(person, start.coordinates()).R), now = facing_of(pelvis_of(person, q).R);
  return std::atan2(before[2] * now[0] - before[0] * now[2], before.dot(now));
}

// Whether a joint is one of a hand's, left or right.
bool is_of_hand(const Person& person, int joint, std::size_t side) {
  while (joint >= 0 && joint != person.segments[kHands[side]])
    joint = person.figure->joints()[static_cast<std::size_t>(joint)].carrier;
  return joint >= 0;
}

}  // namespace

std::vector<RestingHand> let_hands_rest(const Person& person, const Pose& start, const Told& told, const VecX& q,
                                        VecX& weights) {
  std::vector<RestingHand> found;
  for (std::size_t side = 0; side < 2; ++side) {
    if (told.parts[kHands[side]].knows()) continue;
    const std::optional<OnThigh> hand = on_thigh(person, start, side);
    if (!hand) continue;
    Kinematics placed;
    place(*person.figure, q, placed);
    const int upper = person.upper_arms[side];
    const Vec3 local = person.figure->sites()[static_cast<std::size_t>(person.hand_sites[side])].placement.p;
    const double arm = arm_length(person, start, side, local), before = (hand->place - frame(start, upper).p).norm();
    const double share =
        slid(*hand, placed.segments[static_cast<std::size_t>(upper)].p, std::min(kFolding * before, kUnfolded * arm));
    found.push_back({static_cast<int>(side), hand->place + share * hand->way});
    for (int joint = kFirstOfArm[side]; joint < kFirstOfArm[side] + kArmJoints; ++joint) {
      const Freedom own = freedom_of(person, joint);
      weights.segment(own.first, own.count) *= kGiving;
    }
  }
  return found;
}

std::vector<PointWish> let_arms_hang(const Person& person, const Pose& start, const Told& told, const Stays& stays,
                                     const VecX& q, VecX& weights) {
  std::vector<PointWish> found;
  for (std::size_t side = 0; side < 2 && stays.nods > 0.0; ++side) {
    const Freedom shoulder = freedom_of(person, kFirstOfArm[side] + kShoulderOfArm);
    if (told.parts[kHands[side]].knows() || shoulder.count == 0 || on_thigh(person, start, side)) continue;
    const Placement& arm = frame(start, person.upper_arms[side]);
    const Vec3 direction = (frame(start, person.forearms[side]).p - arm.p).normalized();
    const double beside = std::atan2(std::hypot(direction[0], direction[2]), -direction[1]);
    const double share = stays.nods * stays.kept[shoulder.first] * fade(beside, kHangs[0], kHangs[1]);
    if (share == 0.0) continue;
    const Vec3 now = exp_rotation(turned_round(person, start, q) * Vec3::UnitY()) * direction;
    const double weight = share / (kSwings * kSwings);
    found.push_back({person.upper_arms[side], arm.R.transpose() * direction, now, weight, true});
    weights.segment(shoulder.first, shoulder.count) *= std::pow(kGiving, share);
  }
  return found;
}

void keep_unspoken(const Person& person, const Pose& start, const VecX& here, const Told& told, VecX& q) {
  const std::vector<Joint>& joints = person.figure->joints();
  const auto relaxes = [&](int joint) {
    for (std::size_t side = 0; side < 2; ++side) {
      if (told.parts[kHands[side]].placed && is_of_hand(person, joint, side) && on_thigh(person, start, side))
        return true;
    }
    return false;
  };
  for (int i = person.is_free() ? 1 : 0; i < static_cast<int>(joints.size()); ++i) {
    if (std::find(person.joints.begin(), person.joints.end(), i) != person.joints.end()) continue;
    const Joint& joint = joints[static_cast<std::size_t>(i)];
    const int count = size_of(joint.model).stored;
    q.segment(joint.q, count) = (relaxes(i) ? person.rest : here).segment(joint.q, count);
  }
}

}  // namespace poise
