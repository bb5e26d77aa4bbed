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

  // Which rows of the levels are lengths, and at which points the last one pulls; to be read again when the levels have
  // other tasks or goals.
  void read(const Evaluation& evaluation);
  const VecX& units(std::size_t level) const { return units_[level]; }

  // √K without the joints' weights, by variable of a step: those have them already.
  const VecX& gains() const { return gains_; }
  double unit() const { return unit_; }

  // Whether the last level does nothing but pull at points: then its force is read off the twists of the joints, and
  // nobody needs its Jacobian.
  bool is_at_points() const { return !points_.empty(); }
  // Jᵀ F of levels [from, to), in the variables of a step, and their energy at the current pose or at the candidate.
  VecX force(const Evaluation& evaluation, std::size_t from, std::size_t to) const;
  double energy(const std::vector<LevelRows>& rows, std::size_t from, std::size_t to) const;
  // |J u|² of these levels: how much a step u changes what they pull at.
  double stretch(const Evaluation& evaluation, const VecX& u, std::size_t from, std::size_t to) const;
  // The largest of a step's turns (rad) and slides (links).
  double largest_motion(const VecX& v) const;

 private:
  // A point of a segment that is wanted somewhere in the world, as far as P counts.
  struct Point {
    int segment;
    Vec3 at, goal;
    Mat3 P;  // times the weight of its squared distance
  };

  void read_points(const Problem& problem);
  VecX force_at_points(const Evaluation& evaluation) const;

  double unit_;
  VecX gains_;
  VecX lengths_;  // by degree of freedom: what counts as one radian, in its own unit
  std::vector<VecX> units_;
  std::vector<Point> points_;
};

}  // namespace poise
