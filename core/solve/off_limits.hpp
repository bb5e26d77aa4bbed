// Off the limits: poses to try a level from that rests because limits hold it, and when such a try is given up.
#pragma once

#include <optional>
#include <vector>

#include "solve/stepper.hpp"

namespace poise {

class OffLimits {
 public:
  // As if no limits had been left yet; or the poses alone, when another level is asked about.
  void forget();
  void forget_poses() { poses_.clear(); }
  // The next pose to try, with the joints that are held where the level rests farther inside their ranges. None when
  // the level is far out of reach, or rests near where the solve began: who asks again from where a solve has ended
  // gets the same answer.
  std::optional<VecX> next(const Stepper& stepper, std::size_t level, const VecX& start);
  bool has_more() const { return !poses_.empty(); }
  // Whether a try gains so slowly that it will not come below what the level lacked at the rest that it has `left`:
  // mostly it is on the way back there, and the last steps of that would be for nothing.
  bool is_hopeless(const Evaluation& evaluation, std::size_t level, double left);
  // After a try: whether limits are to be left once more, from a better rest that the tries have led to.
  bool goes_on_after(bool better);

 private:
  std::vector<VecX> poses_;    // still to be tried, the next one last
  std::vector<double> lacks_;  // what the level lacked, step by step, in the one that is tried
  bool helped_ = false;        // whether one of them led to a better rest
  int rounds_ = 0;             // how many rests were left so
};

}  // namespace poise
