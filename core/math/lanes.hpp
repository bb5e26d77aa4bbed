// Inner loops of the lane factorisation: many short vectors side by side, entry i of all of them lying together
// ("lanes"), so that vector units work on several at once and nothing has to be summed across them. Widths are
// multiples of kLanes.
#pragma once

namespace poise {

constexpr int kLanes = 8;

// x ← x − β h (h · x) for the `width` vectors whose entries 0 … length − 1 lie `stride` numbers apart.
void reflect_lanes(const double* h, double beta, int length, double* lanes, int stride, int width);

// The squared lengths of the vectors.
void square_lanes(const double* lanes, int stride, int length, int width, double* sums);

// sums ← sums − Σ factor · lane for one entry of all vectors.
void subtract_lanes(double factor, const double* lanes, int width, double* sums);

// x ← x − β h (h · x) for one vector.
void reflect_one(const double* h, double beta, int length, double* x);

// Four reflections in one: H₀ H₁ H₂ H₃ = 1 − V T Vᵀ with the reflectors in the columns of V, `stride` apart, and T
// upper triangular (Schreiber & Van Loan 1989). T from the reflectors; then x ← x − V T Vᵀ x, or, backwards, with Tᵀ.
constexpr int kBlock = 4;
void join_four(const double* V, int stride, const double* beta, int length, double* T);
void reflect_four(const double* V, int stride, const double* T, bool backwards, int length, double* x);

}  // namespace poise
