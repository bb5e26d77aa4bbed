// The position-first retry: a second try for a level that wants positions and orientations at once and comes to rest
// short of them.
//
// Such a level may end where neither is met. As soon as it has come to rest there, it is tried once more from the
// start: first its positions alone, then its orientations as well. Levels below wait until it is known which way is the
// better one; a retry that is not better is taken back.
#pragma once

#include "solve/stepper.hpp"

namespace poise {

class PositionFirstRetry {
 public:
  // One retry may be made from here on, or none.
  void allow() { stage_ = Stage::kAllowed; }
  void cancel() { stage_ = Stage::kOff; }

  // Whether it is known how the present stage ends, though the stepper has not settled.
  bool is_due(const Stepper& stepper) const;
  // To the next stage: from `start` with positions alone, then with all tasks, then to the better of both ends. False
  // when there is nothing (more) to do.
  bool advance(Stepper& stepper, const VecX& start);
  // Out of steps in the middle of a retry: to the better of both ways, as far as they got.
  void finish(Stepper& stepper, const VecX& start);

 private:
  enum class Stage { kOff, kAllowed, kPositions, kAllTasks };

  bool begin(Stepper& stepper, const VecX& start);
  bool is_better(const Evaluation& evaluation) const;
  bool end(Stepper& stepper);

  Stage stage_ = Stage::kOff;
  std::size_t level_ = 0;  // that the retry is about
  SavedPose first_end_;    // where the first try ended
  bool first_settled_ = false, first_stalled_ = false;
};

}  // namespace poise
