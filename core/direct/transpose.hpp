// The Jacobian transpose method: pulled like an elastic band on a body without inertia (Welman 4.1), with constraints
// that hold while one pulls (5.2).
//
// The last level pulls; all levels above it are constraints. One step integrates q̇ = K Jᵀ F over a time h. The time is
// as long as the stiffness that was felt along the last step allows, h = s·s / s·y with s the step and y the change of
// the force (Barzilai and Borwein 1988), shorter when a joint would be too fast or when the pull would be farther from
// its goal after it than before. Where limits hold it short of its goal it is pulled once more, from the middle of the
// limits, and goes there if that leaves less than half the distance.
#pragma once

#include <memory>

#include "direct/constraint_rows.hpp"
#include "direct/direct_stepper.hpp"
#include "limits/quick_clamp.hpp"

namespace poise {

class TransposeStepper final : public DirectStepper {
 public:
  TransposeStepper(std::shared_ptr<const Problem> problem, const VecX& start);

  double step() override;
  StepWay last_way() const override { return way_; }
  int surplus_rows() const override;

 protected:
  void look_again() override;

 private:
  std::size_t pulling_level() const { return evaluation_.level_count() - 1; }
  bool is_constrained() const { return evaluation_.level_count() > 1; }
  double lacking(const std::vector<LevelRows>& rows) const;
  VecX kept(const VecX& force) const;
  bool is_pulled_out(const VecX& velocity) const;
  double time_for(const VecX& velocity);
  VecX bounded(const VecX& u) const;
  VecX moved(const VecX& q, const VecX& step) const;
  void measure_at(const VecX& q);
  bool restore(VecX& q) const;
  bool restore_along_chords(VecX& q);
  bool try_step(const VecX& u, double energy, double lack);
  bool follow(const VecX& velocity, int tries, double energy, double lack);
  bool follow_loosely(const VecX& velocity, double energy);
  bool pull_loosely(const VecX& force, double energy, double lack);
  double pull_once();
  bool pull_from_the_middle();

  mutable QuickClamp clamp_;  // the room it works in changes nothing
  HeldRows held_;             // constraints, as they were decomposed last,
  MatX rows_;                 // and their rows
  // Of the last step, in variables in which K = 1; empty: there was none.
  VecX last_step_, last_velocity_;
  double time_ = 0.0;
  int idle_ = 0;  // steps in a row that gained next to nothing
  bool may_retry_ = true;
  StepWay way_ = StepWay::kPulled;
};

}  // namespace poise
