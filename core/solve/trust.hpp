// How far the models of the levels are trusted, and what is learnt from a step: the numbers of the damping rule
// (damping.hpp), the trust radius, and which levels need their curvature.
//
// The trust radius Δ is the largest entry that a step u may have. Steps that did not touch it say nothing about it:
//
//   accepted, and cut to Δ:   Δ ← min(1.5, 2 Δ) if ϱ > 0.7,   0.7 Δ if ϱ < 0.25
//                             (8 Δ for 2 Δ as long as Δ < 10⁻³, where levels have inequalities; always where there is
//                             no ϱ: the criteria judged, or a level gained by a step that was for them)
//   rejected:                 Δ ← min(Δ, max |uᵢ|) / 2, if it was cut, of second order, or judged by another level
//
// A level whose linear model agreed badly, or converges slowly, is given its curvature from then on: a goal out of
// reach can only be approached by it.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "solve/damping.hpp"

namespace poise {

class Trust {
 public:
  explicit Trust(const Tolerances& tolerances) : t_(tolerances) {}

  // As to strangers; the criteria count as one more level after the last. `inequalities`: some levels have such rows.
  void reset(std::size_t levels, bool inequalities);
  // The same for one level and the radius, and with its curvature: before settling, a level is asked once more.
  void renew(std::size_t level);
  // Failures of this attempt count anew.
  void begin_attempt() { nu_ = t_.trust.damping_growth; }

  double radius() const { return std::min(radius_, ceiling_); }
  double damping_share(std::size_t level) const { return damping_[level]; }  // μ
  double criteria_damping() const { return damping_.back(); }                // λ²
  bool needs_curvature(std::size_t level) const { return needs_curvature_[level] != 0; }
  void require_curvature(std::size_t level);
  // Whether the criteria have their curvature although no step of theirs has shown that they need it: a short step has
  // brought the deciding level to its goal, and it is their turn. One step in six is saved.
  bool is_curvature_tentative() const { return tentative_; }

  // Share of its residual that a second-order level ignores; 0 once nothing else is to be gained.
  double dead_band() const { return dead_band_; }
  void open_dead_band() { dead_band_ = t_.trust.dead_band; }
  void close_dead_band() { dead_band_ = 0.0; }

  // From a step that was accepted (reused ones, which no model predicted, teach nothing).
  void learn(const TriedStep& step);
  // After a step that made the judging level worse: the damping of the level that it was for, the deciding one, grows.
  void restrain(const TriedStep& step);
  // Also where a step is shortened without having been rejected: before it is tried, or because a level above lost by
  // it what a step of half the length loses a quarter of. The solver counts on exactly one half.
  void halve_radius(const Proposal& proposal);

  // Steps that have led nowhere die out under a ceiling of the radius, whatever else is learnt of that. It begins at
  // half of the last motion and halves with every step; after a better pose it grows until it is above the radius.
  // False when a step below it would be none.
  bool lower_ceiling(double last_motion);
  void raise_ceiling();
  void lift_ceiling() { ceiling_ = kNoCeiling; }
  bool has_ceiling() const { return ceiling_ < kNoCeiling; }

 private:
  static constexpr double kNoCeiling = std::numeric_limits<double>::infinity();

  void widen();
  void learn_of_criteria(const TriedStep& step);
  std::size_t criteria() const { return damping_.size() - 1; }

  const Tolerances& t_;
  std::vector<double> damping_;        // per level, and of the criteria
  std::vector<char> needs_curvature_;  // likewise
  bool tentative_ = false;
  double radius_ = 1.0;
  double ceiling_ = kNoCeiling;
  double nu_ = 2.0;  // ν: begins anew with every attempt and after every accepted step
  double dead_band_ = 0.0;
  bool inequalities_ = false;
};

}  // namespace poise
