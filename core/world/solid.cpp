#include "world/solid.hpp"

#include <algorithm>
#include <cmath>

#include "world/facets.hpp"

namespace poise {

namespace {

constexpr double kNoWay = 1e-12;  // m: shorter has no direction
constexpr double kClearly = 0.3;  // of a normal: it is that of an edge, not of a face, when it leans by more

// φ(c(t)) − r(t) and the evenness, along the axis of a round; and its slope.
struct AlongAxis {
  const Solid& solid;
  const Round& round;

  struct Value {
    double value, slope;
    Nearness near;
  };
  Value at(double t) const {
    const Nearness near = solid.nearness(round.center(t));
    const double even = t - 0.5;
    return {near.distance - round.radius(t) + 0.5 * kEven * even * even,
            near.outward.dot(round.b - round.a) - (round.rb - round.ra) + kEven * even, near};
  }
};

// Where on the axis the least value is. At a kink, where two ways out are alike, both sides of it count for the
// gradient: `share` of `before` and the rest of `after` make a slope of 0.
struct Least {
  double t;
  AlongAxis::Value before, after;
  double share = 1.0;

  Vec3 normal() const { return share * before.near.outward + (1.0 - share) * after.near.outward; }
};

// The zero of the slope between two places where it is below and above 0: regula falsi after Illinois, with a bisection
// whenever that does not halve the bracket in three rounds.
Least zero_slope(const AlongAxis& along, double low, AlongAxis::Value at_low, double high, AlongAxis::Value at_high) {
  constexpr double kKink = 1e-7;  // a slope that jumps by more
  double below = at_low.slope, above = at_high.slope, width = high - low;
  int side = 0;
  for (int round = 0; round < 200 && high - low > 1e-14; ++round) {
    double t = (low * above - high * below) / (above - below);
    if (round % 3 == 2) {
      if (high - low > 0.5 * width) t = 0.5 * (low + high);
      width = high - low;
    }
    if (!(t > low && t < high)) t = 0.5 * (low + high);
    const AlongAxis::Value at = along.at(t);
    if (std::abs(at.slope) < 1e-16) return {t, at, at, 1.0};
    const int now = at.slope < 0.0 ? -1 : 1;
    (now < 0 ? low : high) = t;
    (now < 0 ? at_low : at_high) = at;
    (now < 0 ? below : above) = at.slope;
    if (now == side) (now < 0 ? above : below) *= 0.5;
    side = now;
  }
  const double jump = at_high.slope - at_low.slope;
  return {low, at_low, at_high, jump > kKink ? at_high.slope / jump : 1.0};
}

Least least_between(const AlongAxis& along, double low, double high) {
  const AlongAxis::Value at_low = along.at(low), at_high = along.at(high);
  if (at_low.slope >= 0.0) return {low, at_low, at_low, 1.0};
  if (at_high.slope <= 0.0) return {high, at_high, at_high, 1.0};
  return zero_slope(along, low, at_low, high, at_high);
}

// Of what is not convex: the best of some places, and the valley around it. Values fall by no more than kSteepest along
// the way, so that places from which the best so far cannot be reached are passed over.
Least least_of_many(const AlongAxis& along, int pieces) {
  constexpr double kSteepest = 1.25;  // interpolated distances are a little steeper than 1
  const double length = (along.round.b - along.round.a).norm() + std::abs(along.round.rb - along.round.ra);
  const double piece = 1.0 / pieces;
  double best = 0.0, least = kEndless;
  for (double t = 0.0;;) {
    const double value = along.at(t).value;
    if (value < least) {
      least = value;
      best = t;
    }
    if (t >= 1.0) break;
    t = std::min(1.0, t + std::max(piece, (value - least) / (kSteepest * length)));
  }
  const Least found = least_between(along, std::max(0.0, best - piece), std::min(1.0, best + piece));
  if (found.before.value <= least) return found;
  const AlongAxis::Value middle = along.at(best);
  return {best, middle, middle, 1.0};
}

class HalfSpace final : public Solid {
 public:
  Nearness nearness(const Vec3& point) const override { return {point.z(), Vec3::UnitZ()}; }
  Extent extent() const override { return {Vec3::Constant(-kEndless), Vec3(kEndless, kEndless, 0.0)}; }
};

class BoxSolid final : public Solid {
 public:
  BoxSolid(const Vec3& size, double rounding) : half_(0.5 * size), inner_(half_.array() - rounding), edge_(rounding) {
    facets_.rounding = rounding;
    for (int i = 0; i < 8; ++i) {
      const Vec3 side(i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0);
      facets_.corners.emplace_back(side.cwiseProduct(inner_));
    }
    for (int axis = 0; axis < 3; ++axis) {
      facets_.planes.emplace_back(Vec3::Unit(axis), inner_[axis]);
      facets_.planes.emplace_back(-Vec3::Unit(axis), inner_[axis]);
      if (inner_[axis] > 0.0) facets_.edges.emplace_back(0, 1 << axis);
    }
  }
  Nearness nearness(const Vec3& point) const override {
    const Vec3 beyond = point.cwiseAbs() - inner_;
    const Vec3 side = point.unaryExpr([](double x) { return x < 0.0 ? -1.0 : 1.0; });
    const Vec3 out = beyond.cwiseMax(0.0);
    const double distance = out.norm();
    if (distance > kNoWay) return {distance - edge_, side.cwiseProduct(out) / distance};
    Eigen::Index nearest = 0;
    const double depth = beyond.maxCoeff(&nearest);
    return {depth - edge_, side[nearest] * Vec3::Unit(nearest)};
  }
  Extent extent() const override { return {-half_, half_}; }
  const Facets* facets() const override { return &facets_; }
  // Over a face both other directions end it, along an edge the one that is left.
  Stretch stretch(const Round& round, const Closest& whole) const override {
    std::vector<Brink> brinks;
    for (int axis = 0; axis < 3; ++axis) {
      if (std::abs(whole.normal[axis]) > kClearly) continue;
      brinks.emplace_back(Vec3::Unit(axis), inner_[axis]);
      brinks.emplace_back(-Vec3::Unit(axis), inner_[axis]);
    }
    return stretch_between(round, brinks, [this](const Vec3& x) { return nearness(x); }, -edge_);
  }

