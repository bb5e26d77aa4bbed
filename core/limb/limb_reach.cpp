#include "limb/limb_reach.hpp"

#include <cmath>
#include <mutex>
#include <numeric>

namespace poise {

namespace {

constexpr int kPoses = 1024;        // about a tenth of an arm's length apart, and looked through in ten microseconds
constexpr double kSameStart = 0.5;  // radians: starts nearer to each other than this lead to the same end as a rule
constexpr double kBeyond = 0.25;    // share of a range by which samples overshoot it at either end, to be clamped

// The k-th number of Halton's sequence: even, and the same on every machine.
double halton(int k, int base) {
  double out = 0.0, digit = 1.0;
  for (; k > 0; k /= base) {
    digit /= base;
    out += digit * (k % base);
  }
  return out;
}

double stretched(const Range& range, double share) {
  const double low = std::abs(range.min) > 1e100 ? -kPi : range.min,
               high = std::abs(range.max) > 1e100 ? kPi : range.max;
  return low + (high - low) * (share * (1.0 + 2.0 * kBeyond) - kBeyond);
}

// How far a swing may go in either coordinate.
std::pair<Range, Range> extent(const SwingLimit& limit) {
  if (const auto* cone = std::get_if<Cone>(&limit)) return {{-cone->angle, cone->angle}, {-cone->angle, cone->angle}};
  if (const auto* e = std::get_if<Ellipse>(&limit)) return {{-e->x, e->x}, {-e->y, e->y}};
  std::pair<Range, Range> out{{-kPi, kPi}, {-kPi, kPi}};
  if (const auto* polygon = std::get_if<SphericalPolygon>(&limit)) {
    out = {{0.0, 0.0}, {0.0, 0.0}};
    for (const Vec3& vertex : polygon->vertices()) {
      const Vec2 s = swing_of(vertex);
      out.first = {std::min(out.first.min, s.x()), std::max(out.first.max, s.x())};
      out.second = {std::min(out.second.min, s.y()), std::max(out.second.max, s.y())};
    }
  }
  return out;
}

Vec3 sample(const LimbGroup& group, const Vec3& share) {
  if (group.kind == GroupKind::kHinges)
    return Vec3(stretched(group.ranges[0], share[0]), stretched(group.ranges[1], share[1]),
                stretched(group.ranges[2], share[2]));
  const auto [x, y] = extent(group.swing);
  const Vec2 s(stretched(x, share[0]), stretched(y, share[1]));
  if (group.kind == GroupKind::kTwistSwing) return Vec3(stretched(group.ranges[0], share[2]), -s.x(), -s.y());
  const Range twist = twist_range(group.twist, nearest_direction(group.swing, direction_of(s)).direction);
  const bool bounded = !std::holds_alternative<std::monostate>(group.twist) && twist.max - twist.min < 2.0 * kPi;
  return Vec3(s.x(), s.y(), bounded ? stretched(twist, share[2]) : (2.0 * share[2] - 1.0) * kPi);
}

}  // namespace

LimbReach::LimbReach(const Limb& limb) {
  const std::vector<Range> uncoupled;  // what couplings leave depends on the pose
  const LimbSpace space{limb, uncoupled};
  for (int k = 1; k <= kPoses; ++k) {
    Vec7 x;
    x << sample(limb.root, Vec3(halton(k, 2), halton(k, 3), halton(k, 5))), stretched(limb.hinge, halton(k, 7)),
        sample(limb.end, Vec3(halton(k, 11), halton(k, 13), halton(k, 17)));
    clamp_limb(space, x);
    poses_.push_back(x);
    places_.push_back(place_limb(limb, x));
  }
}

std::vector<Vec7> LimbReach::starts(const LimbAims& aims, double reach, int most) const {
  std::vector<double> first(poses_.size()), both(poses_.size());
  for (std::size_t i = 0; i < poses_.size(); ++i) {
    first[i] = both[i] = aims.first.value(places_[i]);
    if (aims.both) both[i] += reach * reach * aims.second.value(places_[i]);
  }
  std::vector<Vec7> found;
  for (int round = 0; round < 8 * most && static_cast<int>(found.size()) < most; ++round) {
    std::vector<double>& costs = aims.both && round % 2 == 0 ? both : first;
    const std::size_t at = static_cast<std::size_t>(std::min_element(costs.begin(), costs.end()) - costs.begin());
    first[at] = both[at] = 1e300;
    const bool alike = std::any_of(found.begin(), found.end(),
                                   [&](const Vec7& x) { return (x - poses_[at]).cwiseAbs().maxCoeff() < kSameStart; });
    if (!alike) found.push_back(poses_[at]);
  }
  return found;
}

const LimbReach& reach_of(const Limb& limb) {
  std::call_once(limb.reach->once, [&] { limb.reach->map = std::make_shared<const LimbReach>(limb); });
  return *limb.reach->map;
}

}  // namespace poise
