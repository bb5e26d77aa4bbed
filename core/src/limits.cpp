#include "poise/limits.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace poise {

namespace {

Vec3 limb_direction(const Joint& joint, const ConstVec& q) {
  if (joint.model == Model::kSwing) return direction_of(q.segment<2>(joint.q));
  return stored_rotation(joint, q) * Vec3::UnitZ();
}

bool has_ranges(Model model) { return model == Model::kHinge || model == Model::kSlide || model == Model::kElbow; }

double twist_violation(const Joint& joint, const Vec3& direction, double twist) {
  const Range range = twist_range(joint.limit.twist, direction);
  return std::abs(wrapped_angle(nearest_twist(range, twist) - twist));
}

double coupling_value(const Coupling& coupling, const VecX& x) {
  double sum = 0.0;
  for (std::size_t i = 0; i < coupling.indices.size(); ++i) sum += coupling.factors[i] * x[coupling.indices[i]];
  return sum;
}

double coupling_violation(const Coupling& coupling, const VecX& x) {
  double squares = 0.0;
  for (const double f : coupling.factors) squares += f * f;
  return Range{coupling.min, coupling.max}.violation(coupling_value(coupling, x)) / std::sqrt(squares);
}

double worst_coupling(const Figure& figure, const VecX& x) {
  double worst = 0.0;
  for (const Coupling& c : figure.couplings()) worst = std::max(worst, coupling_violation(c, x));
  return worst;
}

// Turn the limb of a swing or ball joint to a direction, the short way; a ball keeps what that does to its twist.
void turn_limb(const Joint& joint, const Vec3& from, const Vec3& to, VecX& q) {
  if (joint.model == Model::kSwing) {
    q.segment<2>(joint.q) = swing_of(to);
  } else {
    store_rotation(joint, direct_rotation(from, to) * stored_rotation(joint, q), q);
  }
}

void clamp_swing(const Joint& joint, const VecX* start, VecX& q) {
  const Vec3 asked = limb_direction(joint, q);
  const NearestDirection end = nearest_direction(joint.limit.swing, asked);
  if (end.violation > 0.0) turn_limb(joint, asked, end.direction, q);
  if (start == nullptr) return;
  const Vec3 begin = limb_direction(joint, *start);
  const Vec3 sum = begin + end.direction;
  if (sum.norm() < 1e-9) return;  // opposite directions have no middle
  const NearestDirection middle = nearest_direction(joint.limit.swing, sum.normalized());
  if (middle.violation > 0.0) turn_limb(joint, end.direction, middle.direction, q);
}

void clamp_twist(const Joint& joint, VecX& q) {
  if (std::holds_alternative<std::monostate>(joint.limit.twist)) return;
  const Quat rotation = stored_rotation(joint, q);
  const double twist = swing_twist(rotation).twist;
  const double allowed = nearest_twist(twist_range(joint.limit.twist, rotation * Vec3::UnitZ()), twist);
  if (std::abs(wrapped_angle(allowed - twist)) <= kLimitTolerance) return;
  // Turning about the limb keeps its direction; a twist after the swing is a product from the right.
  store_rotation(joint, rotation * exp_rotation(Vec3(0.0, 0.0, allowed - twist)), q);
}

void clamp_joint(const Joint& joint, const VecX* start, VecX& q) {
  if (has_ranges(joint.model)) {
    for (int i = 0; i < size_of(joint.model).stored; ++i) q[joint.q + i] = joint.limit.ranges[i].nearest(q[joint.q + i]);
  } else if (joint.model == Model::kSwing || joint.model == Model::kBall) {
    clamp_swing(joint, start, q);
    if (joint.model == Model::kBall) clamp_twist(joint, q);
  }
}

const Joint& joint_of_coordinate(const Figure& figure, int coordinate) {
  const auto after = std::upper_bound(figure.joints().begin(), figure.joints().end(), coordinate,
                                      [](int x, const Joint& joint) { return x < joint.x; });
  return *(after - 1);
}

// Move the coupled coordinates to the nearest point of their polyhedron; false when there is none.
bool project_couplings(const Figure& figure, const CoupledSpace& space, VecX& q) {
  VecX x = natural_coordinates(figure, q);
  VecX from(static_cast<Eigen::Index>(space.coordinates.size()));
  for (Eigen::Index i = 0; i < from.size(); ++i) from[i] = x[space.coordinates[static_cast<std::size_t>(i)]];
  const NearestPoint nearest = nearest_point(space.polyhedron, from);
  if (!nearest.exists) return false;
  for (Eigen::Index i = 0; i < from.size(); ++i) x[space.coordinates[static_cast<std::size_t>(i)]] = nearest.point[i];
  for (const int coordinate : space.coordinates) {
    const Joint& joint = joint_of_coordinate(figure, coordinate);
    store_natural(joint, x.segment(joint.x, size_of(joint.model).natural), q);
  }
  return true;
}

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
    for (int i = 0; i < size_of(joint.model).stored; ++i) q[joint.q + i] = random_in(joint.limit.ranges[i], open, random);
  } else if (joint.model == Model::kSwing) {
    q.segment<2>(joint.q) = swing_of(random_direction(joint.limit.swing, random));
  } else if (joint.model == Model::kBall) {
    const Vec3 direction = random_direction(joint.limit.swing, random);
    const Range range = twist_range(joint.limit.twist, direction);
    const double twist = range.max - range.min >= 2.0 * kPi ? random.uniform(-kPi, kPi) : random.uniform(range.min, range.max);
    store_rotation(joint, rotation_of({swing_of(direction), twist}), q);
  }
}

}  // namespace

