// The keys of a motion, taken apart into numbers that move on a line and rotations, which move on SO(3).
//
// Angles, distances and the base's position are plain numbers. A ball and the base's turn are rotations. The limb of a
// swing joint moves on the sphere; its keys are lifted to rotations that carry it along the great arcs from key to key
// without turning about itself (parallel transport). A curve through the lifted keys, seen at the limb, is a curve on
// the sphere; which twist the lift began with changes nothing.
//
// This folder is for poses over time: curves through keys, and many poses at once. It may know `limits`, `body` and
// `math`; the bindings use it.
#pragma once

#include <vector>

#include "body/figure.hpp"

namespace poise {

// A joint's share: where its numbers stand in stored coordinates, in tangents, and among the parts below; −1 for none.
struct CurvePart {
  Model model;
  int q, v;
  int line;  // its first number
  int turn;  // its rotation
};

// n keys. Time h between them and the way Δ: numbers first, then rotation vectors in the moving frame, x y z each.
struct CurveKeys {
  CurveKeys(const Figure& figure, const VecX& times, const MatX& stored);

  Eigen::Index count() const { return times.size(); }
  Eigen::Index ways() const { return lines + 3 * turns; }

  VecX times;
  MatX stored;  // size × n, a key a column
  std::vector<CurvePart> parts;
  Eigen::Index lines = 0, turns = 0;
  MatX line_keys;                            // lines × n
  std::vector<std::vector<Quat>> turn_keys;  // by rotation, then by key
  VecX spans;                                // h, n − 1
  MatX way;                                  // Δ, ways × (n − 1)
};

}  // namespace poise
