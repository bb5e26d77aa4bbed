// The limits of a limb as inequalities over its natural coordinates, those that a pose touches, and the way back
// inside.
#pragma once

#include "limb/limb_chain.hpp"

namespace poise {

// What the limits are: those of the limb, and what the couplings leave to it on a posed body.
struct LimbSpace {
  const Limb& limb;
  const std::vector<Range>& coupled;
};

enum class BoundKind : int { kRange, kCoupling, kCone, kEllipse, kEdge, kTable };

// c(x) ≤ 0. Radians, or what a coupling counts.
struct LimbBound {
  BoundKind kind;
  int index;     // coordinate of a range or a table, coupling, edge of a polygon
  bool end;      // swing and table: whether of the wrist
  double sign;   // range, coupling and table: +1 the upper end, −1 the lower one
  Vec7 normal;   // dc/dx
  double slack;  // −c, not less than zero
};

inline constexpr double kTouch = 1e-9;  // radians from a limit that count as touching it; clamping leaves 1e-15

inline constexpr int kMostBounds = 24;

struct BoundList {
  std::array<LimbBound, kMostBounds> items;
  int count = 0;
  void add(const LimbBound& bound) {
    if (count < kMostBounds) items[static_cast<std::size_t>(count++)] = bound;
  }
  const LimbBound& operator[](int i) const { return items[static_cast<std::size_t>(i)]; }
};

// The limits that x touches or is near. At a concave corner of a polygon one of its two edges is enough: the one that
// lets a function with this slope fall farther.
BoundList near_bounds(const LimbSpace& space, const Vec7& x, const Vec7& slope);

// dc/dx of a bound that is not linear, at another place; zero for the linear ones.
Vec7 bent_slope(const LimbSpace& space, const LimbBound& bound, const Vec7& x);

// The nearest pose inside, group by group: swing, then twist there; couplings by turns with the rest. False when the
// couplings could not be met.
bool clamp_limb(const LimbSpace& space, Vec7& x);

}  // namespace poise
