// Clamping for methods that clamp at every turn: what `clamp` does (limits.hpp), with what it needs made ready once.
#pragma once

#include <vector>

#include "limits/coupled_group.hpp"

namespace poise {

class QuickClamp {
 public:
  explicit QuickClamp(const Figure& figure);

  // Brings a pose inside all limits and couplings. Joints that no coupling ties go where `clamp` would let them go, to
  // the last digit; groups of tied joints to the same nearest point, found in another way.
  void operator()(VecX& q);

 private:
  void bring_groups_inside(VecX& q);

  const Figure& figure_;
  std::vector<int> coupled_;  // joints
  std::vector<CoupledGroup> groups_;
  VecX asked_, wanted_, x_;  // the asked pose; natural coordinates of coupled joints there, and inside their own limits
};

}  // namespace poise
