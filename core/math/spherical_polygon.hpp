// A polygon of great arcs on the unit sphere (Korein; Baerlocher 3.6.1).
//
// The allowed side is to the left of the directed edges, seen from outside the sphere. Concave polygons and
// either orientation are welcome; edges must be shorter than π and must not cross.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "math/rotation.hpp"

namespace poise {

class SphericalPolygon {
 public:
  explicit SphericalPolygon(std::vector<Vec3> unit_vertices);

  struct Nearest {
    Vec3 point;   // on the boundary
    bool inside;  // whether the asked direction is on the allowed side
  };

  // The boundary point nearest to a unit direction. The great arc to it meets no other edge, so the side on
  // which it leaves the boundary decides whether the direction is inside: no separate point-in-polygon test.
  Nearest nearest(const Vec3& direction) const;

  // A tangent of the boundary as seen from inside: how far it is in the `outward` direction (a unit tangent at d).
  struct Edge {
    Vec3 outward;
    double room;  // radians
  };

  // The nearest tangent, and when the nearest edge ends in a convex corner, the next nearest edge there too.
  struct NearEdges {
    std::array<Edge, 2> edges;
    std::size_t count = 0;
  };
  NearEdges near_edges(const Vec3& direction) const;

  const std::vector<Vec3>& vertices() const { return vertices_; }
  const std::vector<Vec3>& normals() const { return normals_; }

 private:
  // What tells on which part of an edge's circle a direction has its foot: beyond the start, beyond the end, on the far
  // side.
  struct Ends {
    Vec3 start, end, middle;
  };
  struct ArcPoint {
    Vec3 point;
    int end;  // −1 at the start vertex, +1 at the end vertex, 0 between them
  };

  ArcPoint nearest_on_arc(std::size_t edge, double height, const Vec3& direction) const;
  ArcPoint nearest_of_all(const Vec3& direction, std::size_t& edge) const;
  bool leaves_inward(std::size_t vertex, const Vec3& toward) const;

  std::vector<Vec3> vertices_;
  std::vector<Vec3> normals_;  // unit normal of edge i (vertex i to i+1), pointing to the allowed side
  std::vector<Ends> ends_;     // of the edges
};

// Why these vertices make no polygon ("" when they do): repeated or opposite neighbours, crossing edges.
std::string polygon_problem(const std::vector<Vec3>& unit_vertices);

}  // namespace poise
