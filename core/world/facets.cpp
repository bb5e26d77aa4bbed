#include "world/facets.hpp"

#include <algorithm>
#include <limits>

namespace poise {

namespace {

// The last place of the round to leave along n: least n · c(t) − r(t), evened out.
double last_to_leave(const Round& round, const Vec3& n) {
  const double slope = n.dot(round.b - round.a) - (round.rb - round.ra);
  return std::min(1.0, std::max(0.0, 0.5 - slope / kEven));
}

void consider(const Round& round, const Vec3& n, double offset, double t, Closest& best) {
  const double even = t - 0.5;
  const double height = n.dot(round.center(t)) - round.radius(t) - offset + 0.5 * kEven * even * even;
  if (height <= best.distance) return;
  best.distance = height;
  best.normal = n;
  best.t = t;
}

// The edge of the corners that are farthest along n, and where the axis passes it.
double passing(const Facets& facets, const Round& round, const Vec3& n, const Vec3& along, double farthest) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  Vec3 from = round.a, to = round.a;
  for (const Vec3& corner : facets.corners) {
    if (n.dot(corner) < farthest - 1e-9) continue;
    const double place = along.dot(corner);
    if (place < low) {
      low = place;
      from = corner;
    }
    if (place > high) {
      high = place;
      to = corner;
    }
  }
  return closest(Round{round.a, round.b, 0.0, 0.0}, Round{from, to, 0.0, 0.0}).t;
}

}  // namespace

Closest way_out(const Facets& facets, const Round& round) {
  Closest best;
  best.distance = -std::numeric_limits<double>::infinity();
  for (const auto& [normal, offset] : facets.planes)
    consider(round, normal, offset, last_to_leave(round, normal), best);
  for (const auto& [i, j] : facets.edges) {
    const Vec3 edge = facets.corners[static_cast<std::size_t>(j)] - facets.corners[static_cast<std::size_t>(i)];
    const Vec3 across = edge.cross(round.b - round.a);
    if (across.norm() < 1e-9 * edge.norm()) continue;
    for (const double side : {1.0, -1.0}) {
      const Vec3 n = side * across.normalized();
      double farthest = -std::numeric_limits<double>::infinity();
      for (const Vec3& corner : facets.corners) farthest = std::max(farthest, n.dot(corner));
      if (n.dot(round.a) - std::min(round.ra, round.rb) - farthest <= best.distance) continue;
      consider(round, n, farthest, passing(facets, round, n, edge.normalized(), farthest), best);
    }
  }
  best.distance -= facets.rounding;
  best.on_first = round.center(best.t) - round.radius(best.t) * best.normal;
  best.on_second = best.on_first - best.distance * best.normal;
  return best;
}

std::vector<Brink> brinks_of_face(const Facets& facets, const Vec3& outward) {
  constexpr double kSamePlane = 1e-9;  // of a unit vector: faces are triangles, several of them in one plane
  const auto less = [&](const auto& a, const auto& b) { return a.first.dot(outward) < b.first.dot(outward); };
  const auto& [n, height] = *std::max_element(facets.planes.begin(), facets.planes.end(), less);
  std::vector<Brink> brinks;
  for (const auto& [normal, offset] : facets.planes) {
    const double tilt = normal.dot(n);
    const Vec3 e = normal - tilt * n;
    if (e.norm() > kSamePlane) brinks.emplace_back(e, offset - tilt * height);
  }
  return brinks;
}

}  // namespace poise
