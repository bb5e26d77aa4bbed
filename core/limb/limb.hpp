// A limb: two segments between a shoulder, a hinge and a wrist, solved in closed form (Tolani, Goswami & Badler).
//
// Symbols, all in the axes of the segment that carries the limb and at the zero configuration of its joints: s the
// shoulder, a = elbow − s, h the hinge axis, b = wrist − elbow, t = site − wrist, S the site's axes. A pose is
// (R₁, θ, R₃): the shoulder's rotation, the hinge angle, the wrist's rotation. Then
//
//   wrist = s + R₁ (a + e^(θh) b),    site axes = R₁ e^(θh) R₃ S,    site = wrist + R₁ e^(θh) R₃ t     (Tolani eq. 3)
//
// h need be perpendicular to neither a nor b: bent rest offsets and tilted hinges are the general case.
//
// This folder is for arms and legs in closed form, and for the best pose where none reaches. It may know all folders
// above it and uses `limits`, `body` and `math`; only the bindings use it.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <variant>
#include <vector>

#include "body/figure.hpp"
#include "limb/limb_group.hpp"

namespace poise {

// min ≤ Σ factor · coordinate ≤ max, over the natural coordinates of the limb (root 0–2, hinge 3, end 4–6); the share
// of joints outside the limb depends on the pose.
struct LimbCoupling {
  std::vector<std::pair<int, double>> terms;
  std::vector<std::pair<int, double>> outside;  // natural coordinates of the figure
  double min, max;
};

class LimbReach;

// What is made of a limb when it is first asked for, and shared by its copies.
struct LazyReach {
  std::once_flag once;
  std::shared_ptr<const LimbReach> map;
};

struct Limb {
  std::shared_ptr<const Figure> figure;
  int carrier = -1;  // segment, −1 the world
  int site = 0;
  Vec3 shoulder, upper, axis, lower, tool;  // s, a, h, b, t
  Mat3 site_axes;                           // S
  LimbGroup root, end;
  Range hinge{-1e300, 1e300};
  int hinge_slot = 0, hinge_natural = 0, hinge_tangent = 0;
  std::vector<LimbCoupling> couplings;
  std::vector<int> slots;  // where the limb's stored coordinates stand: root, hinge, end
  std::shared_ptr<LazyReach> reach = std::make_shared<LazyReach>();

  int size() const { return static_cast<int>(slots.size()); }
};

// The joint that keeps a chain from being a limb, and why: "… is a slide joint".
struct Misfit {
  int joint;
  std::string why;
};

// The limb from joint `root` (the first of the shoulder) over the hinge `middle` to joint `end` (the last of the
// wrist), which moves `site`. An elbow joint before a ball joint keeps the twist it has in `rest`.
std::variant<Limb, Misfit> make_limb(std::shared_ptr<const Figure> figure, int root, int middle, int end, int site,
                                     const VecX& rest);

}  // namespace poise
