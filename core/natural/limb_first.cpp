#include "natural/limb_first.hpp"

#include <algorithm>
#include <cmath>

namespace poise {

namespace {

// Distance of a hand's goal from the shoulder over the length of the arm. Up to the first the arm alone moves; from the
// second on, which is more than the arm can do, the trunk is free; an arm of which nothing is asked hangs as it did
// until the body bends far, and is free from the third on (estimates; the first two lie about Mark's boundary).
constexpr double kNear = 0.8, kStretched = 1.15, kFarOut = 1.75;

// How far beside where the head looks a point may be for head and neck to do it alone; from the second on the whole
// body turns (neck and eyes of people turn by some 60° to either side without effort; estimates).
constexpr double kGlance = kPi / 3.0, kRound = 2.0 * kPi / 3.0;

// How far up or down a point is from where on the spine begins to give way, and from where on it does so in full: neck
// and head bend by 50 degrees (estimates). By how much less firm its uppermost joint is then, as a power of kStill⁻²: 5
// times, the others by less, in even steps. With none who looks at the own toes leant by 55 degrees from hips tilted by
// 27; with 1.0 by as much as with this, 49, which is the least, but by 43 instead of 33 to look at a hand that hangs.
constexpr double kNod[2] = {kPi / 6.0, kPi / 3.0}, kBends = 0.5;

// By how much firmer the trunk's lean is than its turn in who looks round, as a power of kStill⁻²: 3.1 times. With none
// the head went back by 46 cm instead of 36 to look 160° round at a point a metre off, the balance had 14 mm to spare
// instead of 45, and the spine was turned halfway; with 0.7 it turned before the neck did.
constexpr double kTurns = 0.35;

// Metres or radians: what is wanted this far from where the start has it asks for another pose (estimate).
constexpr double kElsewhere = 0.1;

// What is wanted this far (metres or radians) from where the start has it is no more like the start; of a foot, which
// steps, and of a hand, from so many lengths of the arm on, for which people bend (estimates: 0.5 and 1.7 bring E13 of
// S5 from 5.9 to 6.1 cm; a step of 0.6 that of S3 from 8.8 to 8.9).
constexpr double kFamiliar = 0.3, kStep = 0.45, kLeaning = 1.3;

const ToldPart& of_hand(const Told& told, std::size_t side) { return told.parts[kHands[side]]; }

// How far from the shoulder, as it is, the goal of a hand lies, in lengths of the arm.
double extension(const Person& person, const Pose& start, const Told& told, std::size_t side) {
  const ToldPart& hand = of_hand(told, side);
  return (hand.point - frame(start, person.upper_arms[side]).p).norm() / arm_length(person, start, side, hand.local);
}

// Which share of the way from the start to what was foreseen, 0 to 1, brings the shoulder near enough to the goal of a
// hand: to `kArrived` lengths of the arm. Where what was foreseen does not do that, all of its way is followed, as far
// as it leads nearer or the arm alone does not reach. The shoulder is thought to go straight; where something `held`
// the body of which the net could not be told, a knee on the floor, the pelvis stays.
double enough(const Person& person, const Pose& start, const Pose& seen, const Told& told, std::size_t side,
              bool held) {
  const ToldPart& hand = of_hand(told, side);
  const double length = arm_length(person, start, side, hand.local);
  const int shoulder = person.upper_arms[side], pelvis = person.segments[kPelvis];
  const Vec3 here = (frame(start, shoulder).p - hand.point) / length;
  Vec3 there = (frame(seen, shoulder).p - hand.point) / length;
  if (held) there += (frame(start, pelvis).p - frame(seen, pelvis).p) / length;
  const Vec3 way = there - here;
  const double first = here.norm(), last = there.norm();
  if (first <= kArrived) return 0.0;
  if (last > kArrived) {
    const double beyond = 1.0 - fade(first, kArrived, kStretched), nearer = (first - last) / (first - kArrived);
    return std::max(beyond, std::clamp(nearer, 0.0, 1.0));
  }
  // |here + t way| = kArrived: the first root.
  const double a = way.squaredNorm(), b = here.dot(way), c = first * first - kArrived * kArrived;
  return std::min(c / (-b + std::sqrt(std::max(b * b - a * c, 0.0))), 1.0);
}

// By which angle a point lies beside where the head looks: in all, and what of it is round and what up or down.
struct Aside {
  double angle = 0.0, round = 0.0, steep = 0.0;
};

Aside aside(const Person& person, const Pose& start, const Vec3& point) {
  const Placement& head = frame(start, person.segments[kHead]);
  const Vec3 way = head.R.transpose() * (point - head.p);
  const double far = std::max(way.norm(), 1e-9), level = std::hypot(way[0], way[2]);
  const double angle = std::atan2(std::hypot(way[0], way[1]), way[2]);
  return {angle, angle * level / far, angle * std::abs(way[1]) / far};
}

// Where eyes look aside, the neck gives way; where they look round, whatever turns about its own length, sooner than
// the body leans; and where they look up or down, the spine bends from the neck on, sooner than the hips.
VecX firmness(const Person& person, const Aside& gaze, double ahead, double nods) {
  VecX firm = VecX::Ones(person.figure->dof());
  for (const int twist : person.twists) firm[twist] = ahead - kTurns * (1.0 - ahead);
  const double neck = fade(gaze.angle, 0.0, kElsewhere);
  for (const int joint : kNeckJoints) {
    const Freedom own = freedom_of(person, joint);
    firm.segment(own.first, own.count).setConstant(neck * ahead);
  }
  for (int joint = 0; joint < kSpineJoints; ++joint) {
    const Freedom own = freedom_of(person, joint);
    if (own.count > 0) firm[own.first] = 1.0 - kBends * nods * (joint + 1.0) / kSpineJoints;
  }
  return firm;
}

void set_arm(const Person& person, std::size_t side, double value, VecX& of) {
  for (int joint = kFirstOfArm[side]; joint < kFirstOfArm[side] + kArmJoints; ++joint) {
    const Freedom own = freedom_of(person, joint);
    of.segment(own.first, own.count).setConstant(value);
  }
}

// What is asked of each hand and of all else: 1 where the start serves it, 0 where it wants another pose.
struct Asked {
  std::array<double, 2> hands = {1.0, 1.0};
  std::array<bool, 2> of_hand = {false, false};
  double body = 1.0;
};

Asked asked_of(const Person& person, const Pose& start, const Told& told, const UntoldTasks& others) {
  Asked asked;
  const auto ask = [&](int hand, double served) {
    if (hand < 0) {
      asked.body *= served;
    } else {
      asked.hands[static_cast<std::size_t>(hand)] *= served;
      asked.of_hand[static_cast<std::size_t>(hand)] = true;
    }
  };
  for (std::size_t part = 0; part < kParts; ++part) {
    if (!told.parts[part].knows()) continue;
    const bool is_hand = part == kLeftHand || part == kRightHand;
    ask(is_hand ? static_cast<int>(part - kLeftHand) : -1, fade(moved(person, start, told, part), 0.0, kElsewhere));
  }
  for (const UntoldTask& task : others) ask(task.hand, fade(task.error, 0.0, kElsewhere));
  return asked;
}

}  // namespace

double moved(const Person& person, const Pose& start, const Told& told, std::size_t part) {
  const ToldPart& known = told.parts[part];
  const Placement& here = frame(start, person.segments[part]);
  const double way = known.placed ? (here.R * known.local + here.p - known.point).norm() : 0.0;
  if (!known.turned) return way;
  const double cosine = (here.R.cwiseProduct(known.turn).sum() - 1.0) / 2.0;
  return std::hypot(way, std::acos(std::clamp(cosine, -1.0, 1.0)));
}

double arm_length(const Person& person, const Pose& start, std::size_t side, const Vec3& local) {
  const Vec3 &shoulder = frame(start, person.upper_arms[side]).p, &elbow = frame(start, person.forearms[side]).p,
             &wrist = frame(start, person.segments[kHands[side]]).p;
  return (elbow - shoulder).norm() + (wrist - elbow).norm() + local.norm();
}

Stays stays(const Person& person, const Pose& start, const Told& told, const UntoldTasks& others, const Pose* seen) {
  const Asked asked = asked_of(person, start, told, others);
  const bool held = std::any_of(others.begin(), others.end(), [](const UntoldTask& task) { return task.hand < 0; });
  // The trunk goes as far as the hand needs that needs most of it.
  double least = 1.0, idle = asked.body;
  for (std::size_t side = 0; side < 2; ++side) {
    if (!of_hand(told, side).placed) continue;
    const double stay = asked.hands[side], x = extension(person, start, told, side);
    const double spare = seen == nullptr ? 0.0 : 1.0 - enough(person, start, *seen, told, side, held);
    least = std::min(least, std::max({stay, spare, fade(x, kNear, kStretched)}));
    idle *= std::max(stay, fade(x, kStretched, kFarOut));
  }
  const double trunk = asked.body * least;
  VecX kept = VecX::Constant(person.figure->dof(), trunk);
  for (std::size_t side = 0; side < 2; ++side)
    set_arm(person, side, asked.of_hand[side] ? trunk * asked.hands[side] : idle, kept);
  const Aside gaze = told.looks ? aside(person, start, told.gaze) : Aside{};
  const double ahead = fade(gaze.round, kGlance, kRound), nods = 1.0 - fade(gaze.steep, kNod[0], kNod[1]);
  return {trunk, std::move(kept), firmness(person, gaze, ahead, nods), ahead, nods};
}

VecX familiar(const Person& person, const Pose& start, const Told& told, const UntoldTasks& others) {
  double share = 1.0;
  for (const UntoldTask& task : others)
    if (task.hand < 0) share *= fade(task.error, 0.0, kFamiliar);
  for (std::size_t part = 0; part < kParts; ++part) {
    if (!told.parts[part].knows()) continue;
    const bool foot = part == kLeftFoot || part == kRightFoot;
    double like = fade(moved(person, start, told, part), 0.0, foot ? kStep : kFamiliar);
    if ((part == kLeftHand || part == kRightHand) && told.parts[part].placed)
      like = std::max(like, fade(extension(person, start, told, part - kLeftHand), kStretched, kLeaning));
    share *= like;
  }
  VecX found = VecX::Constant(person.figure->dof(), share);
  for (std::size_t side = 0; side < 2; ++side)
    if (of_hand(told, side).placed) set_arm(person, side, 0.0, found);
  return found;
}

}  // namespace poise
