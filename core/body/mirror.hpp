// Mirror images of poses, for figures that are their own mirror image.
//
// A segment frame is reflected in its lateral axis a, the world in a plane. Every joint takes the reflected motion of
// its partner, which for true mirror images is the partner's coordinates with signs. A free base T goes to Σ T S: Σ
// reflects the world, S the root's frame. Both reflections of a rotation are half turns up to sign, so the quaternion
// of the base goes to n ⊗ q ⊗ a, n being the normal of the plane (cf. `poise.transform.reflect`).
#pragma once

#include <vector>

#include "body/coordinates.hpp"

namespace poise {

// What mirrors what; the base of a figure, its first joint, is free with plain placements, or has no coordinates.
struct Mirror {
  std::vector<int> source;    // of every stored coordinate but those of a free base: where its mirror image is kept
  VecX sign;                  // and the factor it gets; 0 for a free base
  std::vector<int> partner;   // of every joint
  Vec3 axis = Vec3::UnitX();  // a, a coordinate axis
};

// x ↦ x − 2 (n · x − offset) n
struct MirrorPlane {
  Vec3 normal;
  double offset;
};

// The plane in which the root is its own mirror image. Of a figure without a free base it is not asked for.
MirrorPlane mirror_plane(const Figure& figure, const Mirror& mirror, const ConstVec& q);

// The mirror image of a motion (tangent) from a pose that is its own image.
VecX mirror_motion(const Figure& figure, const Mirror& mirror, const VecX& v);

VecX mirror_image(const Figure& figure, const Mirror& mirror, const MirrorPlane& plane, const ConstVec& q);

}  // namespace poise
