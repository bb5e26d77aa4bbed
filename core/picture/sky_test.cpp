#include "picture/sky.hpp"

#include <cmath>

#include "testing/check.hpp"

using namespace poise;

TEST("a ball overhead hides the square of its radius over its distance, and nothing from its own segment") {
  const double places[6] = {0, 0, 0, 0, 0, 0}, normals[6] = {0, 1, 0, 0, 0, 1}, ball[4] = {0, 2, 0, 0.5};
  const std::int64_t of[1] = {7}, owners[2] = {1, 1}, own[2] = {7, 7};
  const auto seen = seen_sky({2, places, normals, owners}, {1, ball, of}, 0.8f, 1.15f, 0.6f);
  CHECK(std::abs(seen[0] - (1 - 0.8 / 16)) < 1e-6);
  CHECK(seen[1] == 1.0);  // it looks sideways
  CHECK(seen_sky({2, places, normals, own}, {1, ball, of}, 0.8f, 1.15f, 0.6f)[0] == 1.0);
  CHECK(seen_sky({0, places, normals, owners}, {1, ball, of}, 0.8f, 1.15f, 0.6f).empty());
}
