#include "direct/middle.hpp"

#include "body/coordinates.hpp"
#include "kernel/bounds.hpp"

namespace poise {

void to_middle(const Joint& joint, VecX& q) {
  if (has_ranges(joint.model)) {
    for (int i = 0; i < size_of(joint.model).stored; ++i) {
      const Range& range = joint.limit.ranges[i];
      if (range.max - range.min < kUnbounded) q[joint.q + i] = 0.5 * (range.min + range.max);
    }
  } else if (joint.model == Model::kSwing) {
    q.segment<2>(joint.q).setZero();
  } else if (joint.model == Model::kBall) {
    store_rotation(joint, Quat::Identity(), q);
  }
}

}  // namespace poise
