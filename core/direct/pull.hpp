// What tasks pull with, and how willingly the joints follow (Welman 4.1, eqs. 4.4–4.11).
//
// A task pulls with its error as with an elastic band: F = e, and the generalised force is Jᵀ F. Lengths are measured
// in mean links of the figure, so that force, energy E = ½ Σ w |e|² and all angles are the same in any unit. The
// joints follow with q̇ = K Jᵀ F, K_i = 1 / (w_i α_i): w_i is the length of the joint's link against the mean, α_i its
// stiffness, which is one over the joint's weight in the figure. What slides answers in links.
#pragma once

#include <vector>

#include "solve/evaluation.hpp"

namespace poise {

class Pull {
 public:
  explicit Pull(const Evaluation& evaluation);

  // Which rows of the levels are lengths; to be read again when the levels have other tasks.
  void read_units(const Evaluation& evaluation);
  const VecX& units(std::size_t level) const { return units_[level]; }

  // √K without the joints' weights, by variable of a step: those have them already.
  const VecX& gains() const { return gains_; }
  double unit() const { return unit_; }

  // Jᵀ F of levels [from, to), in the variables of a step, and their energy at the current pose or at the candidate.
  VecX force(const Evaluation& evaluation, std::size_t from, std::size_t to) const;
  double energy(const std::vector<LevelRows>& rows, std::size_t from, std::size_t to) const;
  // |J u|² of these levels: how much a step u changes what they pull at.
  double stretch(const Evaluation& evaluation, const VecX& u, std::size_t from, std::size_t to) const;
  // The largest of a step's turns (rad) and slides (links).
  double largest_motion(const VecX& v) const;

 private:
  double unit_;
  VecX gains_;
  VecX lengths_;  // by degree of freedom: what counts as one radian, in its own unit
  std::vector<VecX> units_;
};

}  // namespace poise