Violation worst_violation(const Figure& figure, const ConstVec& q) {
  Violation worst;
  const auto consider = [&](LimitKind kind, int index, int coordinate, double amount) {
    if (amount > kLimitTolerance && amount > worst.amount) worst = {kind, index, coordinate, amount};
  };
  for (int i = 0; i < static_cast<int>(figure.joints().size()); ++i) {
    const Joint& joint = figure.joints()[static_cast<std::size_t>(i)];
    if (has_ranges(joint.model)) {
      for (int c = 0; c < size_of(joint.model).stored; ++c) {
        consider(LimitKind::kRange, i, c, joint.limit.ranges[c].violation(q[joint.q + c]));
      }
    } else if (joint.model == Model::kSwing || joint.model == Model::kBall) {
      const Vec3 direction = limb_direction(joint, q);
      consider(LimitKind::kSwing, i, 0, nearest_direction(joint.limit.swing, direction).violation);
      if (joint.model == Model::kBall) {
        consider(LimitKind::kTwist, i, 0, twist_violation(joint, direction, swing_twist(stored_rotation(joint, q)).twist));
      }
    }
  }
  if (figure.couplings().empty()) return worst;
  const VecX x = natural_coordinates(figure, q);
  for (int i = 0; i < static_cast<int>(figure.couplings().size()); ++i) {
    consider(LimitKind::kCoupling, i, 0, coupling_violation(figure.couplings()[static_cast<std::size_t>(i)], x));
  }
  return worst;
}

CoupledSpace coupled_space(const Figure& figure) {
  CoupledSpace space;
  std::unordered_map<int, Eigen::Index> column;
  for (const Coupling& c : figure.couplings()) {
    for (const int i : c.indices) {
      if (column.emplace(i, static_cast<Eigen::Index>(column.size())).second) space.coordinates.push_back(i);
    }
  }
  const auto n = static_cast<Eigen::Index>(space.coordinates.size());
  std::vector<VecX> rows;
  std::vector<double> bounds;
  const auto add = [&](const VecX& row, double bound, bool equality, int coupling) {
    rows.push_back(row);
    bounds.push_back(bound);
    space.polyhedron.equality.push_back(equality);
    space.couplings.push_back(coupling);
  };
  const auto add_range = [&](const VecX& row, const Range& range, int coupling) {
    if (range.min == range.max) {
      add(row, range.min, true, coupling);
      return;
    }
    if (range.min > -1e299) add(row, range.min, false, coupling);
    if (range.max < 1e299) add(-row, -range.max, false, coupling);
  };
  for (int k = 0; k < static_cast<int>(figure.couplings().size()); ++k) {
    const Coupling& c = figure.couplings()[static_cast<std::size_t>(k)];
    VecX row = VecX::Zero(n);
    for (std::size_t i = 0; i < c.indices.size(); ++i) row[column[c.indices[i]]] += c.factors[i];
    add_range(row, {c.min, c.max}, k);
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    const int coordinate = space.coordinates[static_cast<std::size_t>(i)];
    const Joint& joint = joint_of_coordinate(figure, coordinate);
    if (has_ranges(joint.model)) add_range(VecX::Unit(n, i), joint.limit.ranges[coordinate - joint.x], -1);
  }
  space.polyhedron.rows.resize(static_cast<Eigen::Index>(rows.size()), n);
  for (std::size_t i = 0; i < rows.size(); ++i) space.polyhedron.rows.row(static_cast<Eigen::Index>(i)) = rows[i].transpose();
  space.polyhedron.bounds = Eigen::Map<const VecX>(bounds.data(), static_cast<Eigen::Index>(bounds.size()));
  return space;
}

VecX clamp(const Figure& figure, const ConstVec& asked, const VecX* start) {
  VecX q(asked);
  for (const Joint& joint : figure.joints()) clamp_joint(joint, start, q);
  if (figure.couplings().empty() || worst_coupling(figure, natural_coordinates(figure, q)) <= kLimitTolerance) return q;
  // Two convex-ish sets in turn: the couplings with the ranges they touch, and the swing regions.
  const CoupledSpace space = coupled_space(figure);
  for (int round = 0; round < 500; ++round) {
    if (!project_couplings(figure, space, q)) return q;
    if (worst_violation(figure, q).amount <= kLimitTolerance) return q;
    for (const Joint& joint : figure.joints()) clamp_joint(joint, nullptr, q);
    if (worst_coupling(figure, natural_coordinates(figure, q)) <= kLimitTolerance) return q;
  }
  return q;
}

VecX random_pose(const Figure& figure, const ConstVec& rest, std::uint64_t seed) {
  Random random(seed);
  VecX q(rest);
  for (const Joint& joint : figure.joints()) randomize(joint, random, q);
  return clamp(figure, q);
}

}  // namespace poise
