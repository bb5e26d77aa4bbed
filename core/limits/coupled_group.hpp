// Joints that couplings tie together, brought inside in one go.
#pragma once

#include <vector>

#include "limits/limits.hpp"

namespace poise {

// The joints that couplings name, by index.
std::vector<int> coupled_joints(const Figure& figure);
// All couplings that share a joint with one, directly or by others, itself among them, in their order.
std::vector<int> couplings_tied_to(const Figure& figure, int coupling);
// Natural coordinates of joints; those of other joints are left as they are.
void write_natural(const Figure& figure, const std::vector<int>& joints, const ConstVec& q, VecX& x);
// How far a coupling, or the worst of all, is left: the distance to its plane.
double coupling_violation(const Coupling& coupling, const VecX& x);
double worst_coupling(const Figure& figure, const VecX& x);

// For every group of joints that couplings tie together and that leaves one of them: the nearest point of couplings and
// ranges, in natural coordinates, from where it was asked to be (limbs: from their direction in q, which is allowed).
// `q` is the asked pose with every joint inside its own limits; `wanted` and `x` are the natural coordinates of both.
//
// Rows that hold the point are found one after the other, the most violated first; what is found is the nearest point
// if no multiplier pulls outward and no row is left (the conditions of Karush, Kuhn and Tucker). Where these do not
// hold at once, or the point leaves the swing region of a limb, the answer is false, and q is worth nothing.
bool clamp_groups(const Figure& figure, const VecX& wanted, VecX& x, VecX& q);

// `clamp` (limits.hpp) by these groups, where they are found: cheaper, and of coupled limbs not quite the nearest pose.
// For methods that clamp at every turn; steps of the solver are measured against what `clamp` does.
VecX clamp_by_groups(const Figure& figure, const ConstVec& q);

}  // namespace poise
