#include "natural/foresight.hpp"

#include <algorithm>
#include <cmath>

#include "criteria/near_points.hpp"
#include "natural/standing.hpp"

namespace poise {

namespace {

// Radians or metres: nobody is surer of what people do (as in the measurements of tools/train_natural).
constexpr double kLeastSpread = 0.03;

// Radians²: of what the net is surest, one radian counts as in other criteria.
constexpr double kUnit = kLeastSpread * kLeastSpread;

// Leg lengths by which the pose that was foreseen misses a goal. The worst of 648 questions about people nobody trained
// on missed by 0.43 (tools/train_natural/README.md, "net, raw"): up to there the net counts in full. From twice that on
// only habits do; in between both, smoothly.
constexpr double kKnown = 0.45, kUnknown = 0.9;

// What stays as it is has this much of the spread that people's habits have (estimate): the trunk is the firmest.
constexpr double kStill = 0.2;

// An answer that faces further than this from where a session faces counts less, and then not at all: what turns round
// from one goal to the next is no answer that could be followed (estimate).
constexpr double kAhead = kPi / 3.0, kAside = 2.0 * kPi / 3.0;

// How much place and turn of the pelvis, and the ankles, count in a session against what their spreads alone say: so a
// foot that trembles turns the ankle and does not swing the body (a dancer's from 3.5 to 2.7 times what the person
// does, benchmarks/natural.py). A solve by itself does without: of people nobody trained on S3 would be 8.7 instead of
// 8.8 cm off, but who lifts from the shins would bend further the heavier the load.
constexpr double kFirmPelvis = 4.0, kLooseAnkle = 0.25;

// Metres, radians, shares of weight: what is nearer than that to where it was going to be is there.
constexpr double kThere = 1e-4;

// Leg lengths: what a radian of turn counts as when a goal is missed (as in training).
constexpr double kTurn = 0.1;

// Metres: how far off the point is that somebody looks at who looks nowhere else (estimate).
constexpr double kLookedAt = 2.0;

// Radians: how far a foot points beside where it was foreseen to, half of them within 0.35 in S5
// of the clips of benchmarks/natural.py; and one that stands, beside where it pointed at the start (estimate: less than
// any joint beside its own).
constexpr double kFootSpread = 0.3, kStandSpread = 0.003;

double square(double x) { return x * x; }

// The pose with its degrees of freedom moved, inside the limits.
VecX displaced(const Figure& figure, const VecX& q, const VecX& way) {
  return inside(figure, integrate(figure, q, way));
}

// By how much the pose misses the goal that it misses most, leg lengths.
double missed(const Person& person, const Kinematics& pose, const Told& told) {
  double most = 0.0;
  for (std::size_t part = 0; part < kParts; ++part) {
    const ToldPart& known = told.parts[part];
    const Placement& here = pose.segments[static_cast<std::size_t>(person.segments[part])];
    if (known.placed) most = std::max(most, (here.R * known.local + here.p - known.point).norm() / person.body.leg);
    if (!known.turned) continue;
    const double cosine = (here.R.cwiseProduct(known.turn).sum() - 1.0) / 2.0;
    most = std::max(most, kTurn * std::acos(std::clamp(cosine, -1.0, 1.0)));
  }
  return most;
}

// By which angle a session would have to turn to face as the answer does.
double turned(const Said& said, const Told& told) {
  const Vec3 &ahead = told.facing, there = facing_of(said.turn);
  return std::abs(std::atan2(ahead[2] * there[0] - ahead[0] * there[2], ahead.dot(there)));
}

// The weights of the joints, as the spreads say them; those the net does not speak of, by habit.
VecX weights_of(const Person& person, const Said& said) {
  VecX weights = person.usual;
  int spread = kBaseFreedom;
  for (int joint = 0; joint < kNetJoints; ++joint) {
    const Freedom own = freedom_of(person, joint);
    for (int i = 0; i < own.count; ++i)
      weights[own.first + i] = 1.0 / square(std::max(said.spread[spread + i], kLeastSpread));
    spread += freedom_of(kNetModels[static_cast<std::size_t>(joint)]);
  }
  return weights;
}

// What a pose does itself of all that is told: where it has points on segments, how others are turned, where it looks.
Told done_by(const Person& person, const Pose& pose, const Told& told) {
  Told done = told;
  for (std::size_t part = 0; part < kParts; ++part) {
    const Placement& here = frame(pose, person.segments[part]);
    done.parts[part].point = here.R * told.parts[part].local + here.p;
    done.parts[part].turn = here.R;
  }
  const Placement& head = frame(pose, person.segments[kHead]);
  done.gaze = head.p + kLookedAt * head.R.col(2);
  done.facing = facing_of(frame(pose, person.segments[kPelvis]).R);
  return done;
}

// What of a question does not change while goals are dragged about.
VecX unmoved(const Told& told) {
  VecX found(5 * kParts + 2);
  for (std::size_t part = 0; part < kParts; ++part) {
    const ToldPart& known = told.parts[part];
    const Vec3 local = known.placed ? known.local : Vec3(Vec3::Zero());
    found.segment<5>(5 * static_cast<Eigen::Index>(part)) << local, known.placed, known.turned;
  }
  found.tail<2>() << told.looks, told.kept;
  return found;
}

bool same(const VecX& a, const VecX& b) { return a.size() == b.size() && (a.array() == b.array()).all(); }

// A share of the way from one placement to another: straight, and turning evenly.
Placement on_the_way(const Placement& from, const Placement& to, double share) {
  const Vec3 turn = log_rotation(Quat(Mat3(from.R.transpose() * to.R)));
  return {from.R * exp_rotation(share * turn).toRotationMatrix(), from.p + share * (to.p - from.p)};
}

// Joints a share of the way to what was foreseen; and the pelvis so in the world, wherever the figure is rooted.
VecX joined(const Person& person, const VecX& here, const VecX& seen, const VecX& kept, double trunk) {
  const Figure& figure = *person.figure;
  VecX found = displaced(figure, here, (1.0 - kept.array()) * difference(figure, here, seen).array());
  if (trunk == 1.0 || !person.is_free()) return found;
  place_pelvis(person, on_the_way(pelvis_of(person, here), pelvis_of(person, seen), 1.0 - trunk), found);
  return found;
}

// What was foreseen, as far as that counts and the body moves; what stays is where the start has it, inside its limits.
std::optional<Foresight> limb_first(const Person& person, const VecX& here, std::optional<Foresight> seen,
                                    const Stays& stays) {
  if ((stays.kept.array() == 0.0).all()) return seen;
  VecX sure = (stays.firm.array() * (-2.0 * std::log(kStill))).exp() * person.usual.array();
  double upright = 0.0;
  if (person.is_free()) {
    auto base = sure.segment<6>(person.base().v);
    upright = base[5];
    base.head<3>().setConstant(1.0 / square(kLeastSpread));
    base.tail<3>().setZero();
  }
  if (!seen) seen = Foresight{here, sure, upright, upright, 0.0, {}, {}, {}, Vec3::Zero(), {}};
  const double moves = std::max(seen->trust, 1e-9);  // what is not trusted moves nothing
  const double trunk = stays.trunk / (stays.trunk + (1.0 - stays.trunk) * moves);
  const VecX kept = stays.kept.array() / (stays.kept.array() + (1.0 - stays.kept.array()) * moves);
  Foresight found;
  found.pose = kept.minCoeff() < 1.0 ? joined(person, here, seen->pose, kept, trunk) : here;
  found.weights = VecX::NullaryExpr(kept.size(), [&](Eigen::Index i) {
    if (kept[i] == 0.0) return seen->weights[i];  // most are all or nothing, and powers cost a microsecond
    return kept[i] == 1.0 ? sure[i] : std::pow(sure[i], kept[i]) * std::pow(seen->weights[i], 1.0 - kept[i]);
  });
  found.tilt = std::pow(upright, trunk) * std::pow(seen->tilt, 1.0 - trunk);
  found.heading = std::pow(stays.heading, trunk) * std::pow(upright, trunk) * std::pow(seen->heading, 1.0 - trunk);
  found.trust = stays.trunk + (1.0 - stays.trunk) * seen->trust;
  return found;
}

// By how much the elbow bends less so that a hand is as far from the shoulder as its goal, or `kArrived` of the arm.
double opened(const Vec3& shoulder, const Vec3& elbow, const Vec3& hand, const Vec3& goal) {
  const double upper = (elbow - shoulder).norm(), fore = (hand - elbow).norm();
  const auto angle = [&](double length) {
    const double c = (square(upper) + square(fore) - square(length)) / (2.0 * upper * fore);
    return std::acos(std::clamp(c, -1.0, 1.0));
  };
  const double length = (hand - shoulder).norm(), most = std::max(length, kArrived * (upper + fore));
  return angle(std::min((goal - shoulder).norm(), most)) - angle(length);
}

// The arm of a hand that was foreseen beside its goal opens or bends its elbow as the goal is far, and is known less
// surely, by the angle under which the hand was beside it: it does so, and not the trunk.
void aim_arms(const Person& person, const Told& told, Foresight& seen) {
  Kinematics placed;
  place(*person.figure, seen.pose, placed);
  const auto at = [&](int segment) -> const Placement& { return placed.segments[static_cast<std::size_t>(segment)]; };
  VecX way = VecX::Zero(person.figure->dof());
  for (std::size_t side = 0; side < 2; ++side) {
    const ToldPart& hand = told.parts[kHands[side]];
    if (!hand.placed) continue;
    const Placement& here = at(person.segments[kHands[side]]);
    const Vec3 point = here.R * hand.local + here.p;
    const Vec3 &shoulder = at(person.upper_arms[side]).p, &elbow = at(person.forearms[side]).p;
    const Freedom bend = freedom_of(person, kFirstOfArm[side] + kElbowOfArm);  // none where the elbow is locked
    if (bend.count > 0) way[bend.first] = -opened(shoulder, elbow, point, hand.point);
    const double far = std::max((hand.point - shoulder).squaredNorm(), square(kLeastSpread)),
                 doubt = (hand.point - point).squaredNorm() / far;
    for (int joint = kFirstOfArm[side]; joint < kFirstOfArm[side] + kArmJoints; ++joint) {
      const Freedom own = freedom_of(person, joint);
      auto weights = seen.weights.segment(own.first, own.count).array();
      weights = weights / (1.0 + doubt * weights);
    }
  }
  if (!way.isZero()) seen.pose = displaced(*person.figure, seen.pose, way);
}

std::vector<PlacedFoot> placed_feet(const Person& person, const Told& told, double stay) {
  const double spread = std::pow(kStandSpread, stay) * std::pow(kFootSpread, 1.0 - stay);
  std::vector<PlacedFoot> found;
  for (const Part foot : kFeet) {
    const ToldPart& known = told.parts[foot];
    if (known.placed && !known.turned) found.push_back({person.segments[foot], known.local, known.point, spread});
  }
  return found;
}

// What of the body is drawn to places of the world: arms that hang, hands to where they rest, feet a leg length ahead
// to where they point. All joints of a leg say where its foot points, and none of them alone: a heel would go through
// the floor while the toes are held, for the sake of a knee.
std::vector<PointWish> wishes_of(const Person& person, const Foresight& seen) {
  std::vector<PointWish> found = seen.hanging;
  for (const RestingHand& resting : seen.resting) {
    const Site& site =
        person.figure->sites()[static_cast<std::size_t>(person.hand_sites[static_cast<std::size_t>(resting.hand)])];
    found.push_back({site.segment, site.placement.p, resting.place, 1.0 / square(kLeastSpread)});
  }
  if (seen.feet.empty()) return found;
  Kinematics placed;
  place(*person.figure, seen.pose, placed);
  const double leg = person.body.leg;
  for (const PlacedFoot& foot : seen.feet) {
    const Vec3 ahead = leg * placed.segments[static_cast<std::size_t>(foot.segment)].R.col(2);
    const double weight = 1.0 / square(foot.spread * leg);
    found.push_back({foot.segment, foot.local, foot.point, weight});
    found.push_back({foot.segment, foot.local + leg * Vec3::UnitZ(), foot.point + ahead, weight});
  }
  return found;
}

}  // namespace

std::optional<Foresight> Foreseer::foresee(const Pose& begun, const Told& told, const UntoldTasks& others) const {
  const std::optional<FirstStep> step = first_step(person_, begun, told);
  if (!step) return foresee_from(begun, told, told, others);
  const Foresight from_there = step_first(begun, step->told, told, others);
  if (step->share == 1.0) return from_there;
  Foresight found = eased(person_, *foresee_from(begun, told, told, others), from_there, step->share);
  found.drift.setZero();
  return found;
}

// Who is asked for feet elsewhere and for a hand steps first: what an arm can do from there moves the arm.
Foresight Foreseer::step_first(const Pose& begun, const Told& step, const Told& told, const UntoldTasks& others) const {
  const Foresight stepped = *foresee_from(begun, step, step, {});
  const double stays = 1.0 - stepped.trust;
  const VecX kept = VecX::Constant(person_.figure->dof(), stays);
  const Pose stance(person_.figure, joined(person_, begun_inside(begun), stepped.pose, kept, stays));
  Foresight found = *foresee_from(stance, told, with_feet_of(person_, stance, told), others);
  found.trust *= stepped.trust;
  return found;
}

// `here`: what is told, as far as the body has come.
std::optional<Foresight> Foreseer::foresee_from(const Pose& begun, const Told& told, const Told& here,
                                                const UntoldTasks& others) const {
  std::optional<Foresight> seen;
  std::optional<Pose> pose;
  if (told.knows()) {
    const Told asked = as_tall(person_, begun, told);
    seen = as_they_stand(said(asked), begun, asked, others);
    if (asked.parts[kHead].placed != told.parts[kHead].placed) {
      const VecX way = straighter(person_, begun, told, seen->pose);
      const Placement pelvis = pelvis_of(person_, seen->pose);
      seen->pose = displaced(*person_.figure, seen->pose, way);
      if (person_.is_free()) place_pelvis(person_, pelvis, seen->pose);
    }
    pose.emplace(person_.figure, seen->pose);
  }
  const Stays kept = stays(person_, begun, here, others, pose ? &*pose : nullptr);
  const VecX inner = begun_inside(begun);
  seen = limb_first(person_, inner, std::move(seen), kept);
  if (!seen) return seen;
  keep_unspoken(person_, begun, inner, told, seen->pose);
  aim_arms(person_, told, *seen);
  seen->resting = let_hands_rest(person_, begun, told, seen->pose, seen->weights);
  seen->hanging = let_arms_hang(person_, begun, told, kept, seen->pose, seen->weights);
  seen->feet = placed_feet(person_, told, kept.trunk);
  seen->told = told;
  return seen;
}

// What the net says of this figure.
Foresight Foreseer::said(const Told& told) const {
  const Said answer = foreseen(*net_, person_.body, told);
  Foresight found;
  found.pose = posed(person_, answer);
  Kinematics placed;
  place(*person_.figure, found.pose, placed);
  found.trust = fade(missed(person_, placed, told), kKnown, kUnknown);
  found.weights = weights_of(person_, answer);
  const bool in_session = told.kept > 0.0;
  if (in_session) {
    found.trust *= fade(turned(answer, told), kAhead, kAside);
    for (const int ankle : kAnkleJoints) {
      const Freedom own = freedom_of(person_, ankle);
      found.weights.segment(own.first, own.count) *= kLooseAnkle;
    }
  }
  if (!person_.is_free()) return found;
  double bent = 0.0;
  for (const int spread : person_.bent) bent += square(answer.spread[spread]);
  const double firm = in_session ? kFirmPelvis : 1.0, leg = person_.body.leg;
  const double place = answer.spread.head<3>().squaredNorm() / 3.0,
               turn = answer.spread.segment<3>(3).squaredNorm() / 3.0;
  auto base = found.weights.segment<6>(person_.base().v);
  base.head<3>().setConstant(firm / std::max(place + square(leg) * bent, square(kLeastSpread)));
  base.tail<3>().setZero();
  found.tilt = found.heading = firm / std::max(turn + bent, square(kLeastSpread));
  return found;
}

// What was foreseen, as this person does it. The net knows people who stand with knees bent by 25°: by as much as it
// misjudges the joints where the start has the same parts, it is thought to misjudge them for goals near these.
Foresight Foreseer::as_they_stand(Foresight seen, const Pose& begun, const Told& told,
                                  const UntoldTasks& others) const {
  const VecX share = familiar(person_, begun, told, others);
  if ((share.array() == 0.0).all()) return seen;
  const Placement pelvis = pelvis_of(person_, seen.pose);
  seen.pose = displaced(*person_.figure, seen.pose, share.cwiseProduct(misjudged(begun, told)));
  if (person_.is_free()) place_pelvis(person_, pelvis, seen.pose);
  return seen;
}

// From what the net says of parts where the start has them to the start.
VecX Foreseer::misjudged(const Pose& begun, const Told& told) const {
  const VecX question = unmoved(told);
  {
    const std::lock_guard<std::mutex> guard(lock_);
    if (same(last_.begun, begun.coordinates()) && same(last_.question, question)) return last_.turned;
  }
  const VecX there = said(done_by(person_, begun, told)).pose;
  VecX found = difference(*person_.figure, there, begun.coordinates());
  const std::lock_guard<std::mutex> guard(lock_);
  last_ = {begun.coordinates(), question, found};
  return found;
}

VecX Foreseer::begun_inside(const Pose& begun) const {
  {
    const std::lock_guard<std::mutex> guard(lock_);
    if (same(begun_.asked, begun.coordinates())) return begun_.inside;
  }
  VecX found = inside(*person_.figure, begun.coordinates());
  const std::lock_guard<std::mutex> guard(lock_);
  begun_ = {begun.coordinates(), found};
  return found;
}

bool is_there(const Person& person, const Foresight& old, const Foresight& next) {
  const double left =
      std::max(difference(*person.figure, old.pose, next.pose).cwiseAbs().maxCoeff(), old.drift.cwiseAbs().maxCoeff());
  return left < kThere && (old.weights - next.weights).cwiseAbs().maxCoeff() <= kThere * next.weights.maxCoeff();
}

// What is foreseen of somebody who walks moves on while it eases: of the base's place the speed is followed as well, so
// that it does not lag behind, with the gain that goes with the share (Benedict and Bordner 1962, Synthesis of an
// optimal set of radar track-while-scan smoothing equations, IRE Trans. Automatic Control 7, 27-32).
Foresight eased(const Person& person, const Foresight& old, const Foresight& next, double share) {
  const VecX way = difference(*person.figure, old.pose, next.pose);
  VecX step = share * way;
  Foresight found = next;
  found.drift = old.drift;
  if (person.is_free() && share > 0.0) {
    const int at = person.base().v;
    const Vec3 ahead = way.segment<3>(at) - old.drift;
    step.segment<3>(at) = old.drift + share * ahead;
    found.drift = old.drift + share * share / (2.0 - share) * ahead;
  }
  const auto between = [share](double a, double b) { return std::pow(a, 1.0 - share) * std::pow(b, share); };
  found.pose = displaced(*person.figure, old.pose, step);
  found.weights = old.weights.array().pow(1.0 - share) * next.weights.array().pow(share);
  found.tilt = between(old.tilt, next.tilt);
  found.heading = between(old.heading, next.heading);
  found.trust = (1.0 - share) * old.trust + share * next.trust;
  return found;
}

std::vector<Preference> preferred(const Person& person, const std::optional<Foresight>& seen) {
  const double trust = seen ? seen->trust : 0.0;
  std::vector<Preference> parts;
  if (trust > 0.0) {
    std::optional<UprightWeights> base;
    if (person.is_free()) base = UprightWeights{person.up, {seen->tilt, seen->heading}};
    parts.push_back({near_pose_criterion(seen->pose, seen->weights, base), trust * kUnit});
    std::vector<PointWish> points = wishes_of(person, *seen);
    if (!points.empty()) parts.push_back({near_points_criterion(std::move(points)), trust * kUnit});
  }
  if (trust < 1.0) parts.push_back({person.habit, (1.0 - trust) * kUnit});
  return parts;
}

}  // namespace poise
