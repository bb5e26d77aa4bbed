// Rotations given by Euler angles, many at once, as motion files have them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace poise {

// `count` rows of angles in degrees, which lie `row` and `column` numbers apart.
struct EulerAngles {
  const double* degrees;
  std::size_t count;
  std::int64_t row, column;
};

// Of every row the quaternion x y z w of R(axis 0, angle 0) · R(axis 1, angle 1) · …, with axes 0 (x), 1 (y) and 2 (z),
// any number of them in any order: the first turn is the outermost, and each of the others is about an axis already
// turned.
void rotations_of(const EulerAngles& angles, const std::vector<int>& axes, double* quaternions);

}  // namespace poise
