// What a run has left: all that an account of it is made of. It stays as it is when the run goes on or begins anew.
#pragma once

#include <vector>

#include "body/pose.hpp"
#include "solve/limit_rows.hpp"

namespace poise {

struct Ending {
  Pose pose;
  VecX level_residuals;
  VecX task_residuals;         // lengths of the unweighted rows of every task
  std::vector<LimitRow> held;  // limits
  int steps;
  int surplus_rows;
  bool settled, stalled, has_gone_aside;
};

}  // namespace poise
