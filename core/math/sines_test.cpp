#include "math/sines.hpp"

#include <cmath>

#include "math/rotation.hpp"
#include "testing/check.hpp"

using namespace poise;

namespace {

void check_sines(const VecX& angles) {
  const auto n = angles.size();
  VecX sines(n), cosines(n);
  sines_of(angles.data(), static_cast<int>(n), sines.data(), cosines.data());
  for (Eigen::Index i = 0; i < n; ++i) {  // relative, so near their zeros too
    const double s = std::sin(angles[i]), c = std::cos(angles[i]);
    CHECK_NEAR(sines[i], s, 5e-16 * std::abs(s));
    CHECK_NEAR(cosines[i], c, 5e-16 * std::abs(c));
  }
}

}  // namespace

TEST("sines of many angles are those of the standard library to rounding, at any number and size of angles") {
  test::Dice dice;
  for (const double size : {1e-300, 1e-9, 0.8, 4.0, 100.0, 9999.0, 1e9}) {
    for (int n = 0; n < 40; ++n) {
      VecX angles(n);
      for (int i = 0; i < n; ++i) angles[i] = dice.uniform(-size, size);
      check_sines(angles);
    }
  }
}

TEST("sines keep their digits at whole eighths of a turn") {
  VecX angles(2001);
  for (int k = -1000; k <= 1000; ++k) angles[k + 1000] = k * kPi / 4.0;
  check_sines(angles);
}
