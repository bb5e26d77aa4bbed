// How much of the sky the points of a body see past its other parts: ambient occlusion in closed form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace poise {

// Points with their unit normals (three numbers each) and the segments they belong to.
struct Points {
  std::size_t count;
  const double* places;
  const double* normals;
  const std::int64_t* owners;
};

// Balls that fill the body: middle and radius (four numbers each), and the segments they belong to.
struct Balls {
  std::size_t count;
  const double* balls;
  const std::int64_t* owners;
};

// The share of the sky, 0 … 1, that every point sees. A ball of radius r at distance d hides the share (r/d)² cos θ of
// the light that falls on a point, θ from its normal (the form factor of a sphere); none hides the sky from its own
// segment. Balls whose middle is nearer than `clear` radii belong to the same part of the body and hide nothing; over
// `fading` radii more they begin to.
std::vector<double> seen_sky(const Points& points, const Balls& balls, float strength, float clear, float fading);

}  // namespace poise
