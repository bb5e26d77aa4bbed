#include "body/soles.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace poise {

namespace {

using Flat = std::array<double, 2>;

double turn(const Flat& a, const Flat& b, const Flat& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

// The lower hull of points that are taken in this order, but for its last: only left turns survive.
template <typename Order>
void add_chain(const std::vector<Flat>& flat, const Order& order, std::vector<std::size_t>& hull) {
  constexpr double kStraight = 1e-15;
  const std::size_t before = hull.size();
  for (const std::size_t i : order) {
    while (hull.size() > before + 1 && turn(flat[hull[hull.size() - 2]], flat[hull.back()], flat[i]) <= kStraight) {
      hull.pop_back();
    }
    hull.push_back(i);
  }
  hull.pop_back();
}

// Each coordinate rounded as seldom as can be: soles that lie flat have many corners in one line.
Vec3 at(const Placement& placed, const Vec3& point) {
  Vec3 found;
  for (int i = 0; i < 3; ++i) {
    const double across = std::fma(point.y(), placed.R(i, 1), point.x() * placed.R(i, 0));
    found[i] = std::fma(point.z(), placed.R(i, 2), across) + placed.p[i];
  }
  return found;
}

// Two level directions, with which up makes a right-handed frame.
std::array<Vec3, 2> level(const Vec3& up) {
  const Vec3 across = std::abs(up.z()) < 0.9 ? Vec3(up.y(), -up.x(), 0.0) : Vec3(0.0, up.z(), -up.y());
  const Vec3 first = across.normalized();
  return {first, up.cross(first)};
}

}  // namespace

SupportArea Soles::under(const Pose& pose, double floor, double within) const {
  SupportArea area;
  area.corners = hull(down(pose, floor, within));
  const Vec3 zero = Vec3::Zero();  // without a sign
  for (Vec3& corner : area.corners) corner = corner + (floor - corner.dot(up_)) * up_ + zero;
  const std::size_t n = area.corners.size();
  for (std::size_t i = 0; n >= 3 && i < n; ++i) {
    const Vec3 edge = area.corners[(i + 1) % n] - area.corners[i];
    area.inward.push_back(edge.cross(gravity_).normalized());
  }
  return area;
}

std::vector<Vec3> Soles::down(const Pose& pose, double floor, double within) const {
  std::vector<Vec3> points;
  for (const Sole& sole : soles_) {
    const Placement& placed = pose.placed().segments[static_cast<std::size_t>(sole.segment)];
    const std::size_t before = points.size();
    for (const Vec3& corner : sole.corners) {
      points.push_back(at(placed, corner));
      if (points.back().dot(up_) - floor <= within) continue;
      points.resize(before);
      break;
    }
  }
  return points;
}

std::vector<Vec3> Soles::hull(const std::vector<Vec3>& points) const {
  if (points.size() < 3) return points;
  const auto [first, second] = level(up_);
  std::vector<Flat> flat;
  for (const Vec3& point : points) flat.push_back({point.dot(first), point.dot(second)});
  std::vector<std::size_t> order(points.size()), kept;
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return flat[a] < flat[b]; });
  add_chain(flat, order, kept);
  std::reverse(order.begin(), order.end());
  add_chain(flat, order, kept);
  std::vector<Vec3> found;
  for (const std::size_t i : kept) found.push_back(points[i]);
  return found;
}

}  // namespace poise
