#include "picture/sky.hpp"

#include <algorithm>
#include <cmath>

#include "math/wide.hpp"

namespace poise {

namespace {

constexpr std::size_t kBlock = 256;  // points at a time: all that is known of them stays in the nearest cache

struct Block {
  float x[kBlock], y[kBlock], z[kBlock], nx[kBlock], ny[kBlock], nz[kBlock], seen[kBlock];
  std::int32_t owner[kBlock];
};

struct Ball {
  float x, y, z, radius;
  std::int32_t owner;
};

struct Hiding {
  float strength, clear, fading;
};

POISE_BY_MACHINE void hide(Block& b, const Ball& ball, const Hiding& by) {
  const float shrink = 1.0f / ball.radius, soft = 1.0f / by.fading;
#pragma omp simd
  for (std::size_t i = 0; i < kBlock; ++i) {
    const float dx = ball.x - b.x[i], dy = ball.y - b.y[i], dz = ball.z - b.z[i];
    const float distance = std::sqrt(std::max(dx * dx + dy * dy + dz * dz, 1e-8f));
    const float level = std::max(dx * b.nx[i] + dy * b.ny[i] + dz * b.nz[i], 0.0f) / distance;
    const float ratio = distance * shrink;
    const float apart = std::min(std::max((ratio - by.clear) * soft, 0.0f), 1.0f);
    const float other = b.owner[i] != ball.owner ? 1.0f : 0.0f;
    b.seen[i] *= 1.0f - by.strength * level * apart * other / std::max(ratio * ratio, 1.0f);
  }
}

void load(Block& b, const Points& points, std::size_t first, std::size_t count) {
  for (std::size_t i = 0; i < kBlock; ++i) {
    const std::size_t from = first + std::min(i, count - 1);  // a block that is not full repeats its last point
    const double *place = points.places + 3 * from, *normal = points.normals + 3 * from;
    b.x[i] = static_cast<float>(place[0]), b.y[i] = static_cast<float>(place[1]), b.z[i] = static_cast<float>(place[2]);
    b.nx[i] = static_cast<float>(normal[0]), b.ny[i] = static_cast<float>(normal[1]);
    b.nz[i] = static_cast<float>(normal[2]);
    b.owner[i] = static_cast<std::int32_t>(points.owners[from]);
    b.seen[i] = 1.0f;
  }
}

}  // namespace

std::vector<double> seen_sky(const Points& points, const Balls& balls, float strength, float clear, float fading) {
  std::vector<Ball> hiding(balls.count);
  for (std::size_t k = 0; k < balls.count; ++k) {
    const double* ball = balls.balls + 4 * k;
    hiding[k] = {static_cast<float>(ball[0]), static_cast<float>(ball[1]), static_cast<float>(ball[2]),
                 static_cast<float>(ball[3]), static_cast<std::int32_t>(balls.owners[k])};
  }
  std::vector<double> seen(points.count);
  Block block;
  for (std::size_t first = 0; first < points.count; first += kBlock) {
    const std::size_t count = std::min(kBlock, points.count - first);
    load(block, points, first, count);
    for (const Ball& ball : hiding) hide(block, ball, {strength, clear, fading});
    std::copy_n(block.seen, count, seen.begin() + static_cast<std::ptrdiff_t>(first));
  }
  return seen;
}

}  // namespace poise
