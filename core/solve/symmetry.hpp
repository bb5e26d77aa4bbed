// A symmetric question, one that is its own mirror image, gets an answer that is.
//
// Where figure, pose and question are symmetric, so is the best step, up to rounding and to ties that an active-set
// method breaks one way or the other. Rounding grows at poses that are unstable, and ties lead aside: every pose on the
// way is therefore brought to the middle between itself and its mirror image, as long as the question is symmetric.
//
// Whether it is, is asked of the numbers alone, so that tasks and criteria of any kind have nothing to declare: at some
// pose that is not symmetric, and at its mirror image, all levels must have the same residuals and inequalities the
// same room. Functions as smooth as these are the same everywhere if they are at such a pose. (One thing is looked at
// before, for it is quick and most questions end there: a level that leads a hand leads the other one.)
//
// A nearly symmetric question, a goal a little beside the middle, shall have an answer that is nearly so. It is one if
// it nearly is at several such poses; what becomes of it is told in retry.hpp.
#pragma once

#include "body/mirror.hpp"
#include "solve/problem.hpp"

namespace poise {

class Symmetry {
 public:
  explicit Symmetry(const Problem& problem) : problem_(problem) {}

  // Whether q is its own mirror image, in a plane that is then kept, and the figure's joints are alike on both sides.
  bool fits(const VecX& q);
  // Whether q nearly is, in the plane of where the question begins, which is then kept.
  bool fits_nearly(const VecX& q);
  // Whether q is so near to its own mirror image that leaving it would be seen.
  bool is_near(const VecX& q) const;
  // A pose that is not symmetric, the other side of it being its mirror image.
  VecX probe(const VecX& q, double pattern = 0.0) const;
  VecX image(const VecX& q) const { return mirror_image(*problem_.figure, *problem_.mirror, plane_, q); }
  // Between a pose and its mirror image.
  VecX middle(const VecX& q) const { return interpolate(*problem_.figure, q, image(q), 0.5); }

  // Whether figure, pose and question are symmetric; said by who has compared the levels.
  bool holds() const { return holds_; }
  void set(bool holds) {
    holds_ = holds;
    upright_ = false;
  }
  // Kept although the question is not quite symmetric.
  bool is_kept() const { return upright_; }
  void keep() { holds_ = upright_ = true; }

  // From here on anew.
  void forget() {
    set(false);
    unlike = 0.0;
    was_near = false;
  }

  // How far the question is from its mirror image, where that was looked for; whether it and a pose were nearly
  // symmetric when that was noted last.
  double unlike = 0.0;
  bool was_near = false;

 private:
  bool are_hinges_alike(const VecX& q) const;
  bool are_alike(const VecX& by_dof) const;
  bool are_sides_alike() const;
  bool are_both_led() const;

  const Problem& problem_;
  MirrorPlane plane_{Vec3::UnitX(), 0.0};
  bool holds_ = false;
  bool upright_ = false;
};

}  // namespace poise
