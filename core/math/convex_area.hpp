// A convex area of a plane, and rows that say how far a place is outside it.
//
// Inside, every edge is an inequality of its own. Their lacks do not add up to the distance from outside: beyond a
// corner several edges are broken at once. There the area is seen through the edge that is nearest, as a box: across
// the edge as deep as the area is, along it as long as the edge is. The two directions are perpendicular, so that the
// root of the squares of what they lack is the distance to the nearest point of the area, whether that is on the edge
// or one of its ends; its gradient is the true one as well.
#pragma once

#include <vector>

#include "math/rotation.hpp"

namespace poise {

class ConvexArea {
 public:
  // n · (x − p) ≥ margin for all columns; the normals n, of length one and inward, lie in one plane. When no place has
  // that margin, the area is the one place that has the most, and a row of its own says what is lacking.
  ConvexArea(const Eigen::Matrix3Xd& normals, const Eigen::Matrix3Xd& points, double margin);

  // Edges, the way along the nearest one, and what the margin lacks everywhere.
  int rows() const { return edges() + 2; }
  // The way along the nearest edge: whoever wants the area may go beyond its end, which costs only what it adds to the
  // distance; whoever comes after may not.
  int lenient_row() const { return edges(); }

  // What is wanted: low ≤ (motion of the place along the row's direction) ≤ high.
  void measure(const Vec3& place, Eigen::Ref<VecX> low, Eigen::Ref<VecX> high) const;
  // The directions of the rows (3 × rows) for a place; zero where nothing is asked.
  Eigen::Matrix3Xd directions(const Vec3& place) const;

 private:
  struct Seen {
    int edge = -1;       // the nearest one; −1: inside
    double along = 0.0;  // from its beginning
  };
  int edges() const { return static_cast<int>(normals_.cols()); }
  Seen see(const Vec3& place) const;
  // From a point near by: corners may be far away, where digits are lost.
  double lack(int edge, const Vec3& place) const {
    return offsets_[static_cast<std::size_t>(edge)] + normals_.col(edge).dot(origin_ - place);
  }

  Eigen::Matrix3Xd corners_;             // where edge i begins; in order round the area
  Eigen::Matrix3Xd normals_, tangents_;  // of edge i, towards corner i + 1
  Vec3 origin_ = Vec3::Zero();
  std::vector<double> offsets_;  // of edge i from the origin, along its normal
  std::vector<double> lengths_;  // of edge i; of one without ends 0, as nobody comes there
  std::vector<double> depths_;   // of the area across edge i
  double short_of_ = 0.0;
};

}  // namespace poise
