// Whether steps lead anywhere: the best pose so far, steps without progress, and the steps that are just past. When to
// stop, the rule in stopping.hpp says by these.
//
// A pose counts as better when it is so at the first level that differs by more than a tolerance.
//
// That no step is worth taking any more, settled, is found by `Solver::advance` and only remembered here.
#pragma once

#include <vector>

#include "solve/acceptance.hpp"
#include "solve/stopping.hpp"

namespace poise {

class Progress {
 public:
  explicit Progress(const Tolerances& tolerances) : t_(tolerances) {}

  // Without a best pose.
  void forget() { best_ = {}; }
  // From here on anew. `levels`: those of postures are compared by shares of what is left.
  void reset(const std::vector<LevelRows>& levels);

  // After an accepted step, its pose. A loosely restored one is neither a record nor counted. True when it is
  // better than all before.
  bool note(const Score& score, const VecX& q, const std::vector<ActiveBound>& active, double motion,
            bool loosely_restored, std::size_t deciding);
  // Trials that were rejected, or shortened before they were tried, count as half a step without progress.
  void count_rejected(int trials) { half_steps_without_progress_ += trials; }
  // Whether levels are asked again once steps that led nowhere have died out; not for ever, since those may begin anew.
  bool may_wake() { return woken_++ < kMostWakes; }
  // The solve so far, for the stopping rule, at a pose with this score and these rows.
  Course course(const Score& score, const std::vector<LevelRows>& levels, bool loosely_restored,
                bool criteria_served) const;
  // The same, for the rule of acceptance.
  Standing standing(const Score& score, const std::vector<LevelRows>& levels, double dead_band) const;
  bool is_behind_best(const Score& score) const;
  const SavedPose& best() const { return best_; }

  double last_motion() const { return last_motion_; }
  void set_idle_steps(int steps) { idle_steps_ = steps; }
  // The next step that is not worth its motion is the last; none of them counts as contracting.
  void expect_the_last();
  std::size_t last_deciding() const { return last_deciding_; }  // the level that the last step was for

  bool settled() const { return settled_; }
  bool stalled() const { return stalled_; }
  void set_settled(bool settled) { settled_ = settled; }
  void set_stalled(bool stalled) { stalled_ = stalled; }

 private:
  // Of 94 drags into clutter that led nowhere 41 settle with one, 45 with two and 45 with three.
  static constexpr int kMostWakes = 2;

  int compared_to_best(const Score& score) const;
  void remember(double motion, const Score& score);
  std::span<const PastStep> recent() const { return {recent_.data(), remembered_}; }

  const Tolerances& t_;
  std::vector<double> same_;  // per level: share of (1 + residual) up to which residuals are the same
  // Of solves that take long: empty until `unrecorded_steps` steps have been counted. No stall is told earlier, since
  // the solver goes back to this pose.
  SavedPose best_;
  int woken_ = 0;          // times that levels were asked again
  int counted_steps_ = 0;  // accepted ones, but for those that were loosely restored
  int half_steps_without_progress_ = 0;
  int idle_steps_ = 0;  // in a row
  double last_motion_ = 0.0;
  bool ran_out_ = false;
  std::vector<PastStep> recent_;  // its first `remembered_` entries; the others are room to write in
  std::size_t remembered_ = 0;
  std::size_t last_deciding_ = 0;
  bool settled_ = false;
  bool stalled_ = false;
};

}  // namespace poise
