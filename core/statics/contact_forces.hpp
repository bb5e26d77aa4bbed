// Contact forces that are solved for: inside their cones, in equilibrium, with the least effort; or a proof that no
// such forces exist.
//
// Symbols: f_i force at contact i in its cone K_i; G_i f = (f, r_i × f) its wrench; b the wrench the contacts must
// give.
//   minimise ½ Σ |f_i|² + ½ |Lᵀ w − s|²  with w_g = Σ_{i of g} G_i f_i,  subject to Σ G_i f_i = b, f_i ∈ K_i.
// The groups g are the segments that are supported; Lᵀ w − s are joint torques in units of the force's price. Its dual
// has no constraints and only 6 + 6 · groups unknowns, a virtual motion y of the body and u:
//   maximise b·y − ½ |u|² − u·s − ½ Σ |Π_K(G_iᵀ (y − (L u)_g))|²,
// once differentiable and concave, so Newton's method with the slopes of Π converges in a few steps. No forces exist
// exactly if it grows without bound: then −y is a motion in which the loads do work, and in which no force of a contact
// does work against them (Farkas): every contact admits it.
#pragma once

#include <vector>

#include "statics/contact.hpp"
#include "statics/loads.hpp"

namespace poise {

struct ForceProblem {
  std::vector<Contact> contacts;
  Vec3 center = Vec3::Zero();  // moments are about this point
  Vec6 wanted = Vec6::Zero();  // b
  std::vector<int> group;      // of every contact, 0 … groups − 1; used with an effort only
  MatX effort;                 // L (6 · groups × m); empty: the least forces
  VecX offset;                 // s (m)
  Mat6 give = Mat6::Zero();    // adds ½ yᵀ give y to the price of y: equilibrium may be missed that cheaply
};

struct ForceAnswer {
  bool possible = false;
  bool proven = false;          // that no forces exist, by `motion`; neither: too close to call
  Eigen::Matrix3Xd forces;      // column i at contact i; inside the cones in any case
  Vec6 missing = Vec6::Zero();  // b − Σ G f
  Vec6 motion = Vec6::Zero();   // y: the dual solution, or the proof (linear, angular about `center`)
  double refuted = 0.0;         // with less than this factor on all friction no forces exist, certainly; by `motion`
  double at_least = 0.0;        // Σ |f|² of any solution is at least the square of this
  int steps = 0;
};

// Lengths and forces in `problem` should be of order one; `start` is a guess of y, `forces` one of the forces, if any.
ForceAnswer contact_forces(const ForceProblem& problem, const Vec6& start, const Eigen::Matrix3Xd& forces = {});

}  // namespace poise
