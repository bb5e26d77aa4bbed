#include "natural/foreseen.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace poise {

namespace {

// How much it counts which way a part that is turned looks (as in training).
constexpr double kLooks[kParts] = {0.5, 0.5, 0.0, 0.0, 0.5, 1.0, 1.0};

// The logarithm of a spread: goals a kilometre away have the net say more than numbers can hold.
constexpr double kWidestSpread = 20.0;

// Where the goals face by less than this (leg lengths), the pose says where the figure faces (as in training).
constexpr double kUnsure = 0.05;

// A session turns to where the goals face by less than asin(1 / 2) = 30° at a time, by less still where they contradict
// each other, and not at all where they face straight back, so that goals that move a little never turn the figure
// round (estimate).
constexpr double kSteady = 2.0;

// Where goals face is not clear up to the first and clear from the second on (estimates): leg lengths that they say;
// those over the sum of what each of them says; the cosine of the angle to where the session faces.
constexpr double kSure[2] = {0.2, 0.5}, kAgreed[2] = {0.3, 0.6}, kAlong[2] = {0.0, 0.7};

// The second is made in the heading that the first found (as in training). A session knows where it faces and makes
// one: from frame to frame a second would go on turning (by 100° in 4 frames of a pirouette, where left-right lines
// cancel).
constexpr int kPasses = 2;

// Metres: thigh and shank of those in training, who had 0.73 to 0.90 and were stretched by 3 %. Others are asked about
// as the nearest of these, in proportion.
constexpr double kShortestLeg = 0.71, kLongestLeg = 0.93;

using Outputs = Eigen::Matrix<double, kOutputs, 1>;

Vec3 level(const Vec3& v) { return {v[0], 0.0, v[2]}; }

Vec3 unit(const Vec3& v) { return v / std::max(v.norm(), 1e-6); }

// ---- the mirror image --------------------------------------------------------------------------------

// Which number takes whose place in the mirror image, and its sign there.
template <int Count>
struct Mirror {
  std::array<int, Count> sources;
  std::array<double, Count> signs;

