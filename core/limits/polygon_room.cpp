// How near a limb is to the edges of its polygon.
#include <algorithm>
#include <cmath>

#include "limits/limit_measure.hpp"

namespace poise {

namespace {

constexpr double kSharpness = 16.0;  // p: with it a corner of two edges counts 2^(1/p) = 1.04 of one

// Signed angle to the boundary.
double room_at(const SphericalPolygon& polygon, const Vec3& d) {
  const auto nearest = polygon.nearest(d);
  const double angle = angle_between(d, nearest.point);
  return nearest.inside ? angle : -angle;
}

// Points spread evenly over the sphere (Fibonacci lattice).
Vec3 spread(int i, int count) {
  const double y = 1.0 - (2.0 * i + 1.0) / count, r = std::sqrt(1.0 - y * y), phi = 2.399963229728653 * i;
  return Vec3(r * std::cos(phi), y, r * std::sin(phi));
}

// The best of some points all over the sphere, then steps of shrinking size while they gain.
double largest_room(const SphericalPolygon& polygon) {
  constexpr int kPoints = 200;
  Vec3 best = spread(0, kPoints);
  double room = room_at(polygon, best);
  const auto gains = [&](const Vec3& d) {
    const double r = room_at(polygon, d);
    if (r <= room + 1e-9) return false;
    room = r;
    best = d;
    return true;
  };
  for (int i = 1; i < kPoints; ++i) gains(spread(i, kPoints));
  for (double step = 0.15; step > 1e-4;) {
    const Vec3 right = best.unitOrthogonal(), up = best.cross(right);
    bool gained = false;
    for (int k = 0; k < 8 && !gained; ++k) {
      const double angle = k * kPi / 4.0;
      gained = gains((best + step * (std::cos(angle) * right + std::sin(angle) * up)).normalized());
    }
    if (!gained) step *= 0.5;
  }
  return room;
}

}  // namespace

PolygonRoom::PolygonRoom(const SphericalPolygon& polygon)
    : vertices_(polygon.vertices()), convex_(true), largest_(largest_room(polygon)) {
  for (std::size_t i = 0; i < vertices_.size(); ++i)
    normals_.push_back(vertices_[i].cross(vertices_[(i + 1) % vertices_.size()]).normalized());
  for (const Vec3& normal : normals_) {
    for (const Vec3& vertex : vertices_) convex_ = convex_ && normal.dot(vertex) > -1e-9;
  }
}

// Of a convex region every edge bounds all of it, so its whole great circle counts, which is smooth; of a concave one
// only the arc does.
PolygonRoom::Edge PolygonRoom::edge(std::size_t i, const Vec3& d) const {
  const Vec3 &a = vertices_[i], &b = vertices_[(i + 1) % vertices_.size()], &n = normals_[i];
  const double height = d.dot(n);
  const Vec3 foot = d - height * n;
  if (convex_ || (a.cross(foot).dot(n) >= 0.0 && foot.cross(b).dot(n) >= 0.0 && foot.dot(a + b) > 0.0)) {
    const double room = std::asin(std::clamp(height, -1.0, 1.0));
    return {room, foot.norm() > 1e-9 ? Vec3((n - height * d) / std::cos(room)) : Vec3(Vec3::Zero())};
  }
  const Vec3& corner = (d - a).squaredNorm() <= (d - b).squaredNorm() ? a : b;
  const double room = angle_between(d, corner);
  return {room, room > 1e-9 ? Vec3((corner.dot(d) * d - corner) / std::sin(room)) : Vec3(Vec3::Zero())};
}

void PolygonRoom::measure(const Joint& joint, const ConstVec& q, std::vector<LimitMeasure>& out) const {
  if (largest_ < kNoRoom) return;
  const Vec3 direction = limb_direction(joint, q);
  double sum = 0.0;
  Vec3 slope = Vec3::Zero();
  Mat3 spread = Mat3::Zero();
  for (std::size_t i = 0; i < vertices_.size(); ++i) {
    const Edge near = edge(i, direction);
    const double u = 1.0 - near.room / largest_;
    if (u <= 0.0) continue;
    sum += std::pow(u, kSharpness);
    const Vec3 rate = -near.slope / largest_;
    slope += std::pow(u, kSharpness - 1.0) * rate;
    spread += std::pow(u, kSharpness - 2.0) * rate * rate.transpose();
  }
  if (sum < 1e-150) return;
  LimitMeasure m = measure_of(joint);
  m.z[0] = std::pow(sum, 1.0 / kSharpness);
  const double part = m.z[0] / sum;  // z^(1 − p)
  const Mat3 bend = (kSharpness - 1.0) * part * (spread - slope * slope.transpose() / sum);
  const Eigen::Matrix3Xd turn = limb_rates(joint, q);
  m.rates.row(0).head(m.size) = part * (turn.transpose() * slope).transpose();
  m.bend.topLeftCorner(m.size, m.size) = turn.transpose() * bend * turn;
  out.push_back(m);
}

}  // namespace poise
