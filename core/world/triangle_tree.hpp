// Triangles in a tree of boxes: how far a point is from them, and how often they go round it.
#pragma once

#include <array>
#include <vector>

#include "math/rotation.hpp"

namespace poise {

class TriangleTree {
 public:
  TriangleTree(std::vector<Vec3> corners, std::vector<std::array<int, 3>> faces);

  // How far a point is from the surface, and the number of the nearest face. `near`: a face that is probably near it,
  // as the nearest one of a neighbour; the better that guess, the fewer faces are looked at. `slack` (m): faces that
  // are nearer by no more than that need not be found.
  struct Found {
    double distance;
    int face;
  };
  Found nearest(const Vec3& point, int near = 0, double slack = 0.0) const;
  // The winding number: 1 inside a closed surface whose faces turn counter-clockwise seen from outside, 0 outside.
  // Faces far away are taken together as a dipole (Barill et al. 2018, first order), which is right to a few
  // hundredths.
  double winding(const Vec3& point) const;

 private:
  struct Node {
    Vec3 low, high;
    Vec3 center, area;       // of the dipole: where, and the sum of the faces' areas times their normals
    double radius = 0.0;     // of a ball about the centre around all faces
    int begin = 0, end = 0;  // of its faces
    int right = 0;           // its second child; the first one follows it. 0: a leaf
  };

  int build(int begin, int end, std::vector<Vec3>& middles);
  void bound(Node& node) const;
  struct Search {
    Vec3 point;
    double slack;
    Found best;    // its distance is squared
    double limit;  // squared: what is farther cannot be better
    void take(double squared, int face);
  };
  void look(int node, Search& search) const;
  double squared_distance(const Vec3& point, int face) const;
  double around(int node, const Vec3& point) const;
  const Vec3& corner(int face, int k) const {
    return corners_[static_cast<std::size_t>(faces_[static_cast<std::size_t>(face)][static_cast<std::size_t>(k)])];
  }

  std::vector<Vec3> corners_;
  std::vector<std::array<int, 3>> faces_;
  std::vector<Node> nodes_;
};

}  // namespace poise
