// Whether a step is accepted: the whole rule, a pure function. Another rule is another body of `judge`, its numbers
// `constexpr` beside it; once it stays, they become tolerances (tolerances.hpp). It may look at the `Proposal`
// (proposal.hpp), at all that `Standing` lists, at the score after the step and at its motion. Of a level k,
// `score.residual(k)` (m, rad) and, by its model, `predicted_residual(levels[k], proposal.v)`; behind the last level,
// `score.cost` of the criteria; `gain` of either (saved_pose.hpp), more than 0 where the step made it better.
//
// The poses are compared as the levels are ranked: the first level whose residual the step has changed by more than
// restoration leaves, the judge, decides; beyond the last level the criteria do.
//
// What a verdict leads to stands in `Solver::attempt`. A rule that accepts losses should know: of a level above the
// deciding one, a loss breaks the promise of strict levels; of the deciding level it doubles the damping and, when the
// step was cut, shrinks the radius (trust.cpp); and the solver goes back to its best pose where it stalls, not where it
// settles. Reused steps and those off a saddle are not judged.
#pragma once

#include <span>
#include <vector>

#include "solve/proposal.hpp"
#include "solve/stopping.hpp"

namespace poise {

enum class StepVerdict {
  kAccept,
  kReject,  // the judging level got worse: try a shorter or more damped step
  kIdle,    // nothing worth moving for is left
};

// Before the step.
struct Standing {
  const Score& score;
  const std::vector<LevelRows>& levels;  // with the models that the step was found by
  double dead_band;                      // share, of second-order levels
  double last_motion;                    // rad (m), of the step before
  int idle_steps;                        // steps in a row, so far, that were not worth their motion
  // The last accepted steps, up to `kRemembered` of them (stopping.hpp), the last one last: `motion`, and `score` of
  // the pose it led to. Where a run began is not among them. The current pose need not be the last: the solver may have
  // gone back to its best.
  std::span<const PastStep> recent;
};

struct Judgement {
  StepVerdict verdict;
  std::size_t judge;  // the number of levels: the criteria
  int idle_steps;
};

// `motion`: the largest motion of a degree of freedom.
Judgement judge(const Proposal& proposal, const Standing& before, const Score& after, double motion,
                const Tolerances& tolerances);

}  // namespace poise
