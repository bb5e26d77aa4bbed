// The best turn of one joint while all others rest: the inner problem of cyclic coordinate descent, in closed form
// (Welman 4.2.1, eqs. 4.16–4.24).
//
// Points x and directions that a joint carries shall come to goals d. Turned by X about the joint's centre, the squared
// distances are Σ w |d − X r|² = const − 2 tr(Xᵀ G) with G = Σ w d rᵀ, all measured from the centre, so that the best
// turn is the one with the largest tr(Xᵀ G). As a quadratic form of the quaternion of X it is qᵀ N q (Davenport's
// matrix N): the best ball is the eigenvector of the largest eigenvalue, the best swing that of the part without twist.
#pragma once

#include "body/coordinates.hpp"

namespace poise {

// tr(Mᵀ G), which is to become large.
inline double agreement(const Mat3& M, const Mat3& G) { return M.cwiseProduct(G).sum(); }

// Davenport's matrix, over (w, x, y, z): R(q) = (w² − v·v) 1 + 2 v vᵀ + 2 w [v]×.
Eigen::Matrix4d davenport(const Mat3& G);

// What one angle φ makes of the squared distances: α cos φ + β sin φ + γ cos 2φ + δ sin 2φ, which is to become small.
// The second pair is there when only some axes of a goal count: then points on a circle come nearest to a line or plane
// at up to two places.
struct Waves {
  double alpha = 0.0, beta = 0.0, gamma = 0.0, delta = 0.0;
  double operator()(double phi) const;
};
// The best angle in a range, the nearest to `now` of equally good ones; exact.
double best_angle(const Waves& waves, const Range& range, double now);

// The best flexion and twist of an elbow inside its ranges, exact: for every twist the best flexion has a closed form,
// and what is left is a search over one angle.
Vec2 best_elbow(const Mat3& G, const Range& flexion, const Range& twist, const Vec2& now);

// The best free turn of a swing or a ball joint; the nearest to `now` where several are as good.
Quat best_swing(const Mat3& G, const Quat& now);
Quat best_ball(const Mat3& G, const Quat& now);

}  // namespace poise
