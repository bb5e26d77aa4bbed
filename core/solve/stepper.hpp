// What a run drives, step by step: the solver with its strict levels, or another method behind the same interface.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "solve/evaluation.hpp"

namespace poise {

// How a step was found: by the factorisation of the step before, by the kernel's quick or general way, by projections
// (cascaded levels); or it was no step but a jump to a pose from before, or to where another try ended; by pulling, or
// joint by joint (core/direct).
enum class StepWay : int { kReused, kQuick, kGeneral, kProjected, kJump, kPulled, kCycled };

class Stepper {
 public:
  virtual ~Stepper() = default;

  // One accepted step, or the jump back to the best pose when steps have led nowhere. Returns the largest motion of a
  // degree of freedom; 0 when no step improves anything. It becomes settled in such a call alone, one that returns 0:
  // by that 0 a run knows when to begin and to end a retry (run.cpp). A rule that ends a solve returns it from the next
  // call, as `Solver::advance` does once steps have led nowhere.
  virtual double step() = 0;
  // Goals or switches of the problem have changed: evaluates them, and goes on from here with the active set.
  virtual void refresh() = 0;
  // Goes on from another pose, inside the limits, forgetting what was learnt; `active` is a guess of the active set.
  // `position_first_level`: orientations of this level do not count (−1: all do).
  virtual void begin(const VecX& q, std::vector<ActiveBound> active, int position_first_level) = 0;

  // Begins from a start (clamped) as one that is made now would, with the same bits; false, and nothing is done, where
  // it has to be made.
  virtual bool begin_anew(const VecX& /*start*/) { return false; }

  virtual const Evaluation& evaluation() const = 0;
  virtual const std::vector<ActiveBound>& active() const = 0;
  virtual std::size_t last_deciding() const = 0;  // the level that the last step was for
  virtual StepWay last_way() const = 0;           // how the last step was found
  virtual bool settled() const = 0;               // no step is worth taking
  virtual bool stalled() const = 0;               // settled because the last steps led nowhere
  virtual void set_end(bool settled, bool stalled) = 0;
  // A symmetric pose may be left for one that is not, until it begins anew (escape.hpp).
  virtual void allow_aside() {}
  // Goes on through symmetric poses, from the middle between a pose and its mirror image, until it begins anew; false,
  // and nothing is done, where the question and the pose it was asked at are not nearly symmetric. Whether they are is
  // noted, for `Evaluation::is_aside`.
  virtual bool begin_upright(const VecX& /*asked_at*/, const VecX& /*from*/) { return false; }
  virtual void note_near_symmetry(const VecX& /*q*/) {}
  // From there aside, by as much as what is asked of the first `count` levels is not symmetric.
  virtual void lean(std::size_t /*count*/) {}
  virtual void count_steps_from(int steps) = 0;
  // Factorisations so far, those of trials and retries among them: what it has cost, whatever the machine. Methods
  // without any count their steps.
  virtual std::int64_t work() const { return evaluation().steps(); }
  // Rows of constraints that say nothing new, of methods that have such constraints.
  virtual int surplus_rows() const { return 0; }
};

// The limits that hold a pose. A step that was cut has leant on limits that it did not get to: these do not count.
std::vector<LimitRow> held_limits(const Stepper& stepper);

// The method that a problem asks for, at a start that is clamped into the limits.
std::unique_ptr<Stepper> make_stepper(std::shared_ptr<const Problem> problem, const VecX& start);

}  // namespace poise
