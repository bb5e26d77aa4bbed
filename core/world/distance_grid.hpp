// Signed distances on a grid, between which they are smooth: what a mesh is for the world.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "world/solid.hpp"
#include "world/triangle_tree.hpp"

namespace poise {

// Places low + cell · (i, j, k), i from 0 to counts[0] − 1 and so on; a value of number i + counts[0] (j + counts[1]
// k).
struct Lattice {
  Vec3 low = Vec3::Zero();
  double cell = 1.0;  // m
  std::array<int, 3> counts{};

  std::size_t size() const;
  std::size_t number(int i, int j, int k) const;
  Vec3 place(int i, int j, int k) const { return low + cell * Vec3(i, j, k); }
};

using Progress = std::function<void(int, int)>;  // layers done, and of how many

// How far the places of a lattice are from a surface: negative inside, where `closed`; else all are outside. `report`
// is called after every layer.
std::vector<double> signed_distances(const TriangleTree& surface, const Lattice& lattice, bool closed,
                                     const Progress& report);

// The coefficients of the cubic B-spline that goes through values (Unser 1999); single precision is kept of them.
std::vector<float> spline_coefficients(std::vector<double> values, const Lattice& lattice);

// Where that spline, less `shell` (m), is below 0. Between places it has a continuous second derivative, and its
// gradient is what `nearness` tells as the way out: about 1 long, less where two ways out are alike. `box`: around the
// solid. Beyond the lattice the distance is that from the nearest point known at its edge.
SolidPtr distance_grid(std::vector<float> coefficients, const Lattice& lattice, double shell, const Extent& box);

}  // namespace poise
