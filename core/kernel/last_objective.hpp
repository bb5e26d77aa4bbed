// What comes after all rows in the quick way: a posture (a diagonal level) or a uniform objective. Both want the step
// near a target t, except in the few degrees of freedom U (unit vectors) that do not matter to a posture:
//
//   min ½ stiffness |v − t|² without the components of U, over the null space that the rows leave
//
// t and U ride along in lanes of the factorisation. With Q₁ the coordinates that rows decide, y these coordinates, and
// τ and B what became of t and U in them, everything is solved in these few coordinates:
//
//   v = t + U c + Q₁ (y − τ − Bᵀ c),   B Bᵀ c = B (y − τ)
#pragma once

#include <vector>

#include "kernel/lane_order.hpp"

namespace poise {

class LastObjective {
 public:
  static constexpr int kMostIrrelevant = 16;

  // None, so far.
  void clear();
  void take(const Objective& objective, int number);
  // False when the level is not uniform, or too many degrees of freedom do not matter to it.
  bool take(const LevelRows& posture, int number);
  // Other errors of the same posture; another gradient of the same objective.
  void aim_at(const LevelRows& posture);
  void aim_at(const VecX& gradient) { target_ = gradient / -stiffness_; }

  bool exists() const { return number_ >= 0; }
  int number() const { return number_; }  // in the order of levels; −1: there is none
  int irrelevant() const { return static_cast<int>(irrelevant_.size()); }
  const VecX& target() const { return target_; }

  // Writes t and U into their lanes, from `lane` on, before they are reduced.
  void write(int lane, MatX& unreduced) const;
  // v from y, with t and U reduced in their lanes.
  void complete(const LaneFactorisation& factors, int lane, const VecX& y, VecX& v) const;
  // How v answers to a unit force along the row of a bound; empty where that is of degrees of freedom that do not
  // matter.
  VecX response(const LaneFactorisation& factors, int lane, const VecX& row) const;
  // ∇ at v in the coordinates that rows decide.
  VecX gradient(const LaneFactorisation& factors, int lane, const VecX& y, const VecX& v) const;

 private:
  void add_way(const LaneFactorisation& factors, int lane, VecX& d, VecX& v) const;

  int number_ = -1;
  double stiffness_ = 1.0;
  std::vector<int> irrelevant_;  // U
  VecX target_;                  // t
};

}  // namespace poise
