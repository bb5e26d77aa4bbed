// The kernel: strictly prioritised least squares inside linear bounds, the linear problem of one solver step.
//
// This folder may know `math` alone: it sees matrices, no figures and no tasks. `solve` uses it, for steps and for the
// corrections that restore higher levels.
//
//   for level k = 1, 2, …:   min |J_k v − e_k|² + λ_k² |Δv|²   without changing J_j v of any level j < k
//   then                     min g · v + ½ vᵀ B v                in the null space of all levels (the objective)
//   subject to               lower ≤ a_i · v ≤ upper             for every bound row i, above all levels
//
// v: the step (n), J_k: Jacobian of level k (m × n), e_k: its errors, λ_k: its damping, a_i: a bound row. The solver
// asks in variables of its own, ordered and scaled: its u (solve/step_variables.hpp) is the v of this folder.
//
// The null-space projectors of the task-priority recursion (Baerlocher 2001, 5.3.8–5.3.10) are the right mathematics in
// a slow data structure. One Householder factorisation of all rows, level after level, holds every null space at once:
// in the coordinates y = Qᵀ v each level owns a range and cannot touch the ranges before it (Escande, Mansard & Wieber
// 2014). Damping acts inside a level's own range; the null spaces never see it (Baerlocher 4.7.6).
//
// A bound is *active* (held) when it is treated as an equality; it then stands as one more row ahead of the level whose
// Lagrange multiplier holds it and behind the levels above, so that no level suffers from a bound that only a lower one
// runs into. Finding the active set is the difference between the two ways to the same step:
//
// `QuickMethod` answers the everyday problem. It is asked first, and it may answer only if
//   1. no level has a list of allowed joints or is second order, and what comes last is a diagonal level that weighs
//      all degrees of freedom alike, or not at all for at most sixteen of them, or an objective that is clearly convex;
//      or an objective over the tree of joints, or, with the curvature of what holds it, any objective or a
//      second-order diagonal level, that is convex where the rows leave it free. An objective that is not gets the
//      shift that the general way gives it (quadratic.hpp);
//   2. every row is clearly independent of those before it, so that the step is unique and no rank decision is made; a
//      bound that is not is left out where the rows before it keep it;
//   3. the step keeps every bound, and for each active bound the first level with a multiplier for it pushes against
//      it: the optimality condition of the lexicographic problem (Dimitrov, Sherikov & Wieber 2015). Together with 2
//      this proves that the step is the one that the general way would find, whichever way the active set was guessed;
//   4. where levels have inequalities, the same of them are broken when their turn comes as at the beginning, and
//      lenient ones hold where their level has led;
//   5. each damped level keeps the bounds by itself, and those that it needs stand right ahead of it: |Δv|² counts the
//      motion up to them, and makes its minimum the only one. Damping below 10⁻⁴ of the squared pivots of its level is
//      left out, which changes the step of that level by as much at most;
//   6. what comes last has the curvature of what was guessed to hold it, as in the general way: where other bounds hold
//      it in the end, the step must not be a poor one by their curvature. (Only where curvature is tentative, its own
//      will do as well.)
// If any of these fails it says so and nothing has been changed.
//
// `GeneralMethod` answers every problem: dependent rows, inequalities as levels, allowed joints, second-order levels,
// dense objectives, and active sets that take many changes. It is a primal active-set method, level by level.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "kernel/bounds.hpp"
#include "kernel/general_method.hpp"
#include "kernel/level_rows.hpp"
#include "kernel/quick_method.hpp"
#include "kernel/step_request.hpp"

namespace poise {

class Kernel {
 public:
  // The step for the first `count` levels and the objective. `active` is the active set: read as a guess, written as
  // found; the bounds first, then the rows of the levels that have inequalities. A guess may be too short: what it
  // lacks is not active. `source` gives second-order levels their curvature. Of a step that will be cut to a largest
  // entry of `reach`, levels below the first whose step is longer would have no part: they need not be served.
  const VecX& step(std::vector<LevelRows>& levels, std::size_t count, const Bounds& bounds,
                   std::vector<ActiveBound>& active, const Objective& objective, CurvatureSource* source = nullptr,
                   double reach = std::numeric_limits<double>::infinity());

  // Unit vectors, a column each and the most concave first, along which the second-order model of level `count` − 1
  // bends downwards in the null space of the levels above it and of the bounds that it needs: at a saddle it gains by
  // going there, to either side. The arguments are those of a step, and so is what becomes of `active`.
  MatX concave_directions(std::vector<LevelRows>& levels, std::size_t count, const Bounds& bounds,
                          std::vector<ActiveBound>& active, CurvatureSource& source);

  // The last step cut to a largest entry of `radius`, lowest levels first: what higher levels want is taken whole as
  // long as it fits. It is inside the bounds as well. All that was given to the last step must be there still.
  VecX within(double radius);

  // A step for all levels of the last one, and for its objective if it had one, with other errors, bounds and gradient,
  // from the same factorisation, undamped. Null when that does not serve: the active set would change.
  const VecX* follow(const std::vector<LevelRows>& levels, const Bounds& bounds, const VecX& gradient = {});

  // A small step for the first `count` levels with other errors, from the same factorisation (a chord of Newton's
  // method); active bound i moves by slack[i]. Only for levels that are neither second order nor damped.
  VecX again(const std::vector<LevelRows>& levels, std::size_t count, const VecX& slack) const;

  // As if it had not been asked for a step yet; the memory stays.
  void forget();

  // Whether `concave_directions` would find none for the last level of the last step; false where that is not known.
  bool is_known_convex() const { return quickly_ && !has_objective_ && quick_.is_convex(); }

  // Whether the last step is the quick way's.
  bool answered_quickly() const { return quickly_; }
  // Factorisations, whole or in part, that the last step took, and the dimension of the null space that it left.
  int rounds() const { return quickly_ ? quick_.rounds() : general_.rounds(); }
  std::int64_t all_rounds() const { return all_rounds_; }  // of all steps so far: what they cost
  int freedom() const { return quickly_ ? quick_.freedom() : general_.freedom(); }

 private:
  QuickMethod quick_;
  GeneralMethod general_;
  StepRequest request_;  // of the last step
  std::int64_t all_rounds_ = 0;
  bool has_objective_ = false;
  bool quickly_ = false;  // the last step is that of quick_
};

}  // namespace poise
