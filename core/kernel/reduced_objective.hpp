// What comes after all rows in the quick way when the curvature of what holds it counts, criteria or a second-order
// posture: a Newton step of its Lagrangian, by the null-space method (Nocedal & Wright 2006, 16.2).
//
//   min g · v + ½ vᵀ H v   where A v = a,   H = B + C
//
// B: its own Hessian; C: curvature of rows and bounds by their Lagrange multipliers. H need not be convex where the
// rows hold: with the rows factorised, v = Q₁ y + Z z, only Zᵀ H Z must be.
#pragma once

#include "kernel/lane_factorisation.hpp"
#include "kernel/step_request.hpp"

namespace poise {

class ReducedObjective {
 public:
  void clear() { number_ = -1; }
  void take(const Objective& objective, int number);
  void take(const LevelRows& posture, int number);
  // Another gradient, or other errors, the Hessian as it was.
  void aim_at(const VecX& gradient) { gradient_ = gradient; }
  void aim_at(const LevelRows& posture) { gradient_ = -posture.diagonal.cwiseProduct(posture.e); }

  bool exists() const { return number_ >= 0; }
  int number() const { return number_; }  // in the order of levels; −1: there is none

  // No curvature but its own.
  void set_plain() {
    hessian_ = own_;
    plain_ = true;
  }
  bool is_plain() const { return plain_; }
  // The curvature C by these multipliers, which is written to `curvature` besides.
  bool has_curvature() const { return hessian_.size() > 0; }
  void set_curvature(CurvatureSource& source, const Multipliers& multipliers, Curvature& curvature);
  // The model in the null space of the rows; false when it is not clearly convex there, nor may be made so by a shift
  // as in the general way (quadratic.hpp).
  bool reduce(const LaneFactorisation& factors, bool may_shift);
  // The step at the minimum where the coordinates of the rows are y.
  VecX complete(const LaneFactorisation& factors, const VecX& y) const;
  // How the step answers to a unit force along the row of a bound, where the rows of the factorisation are kept.
  VecX response(const LaneFactorisation& factors, const VecX& row) const;
  // The gradient where nothing moves, and at a step; by degrees of freedom.
  const VecX& gradient() const { return gradient_; }
  VecX slope(const VecX& v) const;
  // Whether the model without its damping bends downwards nowhere in the null space of the rows.
  bool is_convex() const;
  // Whether the way from one step to another gains too little by the curvature of other multipliers.
  bool is_poor(const VecX& from, const VecX& to, CurvatureSource& source, const Multipliers& multipliers) const;

 private:
  int number_ = -1;
  bool plain_ = false;
  VecX gradient_;
  double damping_ = 0.0;     // λ², of z alone
  MatX own_, hessian_;       // B, H: symmetric
  MatX turned_, curvature_;  // room to work in
  MatX factor_;              // L Lᵀ = Zᵀ H Z + λ², the lower half
};

}  // namespace poise
