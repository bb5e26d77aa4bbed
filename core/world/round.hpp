// Rounds: the hull of two balls. A limb is one, and with equal radii a capsule, with equal centres a ball.
//
// A round is the union of the balls whose centre and radius go straight from one end to the other. Distances to it are
// therefore least values over the axis: of |x − c(t)| − r(t) for a point x. They are exact, inside as well.
#pragma once

#include "math/surface.hpp"

namespace poise {

struct Round {
  Vec3 a = Vec3::Zero(), b = Vec3::Zero();  // centres of the end balls
  double ra = 0.0, rb = 0.0;                // their radii; |ra − rb| < |b − a| unless it is a ball

  Vec3 center(double t) const { return a + t * (b - a); }
  double radius(double t) const { return ra + t * (rb - ra); }
  Round moved(const Placement& frame) const { return {frame.R * a + frame.p, frame.R * b + frame.p, ra, rb}; }
};

// Where two things are nearest to each other.
struct Closest {
  double distance = 0.0;  // negative when they overlap
  // How the distance grows when the first one moves: away from the second. Unit, but deep inside where two ways out
  // are alike.
  Vec3 normal = Vec3::UnitZ();
  Vec3 on_first = Vec3::Zero();  // the nearest points of their surfaces
  Vec3 on_second = Vec3::Zero();
  double t = 0.0;  // where on the axis of the first: 0 at a, 1 at b
};

// Where parallel axes are alike near along a stretch, the middle of it counts: the least value is sought of the
// distance plus ½ kEven (t − ½)² for each axis. So nearest points never jump, the gradient is that of what is returned,
// and distances are at most kEven / 4 too large (m).
inline constexpr double kEven = 1e-7;

// A point against a round.
Nearness nearness(const Round& round, const Vec3& point);
// A round against another.
Closest closest(const Round& first, const Round& second);

// What the distance of two rounds is at least: quickly, from the nearest points of their axes.
double least_distance(const Round& first, const Round& second);

}  // namespace poise
