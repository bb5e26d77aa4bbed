// Serves one level at a time in the null space that a factorisation leaves: the rows above, and the bounds that the
// level holds at present. Which bounds these are is not decided here.
//
//   load → stage → serve, serve, …        another bound is held: add_row; the bounds held are others: stage again
//
// `base`: the level's rows as columns, and its quadratic model, reduced by the levels above; `staged`: and by the
// bounds held. So a change of the active set costs the reflectors of the bounds only.
#pragma once

#include "kernel/row_factorisation.hpp"
#include "kernel/subproblem.hpp"
#include "kernel/tree_model.hpp"

namespace poise {

class LevelSolver {
 public:
  // The rows and the model of a subproblem, reduced by the first `rank` rows of the factorisation.
  void load(const Subproblem& problem, const RowFactorisation& factors, int rank);
  // And by those after them.
  void stage(const RowFactorisation& factors, int rank);
  // And by one more, the newest.
  void add_row(const RowFactorisation& factors);

  // Adds the level's rows to the factorisation and sets the coordinates behind the present rank such that the level is
  // served best; those that it does not decide are zero. The rows it added. `shared`: a level above may be moved by all
  // joints.
  RowBlock serve(Subproblem& problem, RowFactorisation& factors, bool shared, VecX& y);

  // Adds a second-order level's rows and the directions in which its model is curved beyond them: levels below would
  // change it there. While it moves by `motion`, its curvature is known no better than that. True when the model is
  // concave somewhere: then it leaves nothing to levels below.
  bool lock(Subproblem& problem, RowFactorisation& factors, double motion);
  // The same of a level whose `model`, without its rows and what levels above have kept, is over a tree: only the rows
  // are added.
  // `least`: the curvature from which on levels below must leave it alone.
  bool lock_by_tree(const Subproblem& problem, const TreeMatrix& model, RowFactorisation& factors, double motion,
                    double& least);

  // The directions of the null space along which the model of a second-order level is concave, the most concave first.
  MatX concave_directions(const Subproblem& problem, const RowFactorisation& factors);

 private:
  void minimise(Subproblem& problem, const RowFactorisation& factors, VecX& y);
  void adopt_rows(const LevelRows& level, int number, RowFactorisation& factors) const;
  RowBlock serve_rows(const Subproblem& problem, RowFactorisation& factors, VecX& y);
  RowBlock serve_allowed_joints(Subproblem& problem, RowFactorisation& factors, bool shared, VecX& y);
  void keep_among_allowed(const Subproblem& problem, const RowFactorisation& factors);
  void find_missing(const VecX& wanted, const RowFactorisation& factors, const RowBlock& block, const VecX& y);
  void solve_in(const RowFactorisation& factors, const RowBlock& block, double damping, VecX& y) const;

  MatX base_, staged_;
  RowFactorisation among_allowed_;  // of what the allowed joints do to the rows above
  QuadraticModel model_;
  TreeModel tree_;
  int rank_ = 0;  // of the levels above
  VecX missing_;  // what the coordinates before a block leave for its rows to do
};

}  // namespace poise