  Eigen::Matrix<double, Count, 1> of(const Eigen::Matrix<double, Count, 1>& numbers) const {
    Eigen::Matrix<double, Count, 1> image;
    for (int i = 0; i < Count; ++i)
      image[i] = signs[static_cast<std::size_t>(i)] * numbers[sources[static_cast<std::size_t>(i)]];
    return image;
  }
};

constexpr double kPointSigns[] = {-1, 1, 1};
// Of the first two columns of S R S, S = diag(−1, 1, 1), against those of R.
constexpr double kColumnSigns[] = {1, -1, -1, -1, 1, 1};
constexpr double kPairSigns[] = {1, -1};  // flexion and twist, or two swings
constexpr double kNoSigns[] = {1, 1, 1, 1, 1, 1, 1, 1, 1};

template <int Count>
void put(Mirror<Count>& mirror, int at, int from, int count, const double* signs) {
  for (int i = 0; i < count; ++i) {
    mirror.sources[static_cast<std::size_t>(at + i)] = from + i;
    mirror.signs[static_cast<std::size_t>(at + i)] = signs[i];
  }
}

Mirror<kInputs> mirror_of_inputs() {
  Mirror<kInputs> mirror{};
  for (int part = 0; part < kParts; ++part) {
    const int other = part < static_cast<int>(kHead) ? part ^ 1 : part;  // left and right stand side by side
    const int at = part * kPerPart, from = other * kPerPart;
    put(mirror, at, from, 3, kPointSigns);
    put(mirror, at + 3, from + 3, 3, kPointSigns);
    put(mirror, at + 6, from + 6, 6, kColumnSigns);
    put(mirror, at + 12, from + 12, 2, kNoSigns);
  }
  const int gaze = kParts * kPerPart;
  put(mirror, gaze, gaze, 3, kPointSigns);
  put(mirror, gaze + 3, gaze + 3, 1, kNoSigns);
  put(mirror, gaze + kGaze, gaze + kGaze, kProportions, kNoSigns);
  return mirror;
}

// The joint on the other side: arms follow each other, and legs.
int partner(int joint) {
  if (joint < kFirstOfArm[0]) return joint;
  if (joint < kFirstOfArm[1]) return joint + kArmJoints;
  if (joint < kFirstOfArm[1] + kArmJoints) return joint - kArmJoints;
  constexpr int kLeg = 3;
  return joint < kNetJoints - kLeg ? joint + kLeg : joint - kLeg;
}

Mirror<kOutputs> mirror_of_outputs() {
  std::array<int, kNetJoints> numbers{}, spreads{};
  int at = kBaseNumbers, after = kPoseNumbers + kBaseFreedom;
  for (std::size_t j = 0; j < kNetJoints; ++j) {
    numbers[j] = at;
    spreads[j] = after;
    at += numbers_of(kNetModels[j]);
    after += freedom_of(kNetModels[j]);
  }
  Mirror<kOutputs> mirror{};
  put(mirror, 0, 0, 3, kPointSigns);
  put(mirror, 3, 3, 6, kColumnSigns);
  put(mirror, kPoseNumbers, kPoseNumbers, kBaseFreedom, kNoSigns);
  for (std::size_t j = 0; j < kNetJoints; ++j) {
    const std::size_t other = static_cast<std::size_t>(partner(static_cast<int>(j)));
    const NetModel model = kNetModels[j];
    put(mirror, numbers[j], numbers[other], numbers_of(model), model == kNetBall ? kColumnSigns : kPairSigns);
    put(mirror, spreads[j], spreads[other], freedom_of(model), kNoSigns);
  }
  return mirror;
}

// ---- asking --------------------------------------------------------------------------------------------

// Whose answer counts: the question's own, its mirror image's, or the mean of both.
enum class Way { kPlainly, kMirrored, kBothWays };

// A question and its mirror image have mirrored answers. Of feet and a single hand training asked as of the right one
// (S3 of tools/train_natural/goals.py), so that a left one is asked about as a right one in the mirror: of people
// nobody trained on S3 is 8.8 cm off so, and 9.0 by the mean of both.
Way way_of(const Told& told) {
  if (told.looks || told.parts[kLeftHand].placed == told.parts[kRightHand].placed) return Way::kBothWays;
  for (const Part part : {kHead, kPelvis, kChest})
    if (told.parts[part].knows()) return Way::kBothWays;
  return told.parts[kRightHand].placed ? Way::kPlainly : Way::kMirrored;
}

Outputs answered(const Net& net, const Inputs& inputs, Way way) {
  static const Mirror<kInputs> question = mirror_of_inputs();
  static const Mirror<kOutputs> answer = mirror_of_outputs();
  Outputs plain, image;
  net.evaluate(inputs.data(), question.of(inputs).eval().data(), plain.data(), image.data());
  if (way == Way::kPlainly) return plain;
  return way == Way::kMirrored ? answer.of(image) : Outputs(0.5 * (plain + answer.of(image)));
}

// The middle of the feet that are placed; of all that is placed where no foot is; else the world's origin.
Vec3 origin_of(const Told& told) {
  Vec3 sum = Vec3::Zero();
  int count = 0;
  for (int last : {static_cast<int>(kRightFoot), kParts - 1}) {
    for (int part = 0; part <= last; ++part) {
      const ToldPart& known = told.parts[static_cast<std::size_t>(part)];
      if (!known.placed) continue;
      sum += known.point;
      ++count;
    }
    if (count > 0) return sum / count;
  }
  return sum;
}

// Level vectors, each of which says where the goals seem to face, and how surely. Lines from right to left point to the
// left of the body; feet, head, pelvis and chest look ahead; hands are mostly in front of the feet.
std::vector<Vec3> directions_of(const Told& told, const Vec3& origin, double leg) {
  const auto part = [&](Part name) -> const ToldPart& { return told.parts[name]; };
  std::vector<Vec3> found;
  for (const auto& sides : {kFeet, kHands}) {
    if (!part(sides[0]).placed || !part(sides[1]).placed) continue;
    const Vec3 across = (part(sides[0]).point - part(sides[1]).point) / leg;
    found.emplace_back(-across[2], 0.0, across[0]);
  }
  for (std::size_t i = 0; i < kParts; ++i)
    if (kLooks[i] > 0.0 && told.parts[i].turned) found.push_back(kLooks[i] * level(told.parts[i].turn.col(2)));
  if (part(kLeftFoot).placed || part(kRightFoot).placed) {
    for (const Part hand : kHands)
      if (part(hand).placed) found.push_back(0.5 * level(part(hand).point - origin) / leg);
  }
  if (told.looks) found.push_back(0.5 * level(unit(told.gaze - origin)));
  return found;
}

// How clearly goals say where a session faces, 0 to 1: not where they say little, contradict each other (`said`: all
// their hints together) or would turn it far. What is clear needs no memory: all ways lead to the same pose.
double clear(const Vec3& ahead, double said, const Vec3& now) {
  const double sure = ahead.norm();
  if (sure == 0.0) return 0.0;
  const double along = ahead.dot(unit(now)) / sure;
  return (1.0 - fade(sure, kSure[0], kSure[1])) * (1.0 - fade(sure / said, kAgreed[0], kAgreed[1])) *
         (1.0 - fade(along, kAlong[0], kAlong[1]));
}

// World ← canonical: looks there; along world z where the vector vanishes.
Mat3 upright(const Vec3& ahead) {
  const double length = ahead.norm();
  const Vec3 to = length > 1e-6 ? Vec3(ahead / length) : Vec3(Vec3::UnitZ());
  return (Mat3() << to[2], 0.0, to[0], 0.0, 1.0, 0.0, -to[0], 0.0, to[2]).finished();
}

Mat3 first_heading(const Told& told, const Vec3& origin, double leg) {
  Vec3 ahead = Vec3::Zero();
  double said = 0.0;
  for (const Vec3& hint : directions_of(told, origin, leg)) {
    ahead += hint;
    said += hint.norm();
  }
  if (told.kept > 0.0) {
    const double unclear = 1.0 - clear(ahead, said, told.facing);
    ahead += unclear * std::max(told.kept, kSteady * said) * unit(told.facing);
  }
  return upright(ahead.norm() >= kUnsure ? ahead : told.facing);
}

}  // namespace

