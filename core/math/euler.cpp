#include "math/euler.hpp"

#include <algorithm>
#include <array>

#include "math/rotation.hpp"
#include "math/sines.hpp"

namespace poise {

namespace {

constexpr std::size_t kRows = 256;  // rows at once: what they need stays in the nearest memory

using HalfAngles = std::array<double, kRows>;

// q · (turn with these half angles about an axis), where i, j, k are x, y, z beginning at the axis.
void turn_rows(double* quaternions, std::size_t count, int axis, const HalfAngles& sines, const HalfAngles& cosines) {
  const int i = axis, j = (axis + 1) % 3, k = (axis + 2) % 3;
  for (std::size_t r = 0; r < count; ++r) {
    double* q = quaternions + 4 * r;
    const double s = sines[r], c = cosines[r];
    const double qi = q[i], qj = q[j], qk = q[k], w = q[3];
    q[i] = c * qi + s * w;
    q[j] = c * qj + s * qk;
    q[k] = c * qk - s * qj;
    q[3] = c * w - s * qi;
  }
}

}  // namespace

void rotations_of(const EulerAngles& angles, const std::vector<int>& axes, double* quaternions) {
  HalfAngles halves, sines, cosines;
  for (std::size_t first = 0; first < angles.count; first += kRows) {
    const std::size_t count = std::min(kRows, angles.count - first);
    double* out = quaternions + 4 * first;
    for (std::size_t r = 0; r < count; ++r) std::copy_n(std::array{0.0, 0.0, 0.0, 1.0}.data(), 4, out + 4 * r);
    for (std::size_t a = 0; a < axes.size(); ++a) {
      const double* degrees =
          angles.degrees + static_cast<std::int64_t>(first) * angles.row + static_cast<std::int64_t>(a) * angles.column;
      for (std::size_t r = 0; r < count; ++r)
        halves[r] = degrees[static_cast<std::int64_t>(r) * angles.row] * (kPi / 360.0);
      sines_of(halves.data(), static_cast<int>(count), sines.data(), cosines.data());
      turn_rows(out, count, axes[a], sines, cosines);
    }
  }
}

}  // namespace poise
