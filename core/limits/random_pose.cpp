#include "limits/limits.hpp"

namespace poise {

namespace {

// SplitMix64 (Steele, Lea & Flood 2014): tiny, good enough, and the same everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  double uniform(double low, double high) { return low + (high - low) * static_cast<double>(next() >> 11) * 0x1p-53; }

  Vec3 direction() {
    const double z = uniform(-1.0, 1.0), angle = uniform(-kPi, kPi), r = std::sqrt(1.0 - z * z);
    return Vec3(r * std::cos(angle), r * std::sin(angle), z);
  }

 private:
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

double random_in(const Range& range, double open, Random& random) {
  // An open end is taken `open` beyond the other end, or either way from zero.
  const bool low = range.min > -1e299, high = range.max < 1e299;
  if (low && high) return random.uniform(range.min, range.max);
  if (low) return random.uniform(range.min, range.min + open);
  if (high) return random.uniform(range.max - open, range.max);
  return random.uniform(-open, open);
}

Vec3 random_direction(const SwingLimit& limit, Random& random) {
  constexpr int kTries = 20000;  // enough for regions of a hundredth of a percent of the sphere
  for (int i = 0; i < kTries; ++i) {
    const Vec3 d = random.direction();
    if (nearest_direction(limit, d).violation <= 0.0) return d;
  }
  return nearest_direction(limit, random.direction()).direction;
}

void randomize(const Joint& joint, Random& random, VecX& q) {
  if (has_ranges(joint.model)) {
    const double open = joint.model == Model::kSlide ? 1.0 : kPi;
    for (int i = 0; i < size_of(joint.model).stored; ++i)
      q[joint.q + i] = random_in(joint.limit.ranges[i], open, random);
  } else if (joint.model == Model::kSwing) {
    q.segment<2>(joint.q) = swing_of(random_direction(joint.limit.swing, random));
  } else if (joint.model == Model::kBall) {
    const Vec3 direction = random_direction(joint.limit.swing, random);
    const Range range = twist_range(joint.limit.twist, direction);
    const double twist =
        range.max - range.min >= 2.0 * kPi ? random.uniform(-kPi, kPi) : random.uniform(range.min, range.max);
    store_rotation(joint, rotation_of({swing_of(direction), twist}), q);
  }
}

}  // namespace

VecX random_pose(const Figure& figure, const ConstVec& rest, std::uint64_t seed) {
  Random random(seed);
  VecX q(rest);
  for (const Joint& joint : figure.joints()) randomize(joint, random, q);
  return clamp(figure, q);
}

}  // namespace poise
