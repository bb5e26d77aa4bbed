// How strongly the models of levels and criteria are damped: the whole rule. What it may look at stands in two structs,
// `LevelModel` and `TriedStep`; `Trust` keeps its numbers μ and ν and asks it. Another rule is another body of these
// functions.
//
// The damping of a level is λ² = μ |e|², after Sugihara's robust Levenberg–Marquardt (2011): none where nothing is left
// to do, so convergence is quadratic. (A posture has one row for each degree of freedom and needs none; its
// second-order model has λ² = μ − `least_damping`: none while its steps agree.) From the agreement ϱ of
// actual and predicted reduction of |e|²,
//
//   accepted:   μ ← μ max(0.2, 1 − (2ϱ − 1)³),  ν ← 2      rejected:   μ ← μ ν,  ν ← 2 ν            (Nielsen 1999)
//
// (0.2 is `damping_decrease`; μ never falls below `least_damping`.)
//
// The criteria f have no residual, but a slope g: a whole step u of theirs, the minimum of their model, has
// g · u = −(κ + λ²) |u|² with the model's curvature κ along it, and f(u) − f(0) = g · u + ½ κ' |u|² measures the true
// one, κ'. Their damping becomes what was missing, so that a model that has overshot does not again:
//
//   λ² ← max(0, λ² + κ' − (κ + λ²)) = max(0, λ² + (2 (f(u) − f(0)) − g · u) / |u|²)
//
// Where κ < λ² it falls to 0.2 of itself at most. Where the gain drowns in rounding it is multiplied by 0.2, and is 0
// once it is small. After a rejected step it is ν λ² at least.
#pragma once

#include "solve/proposal.hpp"

namespace poise {

// What kind of level something is about. A posture has one row for each degree of freedom (LevelRows::is_posture).
struct LevelKind {
  bool posture = false;
  bool second_order = false;  // its model has its curvature
};

// A level whose model is made for the next step.
struct LevelModel {
  double residual;  // m, rad
  bool done;        // at its goal
  LevelKind kind;
  bool in_dead_band;      // small gains do not count yet (Trust::dead_band)
  const LevelRows& rows;  // Jacobian, errors, allowed joints
};

// A step that was tried, and what it came to. Of all levels: `before.residual(k)`, `after.residual(k)`.
struct TriedStep {
  const Proposal& proposal;  // what was predicted, and for which level: the deciding one; the criteria after the last
  std::size_t judge;         // the first level that the step has changed
  const Score& before;
  const Score& after;
  double slope;        // of the criteria along the step, gradient · u
  LevelKind deciding;  // of the deciding level; nothing where that is the criteria

  std::size_t criteria() const { return static_cast<std::size_t>(before.levels.size()); }
  bool is_for_criteria() const { return proposal.deciding >= criteria(); }
  // ϱ of the deciding level: 1 as predicted, 0 no gain. Any number: less than 0 where it lost to a level above it, far
  // more than 1 where little was predicted.
  double agreement() const;
};

// Whether a step was the criteria's alone: second-order levels give way to them in their dead bands.
bool is_of_criteria(const TriedStep& step);

// λ² of a level in the next step.
double level_damping(double mu, const LevelModel& level, const Tolerances& t);

// μ of the deciding level after an accepted step that has changed it, and after a rejected one; ν: how often in a row.
double damping_after_gain(double mu, const TriedStep& step, const Tolerances& t);
double damping_after_loss(double mu, double nu, const TriedStep& step, const Tolerances& t);
double growth_after_loss(double nu);

// λ² of the criteria after an accepted step that they judged or that was theirs. (After a rejected one
// `damping_after_loss` says it, too.)
double criteria_damping_after_gain(double damping, const TriedStep& step, const Tolerances& t);

}  // namespace poise
