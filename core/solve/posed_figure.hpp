// A figure in a pose as tasks see it. Places and masses are enough to measure errors; Jacobians need the twists of the
// joints as well, which cost as much again.
#pragma once

#include "tasks/task.hpp"

namespace poise {

class PosedFigure {
 public:
  explicit PosedFigure(const Figure& figure) : figure_(figure) {}

  void update_places(const VecX& q);
  // Places (when it has others) and twists.
  void update_twists(const VecX& q);

  // `step`: steps that the solver has taken to get here.
  TaskView view(int step) const { return {figure_, q_, kinematics_, masses_, step}; }

 private:
  const Figure& figure_;
  VecX q_;
  Kinematics kinematics_;
  MassState masses_;
  bool has_twists_ = false;  // of q_
};

}  // namespace poise
