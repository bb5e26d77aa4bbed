#include "math/sines.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

#include "math/rotation.hpp"
#include "math/wide.hpp"

namespace poise {

namespace {

constexpr double kFarAngle = 1e4;  // radians; beyond, turns are too many to be taken off so simply

// π/2 as a sum whose first parts have so few digits that whole multiples of them are exact (Cody and Waite).
constexpr double kFirst = 0x1.921fb544p+0, kSecond = 0x1.0b4611a6p-34, kThird = 0x1.3198a2e037073p-69;

constexpr double kRounder = 0x1.8p52;  // added and taken off again, it leaves the nearest whole number

constexpr std::uint64_t kSign = std::uint64_t{1} << 63;

// Quarter turns are taken off; what is left, at most π/4, goes into both power series. The last terms are smaller than
// what rounding loses. Returns whether all angles were near enough for that.
POISE_BY_MACHINE bool sines_of_near(const double* angles, int count, double* sines, double* cosines) {
  double largest = 0.0;
#pragma omp simd reduction(max : largest)
  for (int i = 0; i < count; ++i) {
    const double x = angles[i];
    largest = std::abs(x) > largest ? std::abs(x) : largest;
    const double shifted = x * (2.0 / kPi) + kRounder;
    const double quarters = shifted - kRounder;
    const double r = ((x - quarters * kFirst) - quarters * kSecond) - quarters * kThird;
    const double z = r * r;
    double s = 1.0 / 355687428096000.0;  // 1/17!
    s = s * z - 1.0 / 1307674368000.0;
    s = s * z + 1.0 / 6227020800.0;
    s = s * z - 1.0 / 39916800.0;
    s = s * z + 1.0 / 362880.0;
    s = s * z - 1.0 / 5040.0;
    s = s * z + 1.0 / 120.0;
    s = s * z - 1.0 / 6.0;
    const double sine = r + (r * z) * s;
    double c = 1.0 / 20922789888000.0;  // 1/16!
    c = c * z - 1.0 / 87178291200.0;
    c = c * z + 1.0 / 479001600.0;
    c = c * z - 1.0 / 3628800.0;
    c = c * z + 1.0 / 40320.0;
    c = c * z - 1.0 / 720.0;
    c = c * z + 1.0 / 24.0;
    const double half = 0.5 * z, whole = 1.0 - half;
    const double cosine = whole + (((1.0 - whole) - half) + (z * z) * c);
    // Every quarter turn: sine becomes cosine, and cosine minus sine.
    const auto n = std::bit_cast<std::uint64_t>(shifted);
    const bool odd = (n & 1) != 0;
    const auto a = std::bit_cast<std::uint64_t>(odd ? cosine : sine);
    const auto b = std::bit_cast<std::uint64_t>(odd ? sine : cosine);
    sines[i] = std::bit_cast<double>(a ^ ((n << 62) & kSign));
    cosines[i] = std::bit_cast<double>(b ^ (((n + 1) << 62) & kSign));
  }
  return largest < kFarAngle;
}

}  // namespace

void sines_of(const double* angles, int count, double* sines, double* cosines) {
  if (sines_of_near(angles, count, sines, cosines)) return;
  for (int i = 0; i < count; ++i) {
    if (std::abs(angles[i]) < kFarAngle) continue;
    sines[i] = std::sin(angles[i]);
    cosines[i] = std::cos(angles[i]);
  }
}

}  // namespace poise
