// Tasks as plain geometry: something fixed to one segment shall coincide with something fixed to another, or to the
// world. Methods that turn one joint at a time (cyclic coordinate descent) see no more of a task than this.
#pragma once

#include "math/rotation.hpp"

namespace poise {

struct Match {
  enum class Kind { kPoint, kDirection, kCenter };
  static constexpr int kWorld = -1;

  // A point or unit vector in the frame of its segment, or of the world.
  struct End {
    int segment = kWorld;
    Vec3 at = Vec3::Zero();
  };

  Kind kind = Kind::kPoint;
  End moving;  // of a centre of mass unused: that is the whole body's
  End wanted;
  // Of points: only the part of the way along these axes counts, P = Σ a aᵀ, in the frame of `wanted`.
  Mat3 along = Mat3::Identity();
  double weight = 1.0;  // of the squared distance, beside the task's own
};

}  // namespace poise
