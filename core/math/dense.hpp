// Decompositions of dense matrices of any size, in one place.
//
// Eigen writes a decomposition anew for each kind of matrix and right-hand side that it meets, and each takes seconds
// to compile. Asked for here, it is written once for the whole core. Systems of a few equations have small_solve.hpp.
#pragma once

#include "math/rotation.hpp"

namespace poise {

// ---- symmetric

// A = L Lᵀ (Cholesky) in place: the lower half of A becomes L. False when A is not positive definite.
bool cholesky(MatX& A);
// x ← L⁻¹ x and x ← L⁻ᵀ x; only the lower half of L is read.
void solve_lower(const MatX& L, VecX& x);
void solve_lower_transposed(const MatX& L, VecX& x);
// X ← L⁻¹ X, a column at a time.
void solve_lower(const MatX& L, MatX& X);

// A⁻¹ b for positive definite A, by Cholesky.
VecX solve_positive(MatX A, VecX b);
// A⁻¹ b for symmetric A by L D Lᵀ with pivots on the diagonal; where A is singular, one of the solutions.
VecX solve_symmetric(const MatX& A, const VecX& b);
Vec3 solve_symmetric(const Mat3& A, const Vec3& b);

// A = L D Lᵀ with pivots: L with its rows in the order of A's.
struct PivotedFactors {
  MatX L;
  VecX D;
};
PivotedFactors pivoted_factors(const MatX& A);

// A = V Λ Vᵀ, the eigenvalues in ascending order.
struct Spectrum {
  VecX values;
  MatX vectors;
  bool found = false;  // whether it converged
};
Spectrum spectrum(const MatX& A);

// ---- rectangular

// min |A x − b|, by a QR decomposition with column pivots.
VecX least_squares(const MatX& A, const VecX& b);
// Of all X with the least |A X − B| the smallest, A⁺ B.
VecX least_norm(const MatX& A, const VecX& b);
MatX least_norm(const MatX& A, const MatX& B);

// Orthonormal columns that span those of A, as far as a pivot of its QR decomposition is longer than `least`.
MatX spanning_columns(const MatX& A, double least);

// A = Q R for A of at least as many rows as columns: R takes the place of A, and of Qᵀ b as many rows that of b.
void triangularise(MatX& A, VecX& b);

// The smallest x with the least |Aᵀ x − b|, how many columns of A count (those that add more than `threshold` of the
// largest to the others), and orthonormal columns for all directions across them.
struct RowSolution {
  VecX x;
  int rank;
  MatX across;
};
RowSolution solve_rows(const MatX& A, const VecX& b, double threshold);

// A = U Σ Vᵀ, the singular values in descending order, as many columns as there are of them.
struct SingularValues {
  VecX values;
  MatX U, V;
};
SingularValues singular_values(const MatX& A);

}  // namespace poise
