// Where a solve begins: at the pose that was foreseen, with eyes and hands brought to their goals by neck and arms.
//
// Limb first, what is foreseen leaves the head where the start has it, and its hands miss their goals by some
// centimetres. A solver would spend its first, longest and dearest steps on that, with the whole body and all limits;
// neck and arms alone come most of the way in microseconds. Preferred is what was foreseen, all the same.
#pragma once

#include "natural/foresight.hpp"

namespace poise {

// Coordinates inside all limits; those that were foreseen where neck and arms have nothing to do, or gain nothing.
VecX beginning(const Person& person, const Foresight& seen);

}  // namespace poise
