// Where a limb can be: a thousand poses inside its limits, spread evenly, from which searches start.
#pragma once

#include "limb/limb_descent.hpp"

namespace poise {

class LimbReach {
 public:
  explicit LimbReach(const Limb& limb);

  // Up to `most` poses to start from, no two alike: those that come nearest to what is asked first, and those that come
  // nearest to both that is asked first and second, by turns.
  std::vector<Vec7> starts(const LimbAims& aims, double reach, int most) const;

 private:
  std::vector<Vec7> poses_;
  std::vector<LimbPlace> places_;
};

// The map of a limb, made when it is first asked for; any number of threads may ask.
const LimbReach& reach_of(const Limb& limb);

}  // namespace poise
