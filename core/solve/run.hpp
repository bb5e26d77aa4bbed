// The one loop around a solver: a budget of steps and time, interruption, history and retries. Solves,
// sessions, explanations, limbs and benchmarks all run by it.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "body/pose.hpp"
#include "solve/afresh.hpp"
#include "solve/ending.hpp"
#include "solve/limit_rows.hpp"
#include "solve/retry.hpp"
#include "solve/stepper.hpp"

namespace poise {

struct Budget {
  int steps;
  double seconds = std::numeric_limits<double>::infinity();
};

// Goals that depend on where the pose has gone, such as a region of balance on feet that move.
struct MovingGoals {
  // Looks at the pose and changes goals of the problem that have moved far enough; whether it did. Told whether the run
  // has come to rest. Not set: there are none.
  std::function<bool(bool at_rest)> update;
  int every = 0;                               // steps between two looks on the way; 0: only at rest
  int most = std::numeric_limits<int>::max();  // changes in one run: it shall end
};

// Coordinates that serve the levels better than the present ones, found in another way (limbs in closed form); none
// when there are none.
using Leap = std::function<std::optional<VecX>()>;

// What is recorded of every step.
struct StepRecord {
  VecX coordinates;
  VecX level_residuals;
  std::vector<LimitRow> held;  // limits
  StepWay way = StepWay::kJump;
};

class Run {
 public:
  Run(std::shared_ptr<const Problem> problem, const VecX& start);
  explicit Run(std::unique_ptr<Stepper> stepper);

  // Starts again from other coordinates (clamped), as a stranger to what was learnt.
  void restart(const VecX& start);
  // As one that is made now for the problem as it is would start: the same bits, in the memory of this one. False, and
  // nothing is done, for methods that have to be made anew.
  bool begin_anew(const VecX& start);
  // Goals or switches of the problem have changed: goes on from here with the active set.
  void refresh();
  // Goes on where another run of a figure with the same joints is: its pose and, if the limits are alike, its active
  // set.
  void resume(const Run& other);

  // Levels that come to rest short of their goals are tried again in other ways (retry.hpp), and a question that is
  // nearly symmetric says when it has led aside.
  void allow_retry();
  // The same but for turning round: for the sake of a session, whose body does not leap to face the other way.
  void allow_retry_as_it_faces();
  // The same in a session, from where the pose is.
  void allow_retry_in_session();

  // One accepted step; the largest motion of a degree of freedom, 0 when it has settled. `seconds`: that asking afresh
  // may take (afresh.hpp); until it has been answered, it has not settled.
  double step(double seconds = std::numeric_limits<double>::infinity());
  // The same where nobody looks at the pose: of a retry one step, too.
  double step_unseen() { return step_or_retry().motion; }
  // Steps until it has settled or the budget is spent, and on while goals move; whether it has settled.
  bool run(const Budget& budget, const MovingGoals& goals = {});
  // With retries, until it has settled or the steps are done; `last` then looks at the pose once more.
  Ending settle(int steps, const MovingGoals& goals = {}, const std::function<void()>& last = {});
  // The same as `run`, and again with the whole budget from every leap, up to so many. Returns the steps that led to
  // the last start.
  int run_with_leaps(const Budget& budget, const MovingGoals& goals, const Leap& leap, int most_leaps);
  // Called some times a second while it runs; may throw to end it, the pose being that of the last step.
  void on_breath(std::function<void()> breathe) { breathe_ = std::move(breathe); }

  void record(bool on) { recording_ = on; }
  const std::vector<StepRecord>& history() const { return history_; }

  const Problem& problem() const { return stepper_->evaluation().problem(); }
  const VecX& coordinates() const { return stepper_->evaluation().coordinates(); }
  // Where it is; asked again before anything has moved, with the kinematics that were run for it.
  Pose pose() const;
  const VecX& level_residuals() const { return stepper_->evaluation().score().levels; }
  VecX task_residuals() const;                                           // lengths of the unweighted rows of every task
  std::vector<LimitRow> held() const { return held_limits(*stepper_); }  // limits
  int steps() const { return stepper_->evaluation().steps(); }
  bool settled() const { return stepper_->settled() && !afresh_.is_under_way(); }
  bool stalled() const { return stepper_->stalled(); }
  std::int64_t work() const { return stepper_->work(); }
  int surplus_rows() const { return stepper_->surplus_rows(); }
  Ending ending() const;
  bool has_gone_aside() const { return leapt_aside_ || retry_.has_gone_aside() || stepper_->evaluation().is_aside(); }

 private:
  void restart(const VecX& start, std::vector<ActiveBound> active);
  void allow_ways(bool may_turn_round);
  // A motion, and whether a retry began it elsewhere.
  struct Moved {
    double motion;
    bool jumped = false;
  };
  Moved step_or_retry();
  double complete_retry(const VecX& from, int before);
  double leap_afresh(double seconds);
  StepRecord present() const { return {coordinates(), level_residuals(), held(), stepper_->last_way()}; }

  std::unique_ptr<Stepper> stepper_;
  VecX start_;
  VecX from_, here_;  // where a step began, and where it was tried last: kept, since most steps need no more
  Retry retry_;
  Afresh afresh_;
  bool leapt_aside_ = false;
  std::function<void()> breathe_;
  bool in_session_ = false;
  bool recording_ = false;
  std::vector<StepRecord> history_;
  mutable std::optional<Pose> shown_;  // the last pose that was asked for
};

}  // namespace poise
