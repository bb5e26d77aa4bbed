// All limits of a figure as linear bounds on a step: what the joints may do from here without leaving them.
//
// Ranges are exact. Swing regions are bounded by their tangent at the nearest boundary point, twist and couplings by
// their rates; what curvature lets slip is caught by clamping after the step (Baerlocher 5.4.3).
#pragma once

#include <vector>

#include "kernel/bounds.hpp"
#include "limits/leeway.hpp"
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

  // Writes the rows at q. `reach`: joints that may turn by so much more (radians) without coming to a limit keep the
  // rows they had, which no such step breaks; infinity: all are written.
  void update(const Figure& figure, const ConstVec& q, const VecX& scales, double reach);

  // Adds Σ μ_i ∇²c_i to H (n × n), c_i ≤ 0 being the limit whose tangent row i is. Ranges are straight.
  template <typename Matrix>
  void add_curvature(const Figure& figure, const ConstVec& q, const VecX& multipliers, Matrix& H) const;

  const Bounds& bounds() const { return bounds_; }
  // Others may add rows behind those of the limits, which are all that is updated here.
  Bounds& bounds() { return bounds_; }
  // The bounds as those of other variables of a step, for good; those of limits when they are written next.
  void reorder(const StepVariables& variables);
  const std::vector<LimitRow>& meaning() const { return meaning_; }
  // How far joints may turn that were far inside when their rows were written.
  const Leeway& leeway() const { return leeway_; }

 private:
  // The rows of one joint that has a swing region, a twist range or both.
  struct JointRows {
    int joint;
    std::size_t swing, twist;  // kNoRow: it has none
    bool turns;                // whether they ask for swing and twist
  };
  static constexpr std::size_t kNoRow = static_cast<std::size_t>(-1);

  void add(LimitKind kind, int index, int coordinate, const std::vector<int>& dofs);
  void add_joint(int index, const Joint& joint);
  void add_coupling(int index, const Figure& figure);
  void write_joint(const Figure& figure, const JointRows& rows, const ConstVec& q, const VecX& scales);
  void write_group(const Figure& figure, std::size_t group, const ConstVec& q, const VecX& scales);
  void write_coupling(const Figure& figure, const Coupling& coupling, const ConstVec& q, std::size_t row);

  Bounds bounds_;
  std::vector<LimitRow> meaning_;
  Leeway leeway_;
  int entries_ = 0;                 // of the rows of limits
  std::vector<int> stored_;         // where coordinates keep what a range is about; −1: the row is no range
  std::vector<JointRows> regions_;  // of the joints that have any
  std::size_t first_coupling_ = 0;  // its row; the others follow
  std::vector<TurnedBall> turned_;  // of balls in a group, while it is written
  VecX natural_;                    // natural coordinates of its joints
  VecX whole_;                      // a row of all degrees of freedom, zero between uses
};

}  // namespace poise
