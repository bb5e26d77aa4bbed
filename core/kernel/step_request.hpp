// What one step is asked for, and where second-order levels get their curvature.
#pragma once

#include <limits>
#include <vector>

#include "kernel/bounds.hpp"
#include "kernel/level_rows.hpp"

namespace poise {

// Lagrange multipliers μ of the rows that hold a level back: ∇f + Σ μ_i a_i = 0.
struct Multipliers {
  std::vector<VecX> levels;  // of the rows of every level, inequalities that are active as bounds included
  VecX bounds;               // of the bounds given
};

// Fills in the curvature of second-order levels once the multipliers of what holds them are known.
class CurvatureSource {
 public:
  virtual ~CurvatureSource() = default;
  // Adds the second derivatives of the level's Lagrangian, but for JᵀJ, to the matrix. `level` equal to the number of
  // levels means the objective.
  virtual void add_curvature(std::size_t level, const Multipliers& multipliers, MatX& curvature) = 0;
  // Whether it adds anything there.
  virtual bool has_curvature(std::size_t) const { return true; }
  // Whether a model without it would do as well: where it makes one concave, it is left out.
  virtual bool is_tentative(std::size_t) const { return false; }
  // The same as a matrix over a tree; false, the matrix being undefined, where not all of it has that form.
  virtual bool add_tree_curvature(std::size_t, const Multipliers&, TreeMatrix&) { return false; }
  // A zero matrix of that form, where there are so many degrees of freedom that it pays; null: none.
  virtual const TreeMatrix* form() const { return nullptr; }
};

// The arguments of Kernel::step. Nothing here is owned.
struct StepRequest {
  std::vector<LevelRows>* levels = nullptr;
  std::size_t count = 0;
  const Bounds* bounds = nullptr;
  std::vector<ActiveBound>* active = nullptr;
  const Objective* objective = nullptr;
  CurvatureSource* source = nullptr;
  double reach = std::numeric_limits<double>::infinity();  // levels below one that goes farther need not be served
  MatX* concave = nullptr;  // not null: gets the directions in which the model of the last level is concave
};

}  // namespace poise
