// Symmetric matrices seen from another basis: reflections from both sides at once.
#pragma once

namespace poise {

// A ← P A P with the reflection P = 1 − β h hᵀ, of a symmetric m × m matrix of which only the lower half, column after
// column with `stride` between them, is read and written: with p = β A h and w = p − ½ β (h · p) h it is
// A − h wᵀ − w hᵀ. `w` is room for m numbers.
void reflect_two_sided(const double* h, double beta, int m, double* lower, int stride, double* w);

// The same by four reflections in one, Q = 1 − V T Vᵀ (lanes.hpp): A ← Qᵀ A Q. With W = A V and X = W T − ½ V Tᵀ Vᵀ W T
// it is A − X Vᵀ − V Xᵀ. Of the result only what lies behind the first four rows and columns is right: nothing more is
// needed once they are turned. `room` is for 4 m numbers.
void reflect_four_two_sided(const double* V, int V_stride, const double* T, int m, double* lower, int stride,
                            double* room);

}  // namespace poise
