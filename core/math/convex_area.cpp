#include "math/convex_area.hpp"

#include <algorithm>
#include <cmath>

namespace poise {

namespace {

constexpr double kNobodyThere = 1e4;  // m; an area without bounds ends there, where nobody comes
constexpr double kTouching = 1e-8;    // m; nearer than that a place is inside: rounding must not hide the other edges
constexpr double kOneCorner = 1e-9;   // m; corners that are nearer are one
constexpr int kMarginHalvings = 60;   // of the margin that leaves room: to rounding

// One side of a line: normal · x ≥ offset.
struct HalfPlane {
  Vec2 normal;
  double offset;
};

// The polygon (counter-clockwise) less what is beyond the line (Sutherland & Hodgman 1974).
std::vector<Vec2> cut_away(const std::vector<Vec2>& polygon, const HalfPlane& side) {
  std::vector<Vec2> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const double at_a = side.normal.dot(a) - side.offset, at_b = side.normal.dot(b) - side.offset;
    if (at_a >= 0.0) kept.push_back(a);
    if ((at_a > 0.0 && at_b < 0.0) || (at_a < 0.0 && at_b > 0.0)) kept.push_back(a + at_a / (at_a - at_b) * (b - a));
  }
  return kept;
}

// What all sides, moved inward by `margin`, have in common.
std::vector<Vec2> common_part(const std::vector<HalfPlane>& sides, double margin) {
  std::vector<Vec2> polygon{{-kNobodyThere, -kNobodyThere},
                            {kNobodyThere, -kNobodyThere},
                            {kNobodyThere, kNobodyThere},
                            {-kNobodyThere, kNobodyThere}};
  for (const HalfPlane& side : sides) polygon = cut_away(polygon, {side.normal, side.offset + margin});
  return polygon;
}

std::vector<Vec2> without_twins(const std::vector<Vec2>& polygon) {
  std::vector<Vec2> kept;
  for (const Vec2& corner : polygon) {
    if (kept.empty() || (corner - kept.back()).norm() > kOneCorner) kept.push_back(corner);
  }
  while (kept.size() > 1 && (kept.front() - kept.back()).norm() <= kOneCorner) kept.pop_back();
  return kept;
}

// Two perpendicular directions of the plane in which the normals lie; of a single direction, some plane.
Eigen::Matrix<double, 3, 2> plane_of_normals(const Eigen::Matrix3Xd& normals) {
  Eigen::Matrix<double, 3, 2> axes;
  axes.col(0) = normals.col(0);
  Vec3 other = axes.col(0).unitOrthogonal();
  double most = 1e-6;
  for (Eigen::Index i = 1; i < normals.cols(); ++i) {
    const Vec3 across = normals.col(i) - axes.col(0).dot(normals.col(i)) * axes.col(0);
    if (across.norm() <= most) continue;
    most = across.norm();
    other = across / most;
  }
  axes.col(1) = other;
  return axes;
}

// The polygon that is left by the margin; by the widest that leaves any room, when that is less, and what is lacking.
std::vector<Vec2> room_with_margin(const std::vector<HalfPlane>& sides, double margin, double& short_of) {
  std::vector<Vec2> polygon = without_twins(common_part(sides, margin));
  short_of = 0.0;
  if (polygon.size() > 2) return polygon;
  double none = margin, some = margin - 1.0;
  while (without_twins(common_part(sides, some)).size() < 3 && margin - some < kNobodyThere)
    some = margin - 2.0 * (margin - some);
  for (int i = 0; i < kMarginHalvings; ++i) {
    const double middle = 0.5 * (none + some);
    (without_twins(common_part(sides, middle)).size() < 3 ? none : some) = middle;
  }
  short_of = margin - some;
  return without_twins(common_part(sides, some));
}

}  // namespace

ConvexArea::ConvexArea(const Eigen::Matrix3Xd& normals, const Eigen::Matrix3Xd& points, double margin) {
  if (normals.cols() == 0) return;  // everywhere
  const Eigen::Matrix<double, 3, 2> axes = plane_of_normals(normals);
  origin_ = points.col(0);
  std::vector<HalfPlane> sides;
  for (Eigen::Index i = 0; i < normals.cols(); ++i)
    sides.push_back({axes.transpose() * normals.col(i), normals.col(i).dot(points.col(i) - origin_)});
  const std::vector<Vec2> polygon = room_with_margin(sides, margin, short_of_);
  const auto count = static_cast<Eigen::Index>(polygon.size());
  corners_.resize(3, count);
  normals_.resize(3, count);
  tangents_.resize(3, count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const Vec2 &a = polygon[static_cast<std::size_t>(i)], &b = polygon[static_cast<std::size_t>((i + 1) % count)];
    const Vec2 way = (b - a).normalized();
    corners_.col(i) = origin_ + axes * a;
    offsets_.push_back(Vec2(-way.y(), way.x()).dot(a));
    tangents_.col(i) = axes * way;
    normals_.col(i) = axes * Vec2(-way.y(), way.x());
    const bool ends = std::min(a.lpNorm<Eigen::Infinity>(), b.lpNorm<Eigen::Infinity>()) < 0.5 * kNobodyThere;
    lengths_.push_back(ends ? (b - a).norm() : 0.0);
    double depth = 0.0;
    for (const Vec2& c : polygon) depth = std::max(depth, Vec2(-way.y(), way.x()).dot(c - a));
    depths_.push_back(depth);
  }
}

// Beyond a corner two edges are as near: the one counts that faces the place more.
ConvexArea::Seen ConvexArea::see(const Vec3& place) const {
  Seen seen;
  double nearest = 1e300, facing = 0.0;
  for (int i = 0; i < edges(); ++i) {
    const double across = lack(i, place), along = tangents_.col(i).dot(place - corners_.col(i));
    if (across <= 0.0) continue;
    const double length = lengths_[static_cast<std::size_t>(i)];
    const double beyond = length > 0.0 ? std::max({0.0, -along, along - length}) : 0.0;
    const double distance = std::hypot(across, beyond), same = 1e-12 * (1.0 + distance);
    if (distance > nearest + same || (distance > nearest - same && across <= facing)) continue;
    nearest = distance;
    facing = across;
    seen = {i, along};
  }
  return nearest > kTouching ? seen : Seen{};
}

void ConvexArea::measure(const Vec3& place, Eigen::Ref<VecX> low, Eigen::Ref<VecX> high) const {
  low.setConstant(-1e300);
  high.setConstant(1e300);
  if (short_of_ > 0.0) low[edges() + 1] = high[edges() + 1] = short_of_;
  const Seen seen = see(place);
  if (seen.edge < 0) {
    for (int i = 0; i < edges(); ++i) low[i] = lack(i, place);
    return;
  }
  const auto nearest = static_cast<std::size_t>(seen.edge);
  low[seen.edge] = lack(seen.edge, place);
  high[seen.edge] = low[seen.edge] + depths_[nearest];
  if (lengths_[nearest] == 0.0) return;
  low[edges()] = -seen.along;
  high[edges()] = lengths_[nearest] - seen.along;
}

Eigen::Matrix3Xd ConvexArea::directions(const Vec3& place) const {
  Eigen::Matrix3Xd found = Eigen::Matrix3Xd::Zero(3, rows());
  const Seen seen = see(place);
  if (seen.edge < 0) {
    found.leftCols(edges()) = normals_;
    return found;
  }
  found.col(seen.edge) = normals_.col(seen.edge);
  if (lengths_[static_cast<std::size_t>(seen.edge)] > 0.0) found.col(edges()) = tangents_.col(seen.edge);
  return found;
}

}  // namespace poise
