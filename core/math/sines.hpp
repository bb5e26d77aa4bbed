// Sines and cosines of many angles at once.
#pragma once

namespace poise {

// To about one unit in the last place.
void sines_of(const double* angles, int count, double* sines, double* cosines);

}  // namespace poise
