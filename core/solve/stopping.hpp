// When steps end although another one might be found: the whole rule. It is asked before every step
// (`Solver::advance`), and what it may look at stands in one struct, `Course`. Another rule is another body of
// `stopping`, its numbers `constexpr` beside it; once it stays, they become tolerances (tolerances.hpp).
//
// What ends is one run of steps. `Run` (run.hpp) may then find that regions have moved with the feet, or try another
// way (retry.hpp); steps begin anew there, and so does the count of them.
//
// A solve also ends where no step is worth taking: that one step is not, acceptance.hpp says; what is asked before it
// settles, solver.cpp (`advance`). Whoever stops here as settled skips that: the dead band, `ask_again` and `escape`,
// on which the guarantees for users stand (docs/guarantees.md).
//
// Levels out of reach may go round in circles, or along a valley so flat that its end is no better than its beginning.
// Too many steps since the best pose, fewer in a long solve, and it has stalled: the solver goes back to that pose and
// lets its steps die out (`Solver::die_out`). They are counted in halves: two for an accepted step, none for one that
// is much shorter than the last (Newton's last ones), one for a rejected trial.
//
// Steps die out only as long as the rule says that the solve has stalled: it is asked before each of them, too. They
// are short because they must be: a rule that looks at motions is asked after the one for stalling, or it takes solves
// that have stalled for settled.
#pragma once

#include <span>
#include <vector>

#include "solve/damping.hpp"

namespace poise {

enum class Stop {
  kGoOn,
  kSettled,  // here, where it is
  kStalled,  // steps lead nowhere: back to the best pose, where they die out
};

// An accepted step that is past.
struct PastStep {
  double motion = 0.0;  // the largest of a degree of freedom: rad, m
  Score score;          // of the pose it led to
};

// A solve so far, since it began, was refreshed or escaped from a saddle.
struct Course {
  const Score& score;                    // now: residuals of all levels, cost of the criteria (saved_pose.hpp)
  const std::vector<LevelRows>& levels;  // their rows now; `kind_of(level).posture`, `kind_of(level).second_order`
  std::span<const PastStep> recent;      // all accepted steps, up to the last `kRemembered`, the last one last; where
                                         // they began is not among them
  int counted_steps;                     // accepted, but for those that were restored loosely
  int half_steps_without_progress;       // since the best pose, or since the beginning
  bool ran_out;                          // steps get shorter so fast that the next would be hardly any
  bool loosely_restored;  // the levels above the one that decided are at their goals, but loosely: no place to stop
  bool criteria_served;   // there are none, or they have been served with their curvature
};

constexpr std::size_t kRemembered = 32;  // steps; as long as patience lasts, and some

LevelKind kind_of(const LevelRows& level);

Stop stopping(const Course& course, const Tolerances& t);

}  // namespace poise
