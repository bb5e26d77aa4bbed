// All limits of a figure as linear bounds on a step: what the joints may do from here without leaving them.
//
// Ranges are exact. Swing regions are bounded by their tangent at the nearest boundary point, twist and couplings by
// their rates; what curvature lets slip is caught by clamping after the step (Baerlocher 5.4.3).
#pragma once

#include <vector>

#include "kernel/bounds.hpp"
#include "limits/limits.hpp"
#include "solve/step_variables.hpp"

namespace poise {

struct LimitRow {
  LimitKind kind;
  int index;       // joint or coupling
  int coordinate;  // which range of an elbow, which edge of a region
  bool operator==(const LimitRow&) const = default;
};

// A ball joint by swing and twist, and how these change with its degrees of freedom.
struct TurnedBall {
  SwingTwist angles;
  Mat3 rates = Mat3::Zero();
};

class LimitRows {
 public:
  // The rows never change their number or meaning, so that an active set can be carried from step to step; its first
  // entries are theirs (`Run::held` tells them by `meaning`).
  explicit LimitRows(const Figure& figure);

  void update(const Figure& figure, const ConstVec& q);

  // Adds Σ μ_i ∇²c_i to H (n × n), c_i ≤ 0 being the limit whose tangent row i is. Ranges are straight.
  template <typename Matrix>
  void add_curvature(const Figure& figure, const ConstVec& q, const VecX& multipliers, Matrix& H) const;

  const Bounds& bounds() const { return bounds_; }
  // Others may add rows behind those of the limits, which are all that is updated here.
  Bounds& bounds() { return bounds_; }
  // The bounds as those of other variables of a step: for good, and those of limits until the next update.
  void reorder(const StepVariables& variables);
  void rescale(const StepVariables& variables) { bounds_.rescale(variables.scales(), 0, entries_); }
  const std::vector<LimitRow>& meaning() const { return meaning_; }

 private:
  void add(LimitKind kind, int index, int coordinate, const std::vector<int>& dofs);
  void write_coupling(const Figure& figure, const Coupling& coupling, const ConstVec& q, std::size_t row);

  Bounds bounds_;
  std::vector<LimitRow> meaning_;
  int entries_ = 0;                 // of the rows of limits
  std::vector<int> stored_;         // where coordinates keep what a range is about
  std::vector<int> balls_;          // joints whose twist, ellipse or couplings ask for swing and twist
  std::vector<TurnedBall> turned_;  // by joints; of the others nothing
  VecX whole_;                      // a row of all degrees of freedom, zero between uses
};

}  // namespace poise
