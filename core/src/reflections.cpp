#include "poise/reflections.hpp"

#include <cmath>

#include "wide.hpp"

namespace poise {

namespace {

// c ← c − β h (h · c) for `number` columns of `length` entries; four at a time keep the arithmetic units busy.
POISE_BY_MACHINE void reflect(const double* h, double beta, int length, double* columns, int stride, int number) {
  int j = 0;
  for (; j + 4 <= number; j += 4) {
    double* a = columns + static_cast<std::ptrdiff_t>(j) * stride;
    double* b = a + stride;
    double* c = b + stride;
    double* d = c + stride;
    double sa = 0.0, sb = 0.0, sc = 0.0, sd = 0.0;
#pragma omp simd reduction(+ : sa, sb, sc, sd)
    for (int i = 0; i < length; ++i) {
      sa += h[i] * a[i];
      sb += h[i] * b[i];
      sc += h[i] * c[i];
      sd += h[i] * d[i];
    }
    sa *= beta;
    sb *= beta;
    sc *= beta;
    sd *= beta;
#pragma omp simd
    for (int i = 0; i < length; ++i) {
      a[i] -= sa * h[i];
      b[i] -= sb * h[i];
      c[i] -= sc * h[i];
      d[i] -= sd * h[i];
    }
  }
  for (; j < number; ++j) {
    double* a = columns + static_cast<std::ptrdiff_t>(j) * stride;
    double s = 0.0;
#pragma omp simd reduction(+ : s)
    for (int i = 0; i < length; ++i) s += h[i] * a[i];
    s *= beta;
#pragma omp simd
    for (int i = 0; i < length; ++i) a[i] -= s * h[i];
  }
}

}  // namespace

void Reflections::clear(int n) {
  if (n != n_) {
    n_ = n;
    entries_.resize(n, n);
    beta_.resize(n);
    end_.resize(static_cast<std::size_t>(n));
  }
  count_ = 0;
}

void Reflections::grow(double* column) {
  const int r = count_;
  Eigen::Map<VecX> tail(column + r, n_ - r);
  Eigen::Map<VecX> h(&entries_(r, r), n_ - r);
  int end = n_;
  while (end > r + 1 && column[end - 1] == 0.0) --end;
  end_[static_cast<std::size_t>(r)] = end;
  const double length = tail.norm();
  const double alpha = tail[0] > 0.0 ? -length : length;
  h = tail;
  h[0] -= alpha;
  beta_[r] = 1.0 / (length * length - alpha * tail[0]);
  tail.setZero();
  tail[0] = alpha;
  ++count_;
}

void Reflections::apply(double* columns, int stride, int number, int from, int to) const {
  for (int i = from; i < to; ++i)
    reflect(reflector(i), beta_[i], end_[static_cast<std::size_t>(i)] - i, columns + i, stride, number);
}

void Reflections::unapply(double* columns, int stride, int number) const {
  for (int i = count_ - 1; i >= 0; --i)
    reflect(reflector(i), beta_[i], end_[static_cast<std::size_t>(i)] - i, columns + i, stride, number);
}

}  // namespace poise
