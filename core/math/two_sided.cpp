#include "math/two_sided.hpp"

#include <cstddef>

#include "math/lanes.hpp"
#include "math/wide.hpp"

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

POISE_BY_MACHINE void reflect_four_two_sided(const double* V, int V_stride, const double* T, int m, double* lower,
                                             int stride, double* room) {
  const double *a = V, *b = a + V_stride, *c = b + V_stride, *d = c + V_stride;
  double *wa = room, *wb = wa + m, *wc = wb + m, *wd = wc + m;
  for (int i = 0; i < kBlock * m; ++i) room[i] = 0.0;
  for (int j = 0; j < m; ++j) {
    const double* column = lower + static_cast<std::ptrdiff_t>(j) * stride;
    const double aj = a[j], bj = b[j], cj = c[j], dj = d[j];
    double sa = column[j] * aj, sb = column[j] * bj, sc = column[j] * cj, sd = column[j] * dj;
#pragma omp simd reduction(+ : sa, sb, sc, sd)
    for (int i = j + 1; i < m; ++i) {
      const double x = column[i];
      wa[i] += x * aj;
      wb[i] += x * bj;
      wc[i] += x * cj;
      wd[i] += x * dj;
      sa += x * a[i];
      sb += x * b[i];
      sc += x * c[i];
      sd += x * d[i];
    }
    wa[j] += sa;
    wb[j] += sb;
    wc[j] += sc;
    wd[j] += sd;
  }
  // Vᵀ W, then half of Tᵀ (Vᵀ W) T.
  double VW[kBlock][kBlock], half[kBlock][kBlock];
  for (int k = 0; k < kBlock; ++k) {
    for (int l = 0; l < kBlock; ++l) {
      const double *v = V + static_cast<std::ptrdiff_t>(k) * V_stride, *w = room + static_cast<std::ptrdiff_t>(l) * m;
      double sum = 0.0;
#pragma omp simd reduction(+ : sum)
      for (int i = 0; i < m; ++i) sum += v[i] * w[i];
      VW[k][l] = sum;
    }
  }
  for (int k = 0; k < kBlock; ++k) {
    for (int l = 0; l < kBlock; ++l) {
      double sum = 0.0;
      for (int p = 0; p <= k; ++p) {
        for (int q = 0; q <= l; ++q) sum += T[p * kBlock + k] * VW[p][q] * T[q * kBlock + l];
      }
      half[k][l] = 0.5 * sum;
    }
  }
  // W becomes X.
  for (int i = 0; i < m; ++i) {
    const double w[kBlock] = {wa[i], wb[i], wc[i], wd[i]}, v[kBlock] = {a[i], b[i], c[i], d[i]};
    for (int l = 0; l < kBlock; ++l) {
      double x = 0.0;
      for (int k = 0; k < kBlock; ++k) x += w[k] * T[k * kBlock + l] - v[k] * half[k][l];
      room[static_cast<std::ptrdiff_t>(l) * m + i] = x;
    }
  }
  for (int j = kBlock; j < m; ++j) {
    double* column = lower + static_cast<std::ptrdiff_t>(j) * stride;
    const double aj = a[j], bj = b[j], cj = c[j], dj = d[j], xa = wa[j], xb = wb[j], xc = wc[j], xd = wd[j];
#pragma omp simd
    for (int i = j; i < m; ++i) {
      column[i] -= wa[i] * aj + wb[i] * bj + wc[i] * cj + wd[i] * dj + a[i] * xa + b[i] * xb + c[i] * xc + d[i] * xd;
    }
  }
}

}  // namespace poise
