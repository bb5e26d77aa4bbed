// How much nearer to the edges of its polygon a limb is than at rest.
#include <algorithm>
#include <cmath>

#include "limits/limit_measure.hpp"

namespace poise {

namespace {

constexpr double kSharpness = 16.0;  // p: with it a corner of two edges counts 2^(1/p) = 1.04 of one
static_assert(kSharpness == 16.0, "powers are taken by squaring");
constexpr double kLeastRoom = 0.1;  // radians: a limb that rests nearer to an edge is not pushed off it (estimate)

}  // namespace

PolygonRoom::PolygonRoom(const SphericalPolygon& polygon, const Vec3& rest)
    : vertices_(polygon.vertices()), convex_(true) {
  for (std::size_t i = 0; i < vertices_.size(); ++i)
    normals_.push_back(vertices_[i].cross(vertices_[(i + 1) % vertices_.size()]).normalized());
  for (const Vec3& normal : normals_) {
    for (const Vec3& vertex : vertices_) convex_ = convex_ && normal.dot(vertex) > -1e-9;
  }
  for (std::size_t i = 0; i < vertices_.size(); ++i) {
    rest_.push_back(edge(i, rest).room);
    rest_heights_.push_back(normals_[i].dot(rest));
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

void PolygonRoom::measure(const Joint& joint, const ConstVec& q, Detail detail, std::vector<LimitMeasure>& out) const {
  const Vec3 direction = limb_direction(joint, q);
  double sum = 0.0;
  Vec3 slope = Vec3::Zero();
  Mat3 spread = Mat3::Zero();
  for (std::size_t i = 0; i < vertices_.size(); ++i) {
    if (convex_ && direction.dot(normals_[i]) >= rest_heights_[i]) continue;  // farther off, told without its angle
    const Edge near = edge(i, direction);
    const double room = std::max(rest_[i], kLeastRoom), u = (rest_[i] - near.room) / room;
    if (u <= 0.0) continue;
    const double u2 = u * u, u4 = u2 * u2, u8 = u4 * u4, u14 = u8 * u4 * u2;
    sum += u14 * u2;
    const Vec3 rate = -near.slope / room;
    slope += u14 * u * rate;
    spread += u14 * rate * rate.transpose();
  }
  if (sum < 1e-150) return;
  LimitMeasure m = measure_of(joint);
  m.z[0] = std::sqrt(std::sqrt(std::sqrt(std::sqrt(sum))));
  if (detail == Detail::kRates) {
    const double part = m.z[0] / sum;  // z^(1 − p)
    const Mat3 bend = (kSharpness - 1.0) * part * (spread - slope * slope.transpose() / sum);
    const Eigen::Matrix3Xd turn = limb_rates(joint, q);
    m.rates.row(0).head(m.size) = part * (turn.transpose() * slope).transpose();
    m.bend.topLeftCorner(m.size, m.size) = turn.transpose() * bend * turn;
  }
  out.push_back(m);
}

}  // namespace poise
