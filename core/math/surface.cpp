#include "math/surface.hpp"

#include <algorithm>
#include <cmath>

namespace poise {

namespace {

constexpr double kTiny = 1e-12;  // shorter is no direction

// A point or a line blown up by `radius`; where every way leads off, `any` is taken.
Nearness from_core(const Vec3& away, double radius, const Vec3& any) {
  const double length = away.norm();
  return {length - radius, length > kTiny ? Vec3(away / length) : any};
}

// The nearest point y of Σ y²/a² = 1 solves y = a² x / (s + b) for the largest s that puts it there, where b = a² − min
// a² keeps all digits: the root of F(s) = Σ (a x / (s + b))² − 1. For s > 0 F falls and is convex, so Newton's method
// climbs to the root from any start before it, and s₀ = max (a |x| − b) is one.
Nearness from_ellipsoid(const Vec3& radii, Vec3 x) {
  int shortest = 0;
  radii.minCoeff(&shortest);
  // In the middle plane across the shortest axis both sides are as near: take one.
  const double least = kTiny * radii[shortest];
  if (std::abs(x[shortest]) < least) x[shortest] = least;
  const Vec3 squares = radii.cwiseProduct(radii);
  const Vec3 beyond = squares - Vec3::Constant(squares[shortest]);
  double s = (radii.cwiseProduct(x.cwiseAbs()) - beyond).maxCoeff();
  for (int round = 0; round < 100; ++round) {
    const Vec3 below = Vec3::Constant(s) + beyond;
    const Vec3 terms = radii.cwiseProduct(x).cwiseQuotient(below);
    const double F = terms.squaredNorm() - 1.0;
    const double slope = -2.0 * terms.cwiseProduct(terms).cwiseQuotient(below).sum();
    const double next = s - F / slope;
    if (!(next > s)) break;
    s = next;
  }
  const Vec3 y = squares.cwiseProduct(x).cwiseQuotient(Vec3::Constant(s) + beyond);
  const Vec3 outward = y.cwiseQuotient(squares).normalized();
  return {outward.dot(x - y), outward};
}

}  // namespace

Nearness nearness(const Surface& surface, const Vec3& point) {
  const Vec3 x = surface.frame.R.transpose() * (point - surface.frame.p);
  Nearness found{};
  switch (surface.kind) {
    case SurfaceKind::kPlane:
      found = {x.z(), Vec3::UnitZ()};
      break;
    case SurfaceKind::kSphere:
      found = from_core(x, surface.size.x(), Vec3::UnitY());
      break;
    case SurfaceKind::kCylinder:
      found = from_core(Vec3(x.x(), x.y(), 0.0), surface.size.x(), Vec3::UnitX());
      break;
    case SurfaceKind::kEllipsoid:
      found = from_ellipsoid(surface.size, x);
      break;
  }
  found.outward = surface.frame.R * found.outward;
  return found;
}

Mat3 turning(const Surface& surface, const Vec3& point) {
  constexpr double kStep = 1e-5;
  Mat3 D;
  for (int k = 0; k < 3; ++k) {
    const Vec3 h = kStep * Vec3::Unit(k);
    D.col(k) = (nearness(surface, point + h).outward - nearness(surface, point - h).outward) / (2.0 * kStep);
  }
  return 0.5 * (D + D.transpose());
}

}  // namespace poise
