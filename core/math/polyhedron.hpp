// The nearest point of a polyhedron, or a proof that it is empty.
//
//   min ½|x − x₀|²  subject to  A x = b,  G x ≥ h
//
// Solved as a least-distance problem by non-negative least squares (Lawson & Hanson 1974, ch. 23): finite, exact to
// rounding, and when no point exists the multipliers name the rows that contradict each other.
#pragma once

#include <vector>

#include "math/rotation.hpp"

namespace poise {

struct Polyhedron {
  MatX rows;                   // one constraint a row
  VecX bounds;                 // row · x = bound, or ≥ bound
  std::vector<bool> equality;  // which

  void add(const VecX& row, double bound, bool is_equality);
};

struct NearestPoint {
  bool exists = false;
  VecX point;
  std::vector<int> active;  // rows that hold the point; when it does not exist, the rows that clash
};

NearestPoint nearest_point(const Polyhedron& polyhedron, const VecX& from);

}  // namespace poise
