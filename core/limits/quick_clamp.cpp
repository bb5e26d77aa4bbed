#include "limits/quick_clamp.hpp"

#include <algorithm>

namespace poise {

QuickClamp::QuickClamp(const Figure& figure) : figure_(figure), coupled_(figure.coupled_joints()) {
  wanted_ = x_ = VecX::Zero(figure.natural());
  for (int c = 0; c < static_cast<int>(figure.couplings().size()); ++c) {
    const auto has = [&](const CoupledGroup& group) { return group.has(c); };
    if (std::none_of(groups_.begin(), groups_.end(), has)) groups_.emplace_back(figure, c);
  }
}

void QuickClamp::operator()(VecX& q) {
  if (figure_.has_ranges_alone()) {
    q = clamp(figure_, q);
    return;
  }
  asked_ = q;
  double worst = 0.0;
  for (const Joint& joint : figure_.joints()) worst = std::max(worst, bring_inside(joint, q));
  if (worst <= kLimitTolerance) q = asked_;
  if (!groups_.empty()) bring_groups_inside(q);
}

// q is inside the limits of every joint. A group that is inside its couplings stays where it is.
void QuickClamp::bring_groups_inside(VecX& q) {
  write_natural(figure_, coupled_, q, x_);
  bool has_wanted = false;
  for (CoupledGroup& group : groups_) {
    if (group.violation(x_) <= kLimitTolerance) continue;
    if (!has_wanted) write_natural(figure_, coupled_, asked_, wanted_);
    has_wanted = true;
    const bool found = group.fits() && group.clamp(wanted_, x_, q);
    if (found) write_natural(figure_, group.joints(), q, x_);
    if (!found || group.violation(x_) > kLimitTolerance) {
      q = clamp(figure_, asked_);
      return;
    }
  }
}

}  // namespace poise
