// A = L Lᵀ for a positive definite matrix of some dozens of rows, in vector units: a general library spends most of its
// time on preparations for larger ones. (Of 40 rows an eighth of the instructions that Eigen takes.)
#pragma once

namespace poise {

// The lower half of A, a column every `stride` numbers, becomes L. False, with A undefined, when A is not positive.
bool factor_positive(double* A, int size, int stride);

}  // namespace poise
