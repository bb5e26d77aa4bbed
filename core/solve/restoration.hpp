// Brings the levels above back to the residuals they had before a step, so that nobody ever sees a pose in which they
// have lost: corrections by Newton's method, and along chords with the factorisation that is there already.
#pragma once

#include <vector>

#include "kernel/kernel.hpp"
#include "solve/evaluation.hpp"
#include "solve/proposal.hpp"

namespace poise {

// The step to be corrected, and what it was found with.
struct TakenStep {
  const Proposal& proposal;
  const Kernel& kernel;
  const std::vector<ActiveBound>& active;
  double radius;  // corrections that are much longer lead elsewhere
};

struct Restored {
  VecX coordinates;
  double disturbance = 0.0;  // of guarded levels, that is left
  int corrections = 0;
  bool by_newton = false;  // with a factorisation of its own
};

class Restoration {
 public:
  explicit Restoration(const Tolerances& tolerances) : t_(tolerances) {}

  // Corrects the pose q that a step from the current pose led to. Guarded levels are measured there in the end, as
  // candidate.
  Restored restore(VecX q, const TakenStep& step, Evaluation& evaluation);

  // Nothing is known of earlier steps.
  void forget();

  const Kernel& kernel() const { return kernel_; }

 private:
  // The factorisation of an earlier step, that corrections go by as long as they converge well.
  struct Chord {
    const Kernel* kernel;
    bool converges;
  };

  VecX back_to_bounds(const VecX& q, const TakenStep& step, Evaluation& evaluation) const;
  VecX bound_slack(const VecX& q, const TakenStep& step, Evaluation& evaluation) const;
  double disturbance(const Proposal& proposal, std::size_t count, Evaluation& evaluation) const;
  bool is_done(double disturbance, double before, int round, const Proposal& proposal) const;
  bool is_slow(double disturbance, double before, int round) const;
  // Whether half of the slow corrections in a row have been made after which the step is given up.
  bool is_stuck(int slow) const { return 2 * slow >= t_.restoration.most_slow_corrections; }
  VecX helped_correction(const VecX& q, const TakenStep& step, int round, int slow, Evaluation& evaluation,
                         Chord& chord);
  VecX correction(const VecX& q, const TakenStep& step, int round, Evaluation& evaluation, Chord& chord);
  VecX along(const Kernel& kernel, const Proposal& proposal, Evaluation& evaluation) const;
  VecX newton(const VecX& q, const TakenStep& step, int round, Evaluation& evaluation);
  void ask_back(const Proposal& proposal, int round, const Evaluation& evaluation, std::size_t level,
                LevelRows& rows) const;

  const Tolerances& t_;
  Kernel kernel_;
  std::vector<ActiveBound> active_;
};

}  // namespace poise
