#include "math/euler.hpp"

#include "math/rotation.hpp"
#include "testing/check.hpp"

using namespace poise;

TEST("Euler angles in any order and number are the product of their turns") {
  test::Dice dice;
  for (const std::vector<int>& axes : {std::vector<int>{2, 1, 0}, {0, 1, 2}, {1, 0, 1}, {2}, {}, {0, 0, 2, 1}}) {
    const std::size_t n = 600, width = axes.size() + 2;
    std::vector<double> degrees(n * width), quaternions(4 * n);
    for (double& x : degrees) x = dice.uniform(-720.0, 720.0);
    rotations_of({degrees.data() + 1, n, static_cast<std::int64_t>(width), 1}, axes, quaternions.data());
    for (std::size_t r = 0; r < n; ++r) {
      Quat expected = Quat::Identity();
      for (std::size_t a = 0; a < axes.size(); ++a)
        expected = expected * about(Vec3::Unit(axes[a]), degrees[r * width + 1 + a] * kPi / 180.0);
      const double* q = quaternions.data() + 4 * r;
      CHECK_NEAR(Quat(q[3], q[0], q[1], q[2]), expected, 1e-14);
    }
  }
}
