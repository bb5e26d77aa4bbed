// Many poses of one figure at once: where its parts are, and whether limits hold.
#pragma once

#include <vector>

#include "body/figure.hpp"
#include "motion/pose_curve.hpp"

namespace poise {

// A pose a column.
struct HeldPoses {
  MatX poses;               // size × n
  std::vector<bool> moved;  // which of them had to be brought inside the limits
};

// The poses of a curve at given times; with `hold`, the nearest ones inside all limits and couplings.
HeldPoses sampled(const PoseCurve& curve, const VecX& times, bool hold);

// Places of sites: of every pose, 3 numbers a site. Of the centre of mass: 3 numbers.
MatX site_places(const Figure& figure, const MatX& poses, const std::vector<int>& sites);
MatX mass_centers(const Figure& figure, const MatX& poses);

// Placements of all segments: of every pose, 7 numbers a segment, position and quaternion x y z w.
MatX segment_placements(const Figure& figure, const MatX& poses);

}  // namespace poise
