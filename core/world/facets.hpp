// Solids with plane faces: how a round that has got inside comes out of them.
//
// Outside, the nearest point says it. Inside, the deepest ball of a limb that pierces a board is pushed to neither
// side: what counts is the shortest way by which all of it leaves. That is along the normal of a face, or across an
// edge and the axis (the separating directions of a polytope and a segment).
#pragma once

#include <utility>
#include <vector>

#include "world/round.hpp"
#include "world/stretch.hpp"

namespace poise {

struct Facets {
  std::vector<Vec3> corners;
  std::vector<std::pair<Vec3, double>> planes;  // normal · x ≤ offset inside; unit, outward
  std::vector<std::pair<int, int>> edges;       // corners; of parallel ones one that serves for its direction will do
  double rounding = 0.0;                        // what is added around all of it
};

// Of a round whose axis is inside: negative, with the way out.
Closest way_out(const Facets& facets, const Round& round);
// What ends the face that looks along `outward`: the other faces, brought down to its plane.
std::vector<Brink> brinks_of_face(const Facets& facets, const Vec3& outward);

}  // namespace poise
