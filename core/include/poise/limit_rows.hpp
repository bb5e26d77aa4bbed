// All limits of a figure as linear bounds on a step: what the joints may do from here without leaving them.
//
// Ranges are exact. Swing regions are bounded by their tangent at the nearest boundary point, twist and couplings by
// their rates; what curvature lets slip is caught by clamping after the step (Baerlocher 5.4.3).
#pragma once

#include <vector>

#include "poise/hierarchy.hpp"
#include "poise/limits.hpp"

namespace poise {

struct LimitRow {
  LimitKind kind;
  int index;       // joint or coupling
  int coordinate;  // which range of an elbow, which edge of a region
  bool operator==(const LimitRow&) const = default;
};

class LimitRows {
 public:
  // The rows never change their number or meaning, so that an active set can be carried from step to step.
  explicit LimitRows(const Figure& figure);

  void update(const Figure& figure, const ConstVec& q);

  const std::vector<BoundRow>& bounds() const { return bounds_; }
  const std::vector<LimitRow>& meaning() const { return meaning_; }

 private:
  void add(LimitKind kind, int index, int coordinate, int dof);

  std::vector<BoundRow> bounds_;
  std::vector<LimitRow> meaning_;
  int dof_ = 0;
};

}  // namespace poise
