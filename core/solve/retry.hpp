// Retries: other ways to a level that has come to rest short of its goals.
//
// A level may rest at a minimum that is not the best one: no derivative shows a better one far away, another way there
// may. These are tried once each, in this order, and a try that does not end better is taken back:
//
//   positions first   A level that wants positions and orientations at once may end where neither is met. It is tried
//                     again from the start with its positions alone, then with its orientations as well. Begins as soon
//                     as the level is at rest: levels below wait until it is known which way is the better one.
//   bent joints       A limb that is stretched or folded at the start bends to the side that its first steps happen to
//                     take. All levels are tried again from joints that have gone part of the way to the middle of
//                     their limits, where limbs bend as they are built to. Begins when all levels have settled, as the
//                     next.
//   at the middle     The same from the middle itself, far from the start, among other minima: a hand that is held and
//                     turned at once may rest with its wrist and forearm at their limits, where another swivel of the
//                     arm would serve it. For levels that want positions and orientations at once; sessions do not leap
//                     so far.
//   turned round      A body whose goals face the other way than the start may be wound up between them. It is tried
//                     again from the start turned half round about the vertical, positions first. For free bodies and
//                     levels that want positions and orientations at once; not in sessions.
//   off the limits    A level may rest because joints have come to limits that hold it, although there is a way round:
//                     on the other side of these joints' ranges. It is tried again from where it rests, with the joints
//                     that are held in the middle of their ranges and up to halfway beyond it, and so again from a
//                     better rest, unless it is far out of reach or has hardly moved. Sessions do not leap so far,
//                     unless a solve would (afresh.hpp).
//   straightened      A question that is nearly symmetric (symmetry.hpp) may have been met aside. It is tried again
//                     through symmetric poses, from the middle between the twisted one and its mirror image: nobody
//                     leans aside who can do without, whatever criteria say, as if the question were symmetric.
//   upright           A question that is nearly symmetric (symmetry.hpp) may have led aside. It is tried again through
//                     symmetric poses, and from the end of that aside by as much as the question is. The twisted pose
//                     must be worth it, as below, if a level is short there.
//   aside             A symmetric pose is left, if the level bends downwards to both sides of it (escape.hpp). That
//                     must be worth it: nobody asked for a twisted body.
#pragma once

#include <vector>

#include "solve/off_limits.hpp"
#include "solve/stepper.hpp"

namespace poise {

class Retry {
 public:
  // Each way may be tried once from here on; or all but the first, as sessions do, and no joints are bent near a
  // pose from which that has failed before; or none.
  void allow(bool may_turn_round);
  void allow_in_session();
  void cancel() { stage_ = Stage::kOff; }
  // Goals have moved with the pose: who was brought upright is so again, should that lead aside.
  void go_on();
  // The pose is another one, found in another way.
  void come_back() { gone_aside_ = false; }
  // Where the pose was when the question was asked.
  void asked_at(const VecX& q) { asked_at_ = q; }

  // Whether it is known how the present stage ends, though the stepper has not settled.
  bool is_due(const Stepper& stepper);
  bool is_under_way() const { return stage_ == Stage::kPositions || stage_ == Stage::kAllTasks; }
  // Whether the try that is under way goes through poses that nobody should see: levels above may be off in them.
  bool is_out_of_sight() const { return is_under_way() && way_ != Way::kPositionsFirst; }
  // To the next stage, and after the last one to the better of both ends and to the next way. False when there is
  // nothing (more) to do. `start`: where the level began.
  bool advance(Stepper& stepper, const VecX& start);
  // Whether the pose has left symmetry for the sake of a level.
  bool has_gone_aside() const { return gone_aside_; }
  // Out of steps in the middle of a retry: to the better of both ways, as far as they got.
  void finish(Stepper& stepper, const VecX& start);

 private:
  enum class Stage { kOff, kAllowed, kPositions, kAllTasks };
  enum class Way {
    kPositionsFirst,
    kBentJoints,
    kAtTheMiddle,
    kTurnedRound,
    kOffLimits,
    kStraightened,
    kUpright,
    kAside,
    kNone
  };  // the next one to be tried

  bool begin(Stepper& stepper, const VecX& start);
  bool begin_positions_first(Stepper& stepper, const VecX& start);
  bool begin_with_bent_joints(Stepper& stepper, const VecX& start);
  bool begin_at_the_middle(Stepper& stepper, const VecX& start);
  bool begin_turned_round(Stepper& stepper, const VecX& start);
  bool begin_off_limits(Stepper& stepper, const VecX& start);
  bool begin_straightened(Stepper& stepper);
  bool begin_upright(Stepper& stepper);
  bool begin_aside(Stepper& stepper);
  void remember(const Stepper& stepper);
  double worth(const Evaluation& evaluation) const;
  bool is_better(const Evaluation& evaluation) const;
  bool goes_upright() const { return way_ == Way::kUpright || way_ == Way::kStraightened; }
  bool is_as_good_upright(const Evaluation& evaluation) const;
  bool end(Stepper& stepper, const VecX& start);

  Stage stage_ = Stage::kOff;
  Way way_ = Way::kNone;   // under way, or the last one that was
  Way next_ = Way::kNone;  // to be tried
  bool in_session_ = false;
  bool may_turn_round_ = false;
  bool gone_aside_ = false;
  bool upright_ = false;   // the last way that was taken
  std::size_t level_ = 0;  // that the retry is about
  SavedPose first_end_;    // where the try before it ended
  bool first_settled_ = false, first_stalled_ = false;
  VecX asked_at_;      // where the question was asked
  VecX bent_in_vain_;  // where joints were bent the last time that this did not help
  OffLimits off_limits_;
};

}  // namespace poise
