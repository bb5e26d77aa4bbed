// A rigid placement T_a_b: x_a = R x_b + p.
#pragma once

#include "math/rotation.hpp"

namespace poise {

struct Placement {
  Mat3 R = Mat3::Identity();
  Vec3 p = Vec3::Zero();

  Placement operator*(const Placement& inner) const { return {R * inner.R, p + R * inner.p}; }
  Placement inverse() const { return {R.transpose(), -(R.transpose() * p)}; }
};

}  // namespace poise
