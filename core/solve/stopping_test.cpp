#include "solve/stopping.hpp"

#include "testing/check.hpp"

using namespace poise;

namespace {

struct Solve {
  Tolerances tolerances;
  Score score{VecX::Zero(1), 0.0};
  std::vector<LevelRows> levels = std::vector<LevelRows>(1);
  int steps = 10, half_steps = 0;
  bool ran_out = false, loosely = false, criteria_served = true;

  Stop stop() const {
    return stopping({score, levels, {}, steps, half_steps, ran_out, loosely, criteria_served}, tolerances);
  }
};

}  // namespace

TEST("a solve goes on while its steps lead somewhere, and stalls when patience is over") {
  Solve solve;
  solve.half_steps = solve.tolerances.progress.patience - 1;
  CHECK(solve.stop() == Stop::kGoOn);
  ++solve.half_steps;
  CHECK(solve.stop() == Stop::kStalled);
  solve.loosely = true;  // no place to stop
  CHECK(solve.stop() == Stop::kGoOn);
  solve.loosely = false;
  solve.steps = solve.tolerances.progress.unrecorded_steps - 1;  // no pose to go back to
  CHECK(solve.stop() == Stop::kGoOn);
}

TEST("steps that have run out end it where all is served, criteria with their curvature") {
  Solve solve;
  solve.ran_out = true;
  CHECK(solve.stop() == Stop::kSettled);
  solve.criteria_served = false;
  CHECK(solve.stop() == Stop::kGoOn);
  solve.criteria_served = true;
  solve.score.levels[0] = 1e-3;
  CHECK(solve.stop() == Stop::kGoOn);
}
