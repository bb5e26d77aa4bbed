// The general way to a step: a primal active-set method, level by level (cf. Escande, Mansard & Wieber 2014).
//
// Standing still is inside all bounds. From the step reached so far, which is inside, a level moves towards its optimum
// until a bound blocks it; that bound is then held, ahead of this level and behind those above. At the optimum a held
// bound that the level would rather leave, by the sign of its Lagrange multiplier, is released. Bounds with a
// multiplier stay held for good; the others are left to the next level. A level's inequalities that hold when its turn
// comes are bounds for it and for those below, lenient ones for those below alone; the others it wants like equalities.
//
// The best pose of a level out of reach is decided by second derivatives. Such a second-order level minimises
// |J v − e|² + vᵀ C v over all of its null space, and keeps every direction in which that model is curved. What is left
// to the levels below changes it in third order only. With many degrees of freedom these directions are too many to be
// rows: where the model's form is known, it joins what the levels below minimise instead, with a weight so large that
// they leave it alone wherever its curvature counts.
//
//   v: the step, y = Qᵀ v: its coordinates, C: curvature of the level's Lagrangian
#pragma once

#include <vector>

#include "kernel/active_set.hpp"
#include "kernel/level_solver.hpp"
#include "kernel/step_bounds.hpp"
#include "kernel/step_request.hpp"

namespace poise {

class GeneralMethod {
 public:
  // As those of Kernel; the request must last as long as the step does.
  void step(const StepRequest& request);
  const VecX& found() const { return v_; }
  VecX within(double radius) const;
  VecX again(const std::vector<LevelRows>& levels, std::size_t count, const VecX& slack) const;
  int rounds() const { return rounds_; }
  int freedom() const { return factors_.null_space(); }

 private:
  // The rows that stood above a level when its turn came, and the step reached by then.
  struct Start {
    RowFactorisation::Mark above;
    VecX v;
    int rounds;
    bool second_try = false;  // with other curvature
  };

  // The model of a second-order level over a tree, which levels below must leave alone from `least` curvature on, and
  // where it stood.
  struct Kept {
    TreeMatrix model;
    VecX at;
    double least;
  };

  void prepare(const StepRequest& request);
  void hold_equalities();
  int solve_levels();
  bool goes_too_far() const { return v_.size() > 0 && v_.cwiseAbs().maxCoeff() > request_.reach; }
  void guess(int level);
  void serve(Subproblem& problem, Curvature& curvature);
  // The active-set loop of one level.
  void solve(Subproblem& problem);
  bool stop_at_bounds(const RowFactorisation::Mark& bare);
  bool release(const Subproblem& problem, const RowBlock& block, const Start& start, int held);
  bool is_misled(Subproblem& problem, Start& start, const RowFactorisation::Mark& bare);
  void finish(Subproblem& problem, const Start& start);
  bool hold(HeldBound& bound);
  void hold_all(const RowFactorisation::Mark& above);
  std::vector<HeldBound> first_blocking(double& share) const;
  VecX gradient(const Subproblem& problem, const RowBlock& block, int above) const;
  double lack(std::size_t bound, const std::vector<LevelRows>& levels, std::size_t count) const;
  void settle_needed(Subproblem& problem, const Start& start);
  // Second-order levels.
  void add_curvature(Subproblem& problem, const VecX& gradient);
  void remove_curvature(Subproblem& problem);
  bool renew_curvature(Subproblem& problem, const VecX& start);
  void keep(Subproblem& problem, double motion);
  void respect_kept(Subproblem& problem) const;
  Multipliers multipliers_by_owner(const VecX& gradient);

  StepRequest request_;
  RowFactorisation factors_;
  StepBounds bounds_;
  ActiveSet active_;
  std::vector<ActiveBound> needed_;  // per slot of the caller's active set: what is held for good
  LevelSolver level_;
  VecX y_, v_, target_;        // coordinates; the step reached, inside the bounds; where the level would go
  VecX multipliers_;           // of the coordinates
  std::vector<VecX> reached_;  // v after every level
  std::size_t reached_count_ = 0;
  int rounds_ = 0;
  const TreeMatrix* form_ = nullptr;  // of Hessians; null: they are dense
  std::vector<Kept> kept_;
  int kept_rank_ = 0;    // coordinates decided when the first of these was kept
  bool closed_ = false;  // a level keeps all of the null space
  bool shared_ = false;  // a level above may be moved by all joints
};

}  // namespace poise
