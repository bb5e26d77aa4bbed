#include "math/spherical_polygon.hpp"

#include <algorithm>
#include <cmath>

namespace poise {

namespace {

constexpr double kRounding = 1e-20;  // of squared lengths on the unit sphere: a ten-billionth, squared

// The counter-clockwise angle in [0, 2π) from tangent u to tangent v at the sphere point p.
double turn(const Vec3& p, const Vec3& u, const Vec3& v) {
  const double angle = std::atan2(p.dot(u.cross(v)), u.dot(v));
  return angle < 0.0 ? angle + 2.0 * kPi : angle;
}

Vec3 tangent_toward(const Vec3& p, const Vec3& q) { return q - q.dot(p) * p; }

bool arcs_cross(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 n = a.cross(b), m = c.cross(d);
  const double sc = n.dot(c), sd = n.dot(d), sa = m.dot(a), sb = m.dot(b);
  if (sc * sd > 0.0 || sa * sb > 0.0) return false;
  const Vec3 line = n.cross(m);
  if (line.norm() < 1e-12) {  // on one great circle: they overlap if an end of one lies within the other
    const auto within = [&](const Vec3& x) {
      return a.cross(x).dot(n) >= -1e-12 && x.cross(b).dot(n) >= -1e-12 && x.dot(a + b) > 0.0;
    };
    return within(c) || within(d);
  }
  // The circles meet in ±line: one of the two must lie on both arcs, not one on each.
  const auto on_both = [&](const Vec3& x) {
    return a.cross(x).dot(n) >= 0.0 && x.cross(b).dot(n) >= 0.0 && c.cross(x).dot(m) >= 0.0 && x.cross(d).dot(m) >= 0.0;
  };
  return on_both(line) || on_both(-line);
}

}  // namespace

SphericalPolygon::SphericalPolygon(std::vector<Vec3> unit_vertices) : vertices_(std::move(unit_vertices)) {
  for (std::size_t i = 0; i < vertices_.size(); ++i) {
    const Vec3 &a = vertices_[i], &b = vertices_[(i + 1) % vertices_.size()];
    const Vec3 n = normals_.emplace_back(a.cross(b).normalized());
    ends_.push_back({n.cross(a), b.cross(n), a + b});
  }
}

// The point of an edge nearest to a direction, which is this high above its plane.
SphericalPolygon::ArcPoint SphericalPolygon::nearest_on_arc(std::size_t edge, double height, const Vec3& d) const {
  const Ends& ends = ends_[edge];
  if (ends.start.dot(d) >= 0.0 && ends.end.dot(d) >= 0.0 && ends.middle.dot(d) > 0.0) {
    const Vec3 in_plane = d - height * normals_[edge];
    const double length = in_plane.norm();
    if (length > 1e-14) return {in_plane / length, 0};
  }
  const Vec3 &a = vertices_[edge], &b = vertices_[edge + 1 < vertices_.size() ? edge + 1 : 0];
  return (d - a).squaredNorm() <= (d - b).squaredNorm() ? ArcPoint{a, -1} : ArcPoint{b, 1};
}

// The point of all edges nearest to a direction, and its edge. No arc is nearer than its great circle, whose chord is
// no shorter than the sine of the angle to it: where the direction is inside all circles and the foot on the nearest of
// them lies on the arc, no other edge need be looked at, and else none whose circle is farther than an arc is.
SphericalPolygon::ArcPoint SphericalPolygon::nearest_of_all(const Vec3& direction, std::size_t& edge) const {
  constexpr std::size_t kKept = 32;  // heights that are not worked out twice; few polygons have more edges
  const std::size_t n = vertices_.size();
  double heights[kKept];
  const auto height_of = [&](std::size_t i) { return i < kKept ? heights[i] : normals_[i].dot(direction); };
  double least = 1e300;
  for (std::size_t i = 0; i < n; ++i) {
    const double height = normals_[i].dot(direction);
    if (i < kKept) heights[i] = height;
    if (height < least) {
      least = height;
      edge = i;
    }
  }
  const ArcPoint lowest = nearest_on_arc(edge, least, direction);
  if (least > 0.0 && lowest.end == 0) return lowest;
  double best = (direction - lowest.point).squaredNorm();
  ArcPoint found = lowest;
  const std::size_t looked_at = edge;
  for (std::size_t i = 0; i < n; ++i) {
    const double height = height_of(i);
    if (height * height > best + kRounding) continue;
    const ArcPoint p = i == looked_at ? lowest : nearest_on_arc(i, height, direction);
    const double distance = (direction - p.point).squaredNorm();
    if (distance < best || (distance == best && i < edge)) {  // of edges that meet there, the first
      best = distance;
      edge = i;
      found = p;
    }
  }
  return found;
}

SphericalPolygon::Nearest SphericalPolygon::nearest(const Vec3& direction) const {
  std::size_t edge = 0;
  const ArcPoint found = nearest_of_all(direction, edge);
  if (found.end == 0) return {found.point, direction.dot(normals_[edge]) >= 0.0};
  const std::size_t vertex = found.end < 0 ? edge : (edge + 1) % vertices_.size();
  return {found.point, leaves_inward(vertex, direction)};
}

SphericalPolygon::NearEdges SphericalPolygon::near_edges(const Vec3& direction) const {
  NearEdges found;
  const std::size_t n = vertices_.size();
  std::size_t edge = 0;
  const ArcPoint nearest = nearest_of_all(direction, edge);
  const auto along = [&](std::size_t i) {  // the whole great circle of an edge
    const Vec3 out = -(normals_[i] - normals_[i].dot(direction) * direction);
    if (out.norm() > 1e-9)
      found.edges[found.count++] = {out.normalized(), std::asin(std::clamp(normals_[i].dot(direction), -1.0, 1.0))};
  };
  if (nearest.end == 0) {
    along(edge);
  } else {  // a corner that juts into the region: keep off it
    const Vec3 out = tangent_toward(direction, nearest.point);
    if (out.norm() > 1e-9)
      found.edges[found.count++] = {out.normalized(), angle_between(direction, nearest.point)};
    else
      along(edge);
  }
  // The convex corner that is nearer along this edge.
  const bool toward_start =
      (direction - vertices_[edge]).squaredNorm() < (direction - vertices_[(edge + 1) % n]).squaredNorm();
  const std::size_t other = toward_start ? (edge + n - 1) % n : (edge + 1) % n;
  const bool convex =
      toward_start ? normals_[edge].dot(vertices_[other]) > 0.0 : normals_[edge].dot(vertices_[(other + 1) % n]) > 0.0;
  if (convex) along(other);
  return found;
}

// Inside, at a vertex, is the sector swept counter-clockwise from the next edge to the previous one.
bool SphericalPolygon::leaves_inward(std::size_t vertex, const Vec3& toward) const {
  const std::size_t n = vertices_.size();
  const Vec3& p = vertices_[vertex];
  const Vec3 next = tangent_toward(p, vertices_[(vertex + 1) % n]);
  const Vec3 previous = tangent_toward(p, vertices_[(vertex + n - 1) % n]);
  const Vec3 out = tangent_toward(p, toward);
  if (out.squaredNorm() == 0.0) return p.dot(toward) > 0.0;  // at the vertex itself, which is allowed
  return turn(p, next, out) <= turn(p, next, previous);
}

std::string polygon_problem(const std::vector<Vec3>& v) {
  const std::size_t n = v.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3& a = v[i];
    const Vec3& b = v[(i + 1) % n];
    const std::string pair = std::to_string(i + 1) + " and " + std::to_string((i + 1) % n + 1);
    if ((a - b).norm() < 1e-9) return "vertices " + pair + " are the same";
    if ((a + b).norm() < 1e-9) return "vertices " + pair + " are opposite, so the edge between them is not defined";
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 2; j < n; ++j) {
      if (i == 0 && j == n - 1) continue;  // neighbours share a vertex
      if (arcs_cross(v[i], v[i + 1], v[j], v[(j + 1) % n])) {
        return "edges " + std::to_string(i + 1) + " and " + std::to_string(j + 1) + " cross";
      }
    }
    // A spike: the next edge runs straight back along this one.
    const Vec3& p = v[(i + 1) % n];
    const Vec3 back = tangent_toward(p, v[i]).normalized(), on = tangent_toward(p, v[(i + 2) % n]).normalized();
    if ((back - on).norm() < 1e-9)
      return "edges " + std::to_string(i + 1) + " and " + std::to_string((i + 1) % n + 1) + " lie on each other";
  }
  return "";
}

}  // namespace poise
