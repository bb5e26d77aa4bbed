// Closing a hand: its digits bend, joint after joint from the palm outwards, until they touch something.
#pragma once

#include <vector>

#include "world/body_shape.hpp"
#include "world/world.hpp"

namespace poise {

// One joint of a digit: which stored coordinate bends it, from where and how far at most (rad).
struct Bend {
  int coordinate = 0;
  int degree = 0;   // the degree of freedom that it is
  int segment = 0;  // the first segment that it carries; the digit's others follow it
  double from = 0.0, to = 0.0;
  double follows = 0.0;  // as long as the joint before it bends: this share of that one's bend, as a tendon has it
  double alone = 0.0;    // how much farther it may bend than it follows, rad, once its digit touches something
};

using Digit = std::vector<Bend>;  // from the palm outwards

// A part that is this near (m) touches.
inline constexpr double kContact = 5e-5;

// The coordinates `q` with the digits closed, in their order. Each joint bends, its own tendon drawing the next one
// along, until something that it carries touches an obstacle of the world or another part of the body (as near as
// their pair may come); then it stays, and the next one bends. A joint that follows a tendon goes on alone only when
// its digit touches something: the tendon lets go under load (Baerlocher 3.8.1). Steps are as long as what is nearest
// allows, so that nothing thin is passed (conservative advancement; Mirtich 1996). A joint that begins inside of
// something first bends until it is out, and stays where it begins if it never is.
VecX closed(const Figure& figure, const BodyShape& body, const World& world, const std::vector<Digit>& digits, VecX q);

}  // namespace poise
