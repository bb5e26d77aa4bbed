// How far a limb is from a goal, as smooth functions of its natural coordinates.
#pragma once

#include "limb/limb_chain.hpp"

namespace poise {

// Sums of squares, so that they keep their digits near zero: ½|site − g|², or 1 − cos of the angle that is missing, of
// the whole hand (1 − cos α = ¼ Σ |r − q|² over its axes), of one axis, or of where that axis aims.
struct LimbMeasure {
  enum class Kind : int { kDistance, kTurn, kDirection, kAim };

  Kind kind = Kind::kDistance;
  Vec3 point = Vec3::Zero();     // from the shoulder, in the carrier's axes
  Mat3 hand = Mat3::Identity();  // wanted R₁ e^(θh) R₃
  Vec3 axis = Vec3::UnitZ();     // of the hand, at the zero configuration
  Vec3 direction = Vec3::UnitZ();

  double value(const LimbPlace& place) const;
  Vec7 slope(const LimbPlace& place) const;

  // The measure as half the square of an error e of three numbers, at least near zero: e, and its derivative Jᵀ.
  struct Linear {
    Eigen::Matrix<double, 7, 3> rows;
    Vec3 error;
  };
  Linear linear(const LimbPlace& place) const;
  // Metres, or radians.
  double error(const LimbPlace& place) const;
};

// What a goal asks first, and what it asks of the poses that are best in that: two for a placement or an axis.
struct LimbAims {
  LimbMeasure first, second;
  bool both = false;
};
LimbAims aims_of(const LimbStance& stance, const LimbGoal& goal);

}  // namespace poise
