#include "math/factor_positive.hpp"

#include <cmath>
#include <cstddef>

#include "math/wide.hpp"

namespace poise {

// Column after column: what those before have in common with it is taken off, four of them at a time.
POISE_BY_MACHINE bool factor_positive(double* A, int size, int stride) {
  for (int j = 0; j < size; ++j) {
    double* own = A + static_cast<std::ptrdiff_t>(j) * stride;
    const double* a = A;
    int k = 0;
    for (; k + 4 <= j; k += 4, a += 4 * static_cast<std::ptrdiff_t>(stride)) {
      const double *b = a + stride, *c = b + stride, *d = c + stride;
      const double aj = a[j], bj = b[j], cj = c[j], dj = d[j];
#pragma omp simd
      for (int i = j; i < size; ++i) own[i] -= a[i] * aj + b[i] * bj + c[i] * cj + d[i] * dj;
    }
    for (; k < j; ++k, a += stride) {
      const double aj = a[j];
#pragma omp simd
      for (int i = j; i < size; ++i) own[i] -= a[i] * aj;
    }
    if (!(own[j] > 0.0)) return false;
    const double root = std::sqrt(own[j]), share = 1.0 / root;
    own[j] = root;
#pragma omp simd
    for (int i = j + 1; i < size; ++i) own[i] *= share;
  }
  return true;
}

}  // namespace poise
