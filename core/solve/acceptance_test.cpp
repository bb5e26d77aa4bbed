#include "solve/acceptance.hpp"

#include "testing/check.hpp"

using namespace poise;

namespace {

// Two levels, each the error along one of two variables.
std::vector<LevelRows> two_levels(const Vec2& errors, bool second_order) {
  std::vector<LevelRows> levels(2);
  for (int k = 0; k < 2; ++k) {
    LevelRows& level = levels[static_cast<std::size_t>(k)];
    level.Jt = Vec2::Unit(k);
    level.e = VecX::Constant(1, errors[k]);
  }
  levels[0].second_order = second_order;
  levels[0].curvature.dense = MatX::Zero(2, 2);
  return levels;
}

struct Trial {
  const char* name;
  Vec2 before, after;
  double cost_before, cost_after;
  double motion, last_motion;
  int idle_steps;
  bool second_order;  // of level 0
  double dead_band;
  Vec2 step;
  std::size_t deciding;
  StepVerdict verdict;
  std::size_t judge;
  int idle_after;
};

constexpr StepVerdict kAccept = StepVerdict::kAccept, kReject = StepVerdict::kReject, kIdle = StepVerdict::kIdle;

// clang-format off
const Trial kTrials[] = {
  // name                              before            after                cost        motion  last  idle 2nd   band  step        dec  verdict  judge idle
  {"the deciding level gains",         {0.0, 1.0},       {0.0, 0.5},          0.0, 0.0,   0.1,    0.1,  0,   false, 0.0,  {0.0, 0.5}, 1, kAccept, 1, 0},
  {"the level above loses",            {0.0, 1.0},       {1e-3, 0.5},         0.0, 0.0,   0.1,    0.1,  0,   false, 0.0,  {0.0, 0.5}, 1, kReject, 0, 0},
  {"it loses what restoration leaves", {0.0, 1.0},       {1e-10, 0.5},        0.0, 0.0,   0.1,    0.1,  0,   false, 0.0,  {0.0, 0.5}, 1, kAccept, 1, 0},
  {"so does one short of its goal",    {0.5, 1.0},       {0.5 + 1e-10, 0.5},  0.0, 0.0,   0.1,    0.1,  0,   false, 0.0,  {0.0, 0.5}, 1, kAccept, 1, 0},
  {"that one loses more than that",    {0.5, 1.0},       {0.5 + 1e-9, 0.5},   0.0, 0.0,   0.1,    0.1,  0,   false, 0.0,  {0.0, 0.5}, 1, kReject, 0, 0},
  {"second order: inside dead band",   {0.5, 1.0},       {0.5 + 3e-7, 0.5},   0.0, 0.0,   0.1,    0.1,  0,   true,  1e-6, {0.0, 0.5}, 1, kAccept, 1, 0},
  {"second order: beyond dead band",   {0.5, 1.0},       {0.5 + 6e-7, 0.5},   0.0, 0.0,   0.1,    0.1,  0,   true,  1e-6, {0.0, 0.5}, 1, kReject, 0, 0},
  {"second order: dead band closed",   {0.5, 1.0},       {0.5 + 3e-7, 0.5},   0.0, 0.0,   0.1,    0.1,  0,   true,  0.0,  {0.0, 0.5}, 1, kReject, 0, 0},
  {"nothing has moved",                {0.0, 1.0},       {0.0, 0.5},          0.0, 0.0,   1e-11,  0.1,  2,   false, 0.0,  {0.0, 0.5}, 1, kIdle,   1, 2},
  {"criteria gain, levels stay",       {0.0, 0.0},       {0.0, 0.0},          1.0, 0.9,   0.1,    0.1,  0,   false, 0.0,  {0.0, 0.0}, 2, kAccept, 2, 0},
  {"criteria lose",                    {0.0, 0.0},       {0.0, 0.0},          1.0, 1.1,   0.1,    0.1,  0,   false, 0.0,  {0.0, 0.0}, 2, kReject, 2, 0},
  {"criteria change by rounding",      {0.0, 0.0},       {0.0, 0.0},          1.0, 1.0 + 1e-13, 0.1, 0.1, 0, false, 0.0,  {0.0, 0.0}, 2, kIdle,   2, 0},
  {"a gain too small for its motion",  {0.0, 0.5},       {0.0, 0.5 - 1e-9},   0.0, 0.0,   0.1,    0.1,  0,   false, 0.0,  {0.0, 0.0}, 1, kAccept, 1, 1},
  {"the fifth of these",               {0.0, 0.5},       {0.0, 0.5 - 1e-9},   0.0, 0.0,   0.1,    0.1,  4,   false, 0.0,  {0.0, 0.0}, 1, kIdle,   1, 5},
  {"the fifth, but steps get shorter", {0.0, 0.5},       {0.0, 0.5 - 1e-9},   0.0, 0.0,   0.06,   0.1,  4,   false, 0.0,  {0.0, 0.0}, 1, kAccept, 1, 5},
  {"a worthwhile one resets the count",{0.0, 0.5},       {0.0, 0.4},          0.0, 0.0,   0.1,    0.1,  4,   false, 0.0,  {0.0, 0.1}, 1, kAccept, 1, 0},
  {"a price that was predicted",       {0.5, 1.0},       {0.5 - 1e-10, 1.01}, 0.0, 0.0,   0.06,   0.1,  0,   false, 0.0,  {0.0, -0.01}, 1, kAccept, 1, 0},
  {"three times the price predicted",  {0.5, 1.0},       {0.5 - 1e-10, 1.03}, 0.0, 0.0,   0.06,   0.1,  0,   false, 0.0,  {0.0, -0.01}, 1, kReject, 1, 0},
  {"a price that buys nothing",        {0.5, 1.0},       {0.5, 1.01},         0.0, 0.0,   0.06,   0.1,  0,   false, 0.0,  {0.0, -0.01}, 1, kReject, 1, 0},
};
// clang-format on

}  // namespace

TEST("steps are judged by the first level that they change") {
  const Tolerances tolerances;
  for (const Trial& c : kTrials) {
    Proposal proposal;
    proposal.v = c.step;
    proposal.size = 0.1;
    proposal.deciding = c.deciding;
    proposal.restored = tolerances.precision.restored;
    proposal.converged = tolerances.precision.converged;
    const std::vector<LevelRows> levels = two_levels(c.before, c.second_order);
    const Score before{c.before, c.cost_before}, after{c.after, c.cost_after};
    const Standing standing{before, levels, c.dead_band, c.last_motion, c.idle_steps, {}};
    const Judgement found = judge(proposal, standing, after, c.motion, tolerances);
    const bool right = found.verdict == c.verdict && found.judge == c.judge && found.idle_steps == c.idle_after;
    test::report(right, c.name, __FILE__, __LINE__);
  }
}
