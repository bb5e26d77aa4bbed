// What swings add to second derivatives. Those of curvature.hpp take the degrees of freedom of a joint that move at
// once for exponential coordinates, along which it turns evenly about one axis. The two of a swing are none: along s +
// t v its angular velocity changes by Σ Γᵐ_kl ω_m v_k v_l, a combination of its own axes, since swings without twist
// are turns of a sphere. A function with slope gₘ along them has Σ Γᵐ_kl gₘ more. Only where a swing is free does that
// come to nothing with the gradient; where its limit holds it, limit and task must agree on their coordinates.
#pragma once

#include "body/joint_rates.hpp"
#include "tasks/task_parts.hpp"

namespace poise {

// Γ of a swing: the rate at which ω_k changes with degree of freedom l, both orders' mean, as factors of ω_x and ω_y.
// Entries: x x, x y, y y.
std::array<Vec2, 3> swing_bend(const Joint& joint, const VecX& q);

// Calls add(k, l, second derivative) for the pairs k ≤ l of a joint, if that is a swing, of a function whose slope
// along degree of freedom m is slope(m).
template <typename Slope, typename Add>
void for_swing_bend(const TaskView& view, const Joint& joint, Slope&& slope, Add&& add) {
  if (joint.model != Model::kSwing) return;
  const std::array<Vec2, 3> bend = swing_bend(joint, view.q);
  const Vec2 slopes(slope(joint.v), slope(joint.v + 1));
  add(joint.v, joint.v, bend[0].dot(slopes));
  add(joint.v, joint.v + 1, bend[1].dot(slopes));
  add(joint.v + 1, joint.v + 1, bend[2].dot(slopes));
}

// The same for all joints that carry a segment.
template <typename Slope, typename Add>
void for_each_swing_bend(const TaskView& view, int segment, Slope&& slope, Add&& add) {
  for (int i = segment; i >= 0; i = view.figure.joints()[static_cast<std::size_t>(i)].carrier)
    for_swing_bend(view, view.figure.joints()[static_cast<std::size_t>(i)], slope, add);
}

}  // namespace poise
