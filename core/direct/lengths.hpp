// How large a figure is: what makes pulls and gains the same in millimetres and in metres (Welman 4.1.4).
#pragma once

#include <vector>

#include "body/figure.hpp"

namespace poise {

// What a length of the figure is measured by: the mean link, so that a link's end that is off by that much counts as
// much as a link that is turned by a radian. 1 when the figure has no extent.
double unit_of(const Figure& figure);

// The length of every joint's link: from its centre to the farthest joint or site on its segment, or, where that is
// nothing (joints at one place), the length of the link behind it.
std::vector<double> link_lengths(const Figure& figure);

}  // namespace poise
