// What one level, or the objective after all of them, minimises in the null space that the levels above leave it; and
// which of the ways to a minimum fits it.
#pragma once

#include "kernel/level_rows.hpp"
#include "kernel/quadratic_model.hpp"

namespace poise {

struct Subproblem {
  enum class Kind {
    kRows,              // |J v − e|² + λ² |Δv|², by a factorisation of its rows
    kAllowedJoints,     // the same, moved by some joints only; others make up for what that does to the levels above
    kUniformDiagonal,   // the last level, diagonal_level.hpp
    kQuadratic,         // a second-order level or any other objective, quadratic_model.hpp or tree_model.hpp
    kUniformObjective,  // g · v + ½ stiffness |v|²
  };
  Kind kind = Kind::kRows;
  int level = 0;
  const LevelRows* rows = nullptr;  // null: the objective
  Quadratic f;                      // of objectives and second-order levels
  double damping = 0.0;             // λ² of rows; of a uniform objective its stiffness
  Curvature* curvature = nullptr;   // the part of f's Hessian that comes from a CurvatureSource
  TreeMatrix bare, above;           // of f's Hessian over a tree: without that part; what levels above have kept
  bool curved = false;              // a CurvatureSource is to be asked
  bool last = true;                 // nothing comes after it
  bool restage = false;             // f has another Hessian than the one that was staged

  bool is_second_order() const { return f.exists(); }
  // The gradient at a step, of those that are not served by their rows.
  VecX gradient(const VecX& v) const;
  // From a Hessian over a tree to the same one, dense.
  void make_dense();
};

// `form`: a zero matrix over a tree, by which Hessians are to be written; null: they are dense.
Subproblem subproblem_of(const LevelRows& rows, int level, bool last, const TreeMatrix* form = nullptr);
Subproblem subproblem_of(const Objective& objective, int level);
// The same minimum of a problem as that of a quadratic function with a Hessian over a tree.
void become_quadratic(Subproblem& problem, const TreeMatrix& form);

// Whether a degree of freedom may move for a level that names its allowed joints.
bool may_move(const LevelRows& level, Eigen::Index dof);
// The unit vectors of those that may, a column each.
MatX allowed_directions(const LevelRows& level);

}  // namespace poise
