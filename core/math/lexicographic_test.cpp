#include "math/lexicographic.hpp"

#include "testing/check.hpp"

using namespace poise;

TEST("the first entry that differs by more than the tolerance decides") {
  const Vec3 a(0.0, 1.0, 5.0), b(1e-7, 2.0, 0.0);
  CHECK(compare_lexicographic(a, b, 1e-6) == -1);
  CHECK(compare_lexicographic(b, a, 1e-6) == 1);
  CHECK(compare_lexicographic(b, a, 1e-8) == 1);
  CHECK(compare_lexicographic(a, a, 0.0) == 0);
  CHECK(compare_lexicographic(a, b, 10.0) == 0);
  CHECK(compare_lexicographic(VecX(), VecX(), 0.0) == 0);
}

TEST("every entry may have a tolerance of its own") {
  const Vec2 a(1.0, 2.0), b(1.5, 1.0);
  const auto coarse_first = [](Eigen::Index k) { return k == 0 ? 1.0 : 0.1; };
  CHECK(compare_lexicographic(a, b, coarse_first) == 1);
  CHECK(compare_lexicographic(a, b, 0.1) == -1);
}
