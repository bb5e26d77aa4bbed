// As tall as they stand: who is asked for the feet alone steps without bending down.
#pragma once

#include "natural/person.hpp"
#include "natural/told.hpp"

namespace poise {

// What the net is asked of goals for both feet and nothing else: that the head is as high above the lower foot as it
// was, over the feet that stand. The widest stances of captured people are those of sports and fights, and with the
// feet alone the net foresaw a trunk bent by 40° for somebody who stepped 30 cm aside. Other goals are as they were.
Told as_tall(const Person& person, const Pose& start, const Told& told);

}  // namespace poise
