// Whether steps lead anywhere: the best pose so far, steps without progress, and when to stop.
//
// Levels out of reach may go round in circles, or along a valley so flat that its end is no better than its beginning.
// A pose counts as better when it is so at the first level that differs by more than a tolerance. Too many steps since
// the best pose, fewer in a long solve, and it has stalled: the solver goes back to that pose and lets its steps die
// out
// (`Solver::die_out`). They are counted in halves: two for an accepted step, none for one that is much shorter than the
// last (Newton's last ones), one for a rejected trial.
//
// That no step is worth taking any more, settled, is found by `Solver::advance` and only remembered here.
#pragma once

#include <vector>

#include "solve/saved_pose.hpp"
#include "solve/tolerances.hpp"

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
  // Looks whether too many steps have led nowhere; remembers it.
  bool check_stalled(bool loosely_restored);
  // Whether levels are asked again once steps that led nowhere have died out; not for ever, since those may begin anew.
  bool may_wake() { return woken_++ < kMostWakes; }
  bool is_behind_best(const Score& score) const;
  const SavedPose& best() const { return best_; }

  double last_motion() const { return last_motion_; }
  // Whether steps that got shorter and shorter have come to one that is hardly any: the next would be none.
  bool ran_out() const { return ran_out_; }
  int idle_steps() const { return idle_steps_; }
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
  std::size_t last_deciding_ = 0;
  bool settled_ = false;
  bool stalled_ = false;
};

}  // namespace poise
