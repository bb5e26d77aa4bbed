// Foresight: the pose that people would take for some goals, and how firmly each degree of freedom is expected there;
// what the criterion `Natural` prefers.
//
// This folder is for natural posture: the net that learnt it (net.hpp), what it is asked and says (foreseen.hpp), and
// what of it a figure follows. It may know criteria, limits, body and math; the bindings alone use it.
#pragma once

#include <mutex>
#include <optional>

#include "criteria/criterion_sum.hpp"
#include "natural/limb_first.hpp"
#include "natural/resting.hpp"

namespace poise {

// A foot of which a goal says where a point is, but not where it points: as the pose does that was foreseen.
struct PlacedFoot {
  int segment;
  Vec3 local, point;  // the point on the segment, and its goal
  double spread;      // radians: how far beside that it may point
};

struct Foresight {
  VecX pose;                         // coordinates
  VecX weights;                      // 1 / σ² of every degree of freedom
  double tilt = 0.0, heading = 0.0;  // those of tilt and heading of a free base
  double trust = 0.0;                // how much all that counts against the habits, 0 to 1
  std::vector<RestingHand> resting;  // hands that stay where they rest
  std::vector<PointWish> hanging;    // arms that hang
  std::vector<PlacedFoot> feet;      // feet that point as foreseen
  Vec3 drift = Vec3::Zero();         // how far its base goes on from frame to frame while it eases
  Told told;                         // the question
};

// Foresees for one figure. Any number of threads may ask it at once.
class Foreseer {
 public:
  Foreseer(std::shared_ptr<const Net> net, Person person) : net_(std::move(net)), person_(std::move(person)) {}

  const Person& person() const { return person_; }

  // `begun`: where the solve began, or a session was put; nothing where all is unknown and nothing stays as it is.
  std::optional<Foresight> foresee(const Pose& begun, const Told& told, const UntoldTasks& others) const;

 private:
  std::optional<Foresight> foresee_from(const Pose& begun, const Told& told, const Told& here,
                                        const UntoldTasks& others) const;
  Foresight step_first(const Pose& begun, const Told& step, const Told& told, const UntoldTasks& others) const;
  Foresight said(const Told& told) const;
  Foresight as_they_stand(Foresight seen, const Pose& begun, const Told& told, const UntoldTasks& others) const;
  VecX misjudged(const Pose& begun, const Told& told) const;
  VecX begun_inside(const Pose& begun) const;

  std::shared_ptr<const Net> net_;
  Person person_;

  // What was misjudged last, and of which question; where somebody began last, and that inside the limits: the same as
  // long as a hand is dragged about.
  struct Misjudged {
    VecX begun, question, turned;
  };
  struct Begun {
    VecX asked, inside;
  };
  mutable std::mutex lock_;
  mutable Misjudged last_;
  mutable Begun begun_;
};

// A share (0 to 1) of the way from one to the other; whether what is left of it is next to nothing.
Foresight eased(const Person& person, const Foresight& old, const Foresight& next, double share);
bool is_there(const Person& person, const Foresight& old, const Foresight& next);

// The criteria that prefer what was foreseen, and what is habit as far as that is not trusted.
std::vector<Preference> preferred(const Person& person, const std::optional<Foresight>& seen);

}  // namespace poise