 private:
  Vec3 half_, inner_;
  double edge_;
  Facets facets_;
};

class CylinderSolid final : public Solid {
 public:
  CylinderSolid(double radius, double length, double rounding)
      : radius_(radius), half_(0.5 * length), edge_(rounding) {}
  Nearness nearness(const Vec3& point) const override {
    const double across = std::hypot(point.x(), point.y());
    const Vec3 outward = across > kNoWay ? Vec3(point.x() / across, point.y() / across, 0.0) : Vec3(Vec3::UnitX());
    const Vec3 end(0.0, 0.0, point.z() < 0.0 ? -1.0 : 1.0);
    const double x = across - (radius_ - edge_), z = std::abs(point.z()) - (half_ - edge_);
    const double distance = std::hypot(std::max(x, 0.0), std::max(z, 0.0));
    if (distance > kNoWay) return {distance - edge_, (std::max(x, 0.0) * outward + std::max(z, 0.0) * end) / distance};
    return x > z ? Nearness{x - edge_, outward} : Nearness{z - edge_, end};
  }
  Extent extent() const override {
    const Vec3 half(radius_, radius_, half_);
    return {-half, half};
  }
  Stretch stretch(const Round& round, const Closest& whole) const override {
    const auto near = [this](const Vec3& x) { return nearness(x); };
    const double up = std::abs(whole.normal.z()), straight = half_ - edge_;
    if (up < kClearly)
      return stretch_between(round, {{Vec3::UnitZ(), straight}, {-Vec3::UnitZ(), straight}}, near, -edge_);
    if (std::hypot(whole.normal.x(), whole.normal.y()) < kClearly)
      return stretch_over_disc(round, radius_ - edge_, near, -edge_);
    return {};
  }

 private:
  double radius_, half_, edge_;
};

class EllipsoidSolid final : public Solid {
 public:
  explicit EllipsoidSolid(const Vec3& radii) : surface_{SurfaceKind::kEllipsoid, {}, radii} {}
  Nearness nearness(const Vec3& point) const override { return poise::nearness(surface_, point); }
  Extent extent() const override { return {-surface_.size, surface_.size}; }

 private:
  Surface surface_;
};

class RoundSolid final : public Solid {
 public:
  explicit RoundSolid(const Round& round) : round_(round) {}
  Nearness nearness(const Vec3& point) const override { return poise::nearness(round_, point); }
  Extent extent() const override {
    const Vec3 ra = Vec3::Constant(round_.ra), rb = Vec3::Constant(round_.rb);
    return {(round_.a - ra).cwiseMin(round_.b - rb), (round_.a + ra).cwiseMax(round_.b + rb)};
  }
  Closest against(const Round& round) const override { return closest(round, round_); }
  Stretch stretch(const Round& round, const Closest&) const override { return stretch_along(round, round_); }

 private:
  Round round_;
};

}  // namespace

Closest Solid::against(const Round& round) const {
  const double length = (round.b - round.a).norm();
  if (length <= kNoWay) {
    const Nearness near = nearness(round.a);
    return {near.distance - round.ra, near.outward, round.a - round.ra * near.outward,
            round.a - near.distance * near.outward, 0.0};
  }
  constexpr double kMostPieces = 2000.0;  // a line of sight through a room, by centimetres
  const AlongAxis along{*this, round};
  const int pieces = is_convex() ? 1 : static_cast<int>(std::ceil(std::min(kMostPieces, 1.0 + length / grain())));
  const Least found = is_convex() ? least_between(along, 0.0, 1.0) : least_of_many(along, pieces);
  const double height = found.before.near.distance;
  if (const Facets* faces = facets(); faces != nullptr && height < -faces->rounding) return way_out(*faces, round);
  const Vec3 normal = found.normal(), center = round.center(found.t);
  return {found.before.value, normal, center - round.radius(found.t) * normal, center - height * normal, found.t};
}

Stretch Solid::stretch(const Round& round, const Closest& whole) const {
  const Facets* faces = facets();
  if (faces == nullptr) return {};
  return stretch_between(
      round, brinks_of_face(*faces, whole.normal), [this](const Vec3& x) { return nearness(x); }, -faces->rounding);
}

SolidPtr half_space() { return std::make_shared<HalfSpace>(); }
SolidPtr box(const Vec3& size, double rounding) { return std::make_shared<BoxSolid>(size, rounding); }
SolidPtr cylinder(double radius, double length, double rounding) {
  return std::make_shared<CylinderSolid>(radius, length, rounding);
}
SolidPtr ellipsoid(const Vec3& radii) { return std::make_shared<EllipsoidSolid>(radii); }
SolidPtr round_solid(const Round& round) { return std::make_shared<RoundSolid>(round); }

}  // namespace poise
