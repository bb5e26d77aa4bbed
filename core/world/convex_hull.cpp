// The hull of points, grown point by point, and distances from it.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>

#include "world/facets.hpp"
#include "world/solid.hpp"
#include "world/triangle.hpp"

namespace poise {

namespace {

struct HullFace {
  int a, b, c;  // counter-clockwise seen from outside
  Vec3 normal;
  double offset;  // normal · x = offset on its plane
};

class HullBuilder {
 public:
  explicit HullBuilder(const std::vector<Vec3>& points) : points_(points) {
    Vec3 low = points_.front(), high = low;
    for (const Vec3& p : points_) {
      low = low.cwiseMin(p);
      high = high.cwiseMax(p);
    }
    flat_ = 1e-9 * (high - low).norm();
    begin();
    for (int i = 0; i < static_cast<int>(points_.size()); ++i) add(i);
  }
  const std::vector<HullFace>& faces() const { return faces_; }

 private:
  const Vec3& point(int i) const { return points_[static_cast<std::size_t>(i)]; }

  template <typename Measure>
  int farthest(Measure&& measure) const {
    int best = 0;
    double most = -1.0;
    for (int i = 0; i < static_cast<int>(points_.size()); ++i) {
      const double value = measure(point(i));
      if (value > most) {
        most = value;
        best = i;
      }
    }
    if (most <= flat_) throw std::invalid_argument("the points of a hull lie in one plane");
    return best;
  }

  // A tetrahedron of points that are far apart.
  void begin() {
    const int a = 0;
    const int b = farthest([&](const Vec3& p) { return (p - point(a)).norm(); });
    const Vec3 along = (point(b) - point(a)).normalized();
    const int c = farthest([&](const Vec3& p) { return (p - point(a)).cross(along).norm(); });
    const Vec3 across = along.cross(point(c) - point(a)).normalized();
    const int d = farthest([&](const Vec3& p) { return std::abs((p - point(a)).dot(across)); });
    inside_ = 0.25 * (point(a) + point(b) + point(c) + point(d));
    for (const auto& face : {std::array<int, 3>{a, b, c}, {a, b, d}, {a, c, d}, {b, c, d}})
      add_face(face[0], face[1], face[2]);
  }

  void add_face(int a, int b, int c) {
    Vec3 normal = (point(b) - point(a)).cross(point(c) - point(a));
    if (normal.dot(point(a) - inside_) < 0.0) {
      std::swap(b, c);
      normal = -normal;
    }
    normal.normalize();
    faces_.push_back({a, b, c, normal, normal.dot(point(a))});
  }

  // Faces that see the point go; the edges where they end get new ones.
  void add(int i) {
    const auto sees = [&](const HullFace& face) { return face.normal.dot(point(i)) > face.offset + flat_; };
    std::map<std::pair<int, int>, bool> edges;
    bool outside = false;
    for (const HullFace& face : faces_) {
      if (!sees(face)) continue;
      outside = true;
      for (const auto& [from, to] : {std::pair{face.a, face.b}, {face.b, face.c}, {face.c, face.a}}) {
        if (edges.erase({to, from}) == 0) edges[{from, to}] = true;
      }
    }
    if (!outside) return;
    std::erase_if(faces_, sees);
    for (const auto& [edge, open] : edges) add_face(edge.first, edge.second, i);
  }

  const std::vector<Vec3>& points_;
  std::vector<HullFace> faces_;
  Vec3 inside_ = Vec3::Zero();
  double flat_ = 0.0;
};

class HullSolid final : public Solid {
 public:
  HullSolid(const std::vector<Vec3>& points, double rounding)
      : points_(points), faces_(HullBuilder(points).faces()), rounding_(rounding) {
    facets_.rounding = rounding;
    facets_.corners = points_;
    for (const HullFace& face : faces_) {
      facets_.planes.emplace_back(face.normal, face.offset);
      for (const auto& [from, to] : {std::pair{face.a, face.b}, {face.b, face.c}, {face.c, face.a}}) {
        if (from < to) facets_.edges.emplace_back(from, to);  // the face on its other side has it the other way round
      }
    }
  }
  const Facets* facets() const override { return &facets_; }

  Nearness nearness(const Vec3& point) const override {
    double least = std::numeric_limits<double>::infinity(), deepest = -least;
    Vec3 outward = Vec3::UnitZ(), plane = Vec3::UnitZ();
    for (const HullFace& face : faces_) {
      const double height = face.normal.dot(point) - face.offset;
      if (height > deepest) {
        deepest = height;
        plane = face.normal;
      }
      if (height <= 0.0 || height >= least) continue;
      const Vec3 away = point - nearest_on_triangle(point, corner(face.a), corner(face.b), corner(face.c));
      const double distance = away.norm();
      if (distance < least && distance > 1e-12) {
        least = distance;
        outward = away / distance;
      }
    }
    return deepest <= 1e-12 ? Nearness{deepest - rounding_, plane} : Nearness{least - rounding_, outward};
  }
  Extent extent() const override {
    Extent found{points_.front(), points_.front()};
    for (const Vec3& p : points_) {
      found.low = found.low.cwiseMin(p);
      found.high = found.high.cwiseMax(p);
    }
    found.low.array() -= rounding_;
    found.high.array() += rounding_;
    return found;
  }

 private:
  const Vec3& corner(int i) const { return points_[static_cast<std::size_t>(i)]; }

  std::vector<Vec3> points_;
  std::vector<HullFace> faces_;
  double rounding_;
  Facets facets_;
};

}  // namespace

SolidPtr convex_hull(const std::vector<Vec3>& points, double rounding) {
  if (points.size() < 4) throw std::invalid_argument("a hull needs at least four points");
  return std::make_shared<HullSolid>(points, rounding);
}

}  // namespace poise