Mat3 orthonormal(const double* six) {
  Mat3 found;
  const Vec3 x = Eigen::Map<const Vec3>(six).normalized(), y = Eigen::Map<const Vec3>(six + 3);
  found.col(0) = x;
  found.col(1) = (y - x.dot(y) * x).normalized();
  found.col(2) = x.cross(Vec3(found.col(1)));
  return found;
}

Inputs features(const Told& told, const Proportions& body, const Vec3& origin, const Mat3& heading) {
  Inputs found = Inputs::Zero();
  for (int part = 0; part < kParts; ++part) {
    const ToldPart& known = told.parts[static_cast<std::size_t>(part)];
    auto block = found.segment<kPerPart>(part * kPerPart);
    if (known.placed) {
      block.head<3>() = heading.transpose() * (known.point - origin) / body.leg;
      block.segment<3>(3) = known.local / body.leg;
      block[12] = 1.0;
    }
    if (known.turned) {
      const Mat3 turn = heading.transpose() * known.turn;
      block.segment<3>(6) = turn.col(0);
      block.segment<3>(9) = turn.col(1);
      block[13] = 1.0;
    }
  }
  if (told.looks) {
    const Vec3 gaze = heading.transpose() * (told.gaze - origin) / body.leg;
    found.segment<kGaze>(kParts * kPerPart) << gaze * (kFar / std::max(kFar, gaze.norm())), 1.0;
  }
  found.tail<kProportions>() = body.numbers;
  found.tail<kProportions>()[0] = std::clamp(body.leg, kShortestLeg, kLongestLeg);
  return found;
}

Said foreseen(const Net& net, const Proportions& body, const Told& told, bool mirrored) {
  const Vec3 origin = origin_of(told);
  const Way way = mirrored ? way_of(told) : Way::kPlainly;
  Mat3 heading = first_heading(told, origin, body.leg);
  Outputs outputs = answered(net, features(told, body, origin, heading), way);
  for (int pass = 1; pass < (told.kept > 0.0 ? 1 : kPasses); ++pass) {
    heading = upright(facing_of(heading * orthonormal(outputs.data() + 3)));
    outputs = answered(net, features(told, body, origin, heading), way);
  }
  Said said;
  said.place = origin + heading * outputs.head<3>() * body.leg;
  said.turn = heading * orthonormal(outputs.data() + 3);
  said.numbers = outputs.head<kPoseNumbers>();
  said.spread = outputs.tail<kSpreads>().cwiseMax(-kWidestSpread).cwiseMin(kWidestSpread).array().exp();
  said.spread.head<3>() *= body.leg;
  return said;
}

}  // namespace poise
