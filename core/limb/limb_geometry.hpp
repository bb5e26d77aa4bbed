// Small geometry that the solution of limbs is made of.
#pragma once

#include "limb/limb.hpp"

namespace poise {

// x turned about a unit axis.
Vec3 turned(const Vec3& axis, double angle, const Vec3& x);

// ω of the frame (x̂, ŷ) with ŷ along the part of b across x, when x and b move.
Vec3 frame_rate(const Vec3& x, const Vec3& dx, const Vec3& b, const Vec3& db);

// |a + e^(θh) b|² = along² + upper² + lower² + 2 upper lower cos(θ − straight)   (Tolani eq. 5)
struct HingeTriangle {
  HingeTriangle(const Vec3& a, const Vec3& h, const Vec3& b);

  // How far θ is from straight at a distance; the products keep their digits at either end.
  double bend(double distance) const;
  double distance(double theta) const;

  double along, upper, lower, straight, farthest, nearest;
};

// Where the elbow points, seen along w from the shoulder. A straight limb has its hinge to say it (Kulpa).
Vec3 elbow_direction(const Limb& limb, const Vec3& w, int branch);

// Which way a hinge angle bends the limb: 0 on beyond its straightest angle, 1 back from it.
int branch_of(const Limb& limb, double hinge);

}  // namespace poise
