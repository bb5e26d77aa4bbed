// Symmetric matrices seen from another basis: reflections from both sides at once.
#pragma once

namespace poise {

// A ← P A P with the reflection P = 1 − β h hᵀ, of a symmetric m × m matrix of which only the lower half, column after
// column with `stride` between them, is read and written: with p = β A h and w = p − ½ β (h · p) h it is
// A − h wᵀ − w hᵀ. `w` is room for m numbers.
void reflect_two_sided(const double* h, double beta, int m, double* lower, int stride, double* w);

}  // namespace poise
