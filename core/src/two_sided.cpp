#include "two_sided.hpp"

#include <cstddef>

#include "wide.hpp"

namespace poise {

POISE_BY_MACHINE void reflect_two_sided(const double* h, double beta, int m, double* lower, int stride, double* w) {
  for (int i = 0; i < m; ++i) w[i] = 0.0;
  for (int j = 0; j < m; ++j) {
    const double* a = lower + static_cast<std::ptrdiff_t>(j) * stride;
    const double hj = h[j];
    double sum = a[j] * hj;
#pragma omp simd reduction(+ : sum)
    for (int i = j + 1; i < m; ++i) {
      w[i] += a[i] * hj;
      sum += a[i] * h[i];
    }
    w[j] += sum;
  }
  double along = 0.0;
#pragma omp simd reduction(+ : along)
  for (int i = 0; i < m; ++i) along += h[i] * w[i];
  along *= 0.5 * beta;
#pragma omp simd
  for (int i = 0; i < m; ++i) w[i] = beta * (w[i] - along * h[i]);
  for (int j = 0; j < m; ++j) {
    double* a = lower + static_cast<std::ptrdiff_t>(j) * stride;
    const double hj = h[j], wj = w[j];
#pragma omp simd
    for (int i = j; i < m; ++i) a[i] -= h[i] * wj + w[i] * hj;
  }
}

}  // namespace poise
