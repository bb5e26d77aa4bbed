// Whether a step is accepted: a pure function of what was proposed, of what was there before and of what is after it.
//
// The poses are compared as the levels are ranked: the first level whose residual the step has changed by more than
// restoration leaves, the judge, decides; beyond the last level the criteria do.
#pragma once

#include <vector>

#include "solve/proposal.hpp"

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
