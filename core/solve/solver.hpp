// The solver: a pose that honours levels of tasks strictly, inside all limits, and settles.
//
// This folder is for finding such a pose. It knows the kernel, statics, criteria, tasks, limits and the body; limbs and
// the bindings use it, through `Run` (run.hpp). Its parts, each with a state of its own:
//
//   evaluation     problem and pose → rows, residuals, score; current and candidate
//   trust          radius, damping and second-order switch per level, learnt from steps
//   damping        the rule of damping: a function of a level, and of a step that was tried
//   step_limits    what a step may do: bounds for the kernel, and exactly
//   proposer       evaluation, trust, kernel → a proposed step
//   restoration    levels above brought back before anyone sees a pose
//   acceptance     proposal, before, after → verdict
//   escape         the way out of a saddle, where a level rests and could still gain
//   progress       best pose so far, steps without progress, settled or stalled
//   stopping       when a solve ends: a function of its course
//   solver         propose, restore, judge, learn (solver.cpp tells it on a page)
//   run            the loop with budget, history and retries
#pragma once

#include <memory>
#include <vector>

#include "solve/acceptance.hpp"
#include "solve/escape.hpp"
#include "solve/progress.hpp"
#include "solve/proposer.hpp"
#include "solve/restoration.hpp"
#include "solve/stepper.hpp"
#include "solve/trust.hpp"

namespace poise {

class Solver final : public Stepper {
 public:
  Solver(std::shared_ptr<const Problem> problem, const VecX& start);

  double step() override;
  void refresh() override;
  void begin(const VecX& q, std::vector<ActiveBound> active, int position_first_level) override;

  bool begin_anew(const VecX& start) override;

  const Evaluation& evaluation() const override { return evaluation_; }
  const std::vector<ActiveBound>& active() const override { return proposer_.active(); }
  std::size_t last_deciding() const override { return progress_.last_deciding(); }
  StepWay last_way() const override { return way_; }
  bool settled() const override { return progress_.settled(); }
  bool stalled() const override { return progress_.stalled(); }
  void set_end(bool settled, bool stalled) override;
  void allow_aside() override { escape_.allow_aside(true); }
  bool begin_upright(const VecX& asked_at, const VecX& from) override;
  void note_near_symmetry(const VecX& q) override { evaluation_.note_near_symmetry(q); }
  void lean(std::size_t count) override;
  void count_steps_from(int steps) override { evaluation_.count_steps_from(steps); }
  std::int64_t work() const override { return proposer_.kernel().all_rounds() + restoration_.kernel().all_rounds(); }

 private:
  // Trials of one step: what is asked of the kernel, and what was lost so far.
  struct Attempt {
    std::size_t count;  // levels that are served
    bool with_criteria;
    int hopeless_trials;  // that a step gets which no level is predicted to gain from
    int rejected = 0;     // trials, and halvings of a step before it was tried
    double loss = 0.0;    // of a level above, by the same step in full length: it is tried again, shorter
    std::size_t loser = 0;
  };

  void forget_what_was_learnt();
  double advance();
  Course course() const;
  double attempt(std::size_t count, bool with_criteria);
  double reuse_last_step();
  double ask_again();
  double die_out();
  bool has_lent_nothing() const;
  double wake();
  double go_back_to_best();
  double escape();
  Proposal next_proposal(Attempt& attempt);
  int hopeless_trials(bool with_criteria) const;
  Score evaluate(const Proposal& proposal, const VecX& q);
  TriedStep tried(const Proposal& proposal, std::size_t judge, const Score& after) const;
  bool learn_from_rejection(const Proposal& proposal, std::size_t judge, const Score& after, Attempt& attempt);
  void accept(const Proposal& proposal, const VecX& q, const Score& after, double motion);

  const Tolerances& t_;
  Evaluation evaluation_;
  Trust trust_;
  Proposer proposer_;
  Restoration restoration_;
  Progress progress_;
  Escape escape_;
  StepWay way_ = StepWay::kJump;  // of the last step
};

}  // namespace poise
