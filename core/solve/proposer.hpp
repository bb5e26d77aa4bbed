// Proposes steps: a function of evaluation, trust and kernel.
//
// Every level gets a model (linear and damped, or of second order), the criteria an objective; the kernel solves them
// inside the limits, and the step it finds is cut to the trust radius. The kernel's active set and factorisation are
// kept from step to step: the set as a guess for the next one, the factorisation for corrections and for a next step
// that differs little.
#pragma once

#include <optional>
#include <vector>

#include "kernel/kernel.hpp"
#include "solve/evaluation.hpp"
#include "solve/trust.hpp"

namespace poise {

class Proposer {
 public:
  explicit Proposer(const Tolerances& tolerances) : t_(tolerances) {}

  // A step from the current pose for the first `count` levels and, if asked, for the criteria.
  Proposal propose(Evaluation& evaluation, const Trust& trust, std::size_t count, bool with_criteria);
  // The same step again within a smaller radius. After a trial the bounds that the kernel was given are those of
  // another pose: then only for second-order steps, which the general way cuts without them.
  Proposal shortened(const Evaluation& evaluation, const Trust& trust, std::size_t count);
  // The same, so short that the second-order levels above lose no more, by their models, than corrections are likely
  // to give back: predicting that is cheaper than trying. Halves the radius; adds to `halvings` how often.
  Proposal affordable(Proposal proposal, const Evaluation& evaluation, Trust& trust, std::size_t count, int& halvings);
  // A step after a goal that has moved a little, with the factorisation of the last step: a chord of Newton's method.
  // None where that one does not serve.
  std::optional<Proposal> reuse(Evaluation& evaluation);
  // The directions along which the Lagrangian of a level bends downwards at the current pose, the most concave first
  // (escape.hpp); finds the active set of the levels down to it.
  MatX concave_directions(Evaluation& evaluation, const Trust& trust, std::size_t level);
  // Whether there are none, as the last step asked for from the current pose has shown; false where it has not.
  bool is_known_convex(std::size_t level) const { return served_ == level + 1 && kernel_.is_known_convex(); }
  // Whether the last step was for all levels and for the criteria: a rejected one is tried again without those below.
  bool was_for_all() const { return complete_; }
  // A step off a saddle for the sake of a level.
  Proposal aside(const VecX& step, std::size_t level, const Evaluation& evaluation) const;
  // What the criteria change by to first order along a step from where the last one was proposed.
  double criteria_slope(const VecX& v) const;
  // Whether the last step, for all levels and criteria, was none, and no dead band had a part in that.
  bool is_at_rest(const Evaluation& evaluation) const;
  // Whether the factorisation may serve the next step; to be said after each.
  void let_reuse(bool reusable) { reusable_ = reusable; }
  // Whether it may after a proposal that was taken, with no factorisation of its own for corrections.
  bool is_reusable_after(const Proposal& proposal) const;

  // Nothing is known of earlier steps.
  void forget();
  // Criteria and active set may be others now.
  void forget_objective() { preferred_at_.resize(0); }
  void guess_active(std::vector<ActiveBound> active) { active_ = std::move(active); }

  const Kernel& kernel() const { return kernel_; }  // with the factorisation of the last step
  const std::vector<ActiveBound>& active() const { return active_; }

 private:
  void set_models(Evaluation& evaluation, const Trust& trust) const;
  void prefer(const Evaluation& evaluation);
  void set_objective(const Evaluation& evaluation, const Trust& trust, bool with_criteria);
  bool decides(std::size_t level, const Evaluation& evaluation, double dead_band_share, Proposal& proposal) const;
  void find_deciding(const Evaluation& evaluation, double dead_band_share, Proposal& proposal) const;
  bool gains_much(const Proposal& proposal, const Evaluation& evaluation) const;
  std::optional<Proposal> following(const Evaluation& evaluation) const;
  bool find_again(Evaluation& evaluation, Proposal& proposal);
  void set_guarded(const Evaluation& evaluation, std::size_t count, Proposal& proposal) const;
  bool costs_too_much(const Proposal& proposal, const Evaluation& evaluation, double dead_band_share) const;

  const Tolerances& t_;
  Kernel kernel_;
  std::vector<ActiveBound> active_;  // found by the last step
  VecX full_step_;                   // that the kernel found, however long
  Objective preferred_;              // of the criteria, at preferred_at_ in step preferred_in_
  VecX preferred_at_;
  int preferred_in_ = 0;
  Objective objective_;       // of the last step, as the kernel was given it
  LevelCurvature curvature_;  // likewise
  std::size_t served_ = 0;    // levels that the last step was for
  bool complete_ = false;     // and it was for all of them and for the criteria
  bool reusable_ = false;
  double reused_size_ = 0.0;  // of the last step that was found with the factorisation of another
};

}  // namespace poise
