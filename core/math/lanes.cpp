#include "math/lanes.hpp"

#include "math/eight.hpp"
#include "math/wide.hpp"

namespace poise {

namespace {

// N times kLanes by one reflector. Inlined, so that it becomes part of what is compiled for every machine.
template <int N>
[[gnu::always_inline]] inline void reflect_eights(const double* h, double beta, int length, double* lanes, int stride) {
  Eight sums[N] = {}, x;
  double* entry = lanes;
  for (int i = 0; i < length; ++i, entry += stride) {
    for (int k = 0; k < N; ++k) {
      read_eight(entry + kLanes * k, x);
      sums[k] += x * h[i];
    }
  }
  entry = lanes;
  for (int i = 0; i < length; ++i, entry += stride) {
    const double share = beta * h[i];
    for (int k = 0; k < N; ++k) {
      read_eight(entry + kLanes * k, x);
      write_eight(x - sums[k] * share, entry + kLanes * k);
    }
  }
}

}  // namespace

// Four or two eights at a time keep the arithmetic units busy.
POISE_BY_WIDTH void reflect_lanes(const double* h, double beta, int length, double* lanes, int stride, int width) {
  int at = 0;
  for (; at + 4 * kLanes <= width; at += 4 * kLanes) reflect_eights<4>(h, beta, length, lanes + at, stride);
  for (; at + 2 * kLanes <= width; at += 2 * kLanes) reflect_eights<2>(h, beta, length, lanes + at, stride);
  for (; at < width; at += kLanes) reflect_eights<1>(h, beta, length, lanes + at, stride);
}

POISE_BY_WIDTH void square_lanes(const double* lanes, int stride, int length, int width, double* sums) {
  for (int at = 0; at < width; at += kLanes) {
    Eight sum{}, x;
    const double* entry = lanes + at;
    for (int i = 0; i < length; ++i, entry += stride) {
      read_eight(entry, x);
      sum += x * x;
    }
    write_eight(sum, sums + at);
  }
}

POISE_BY_MACHINE void subtract_lanes(double factor, const double* lanes, int width, double* sums) {
  for (int i = 0; i < width; ++i) sums[i] -= factor * lanes[i];
}

POISE_BY_MACHINE void reflect_one(const double* h, double beta, int length, double* x) {
  double s = 0.0;
#pragma omp simd reduction(+ : s)
  for (int i = 0; i < length; ++i) s += h[i] * x[i];
  s *= beta;
#pragma omp simd
  for (int i = 0; i < length; ++i) x[i] -= s * h[i];
}

POISE_BY_MACHINE void join_four(const double* V, int stride, const double* beta, int length, double* T) {
  const double *a = V, *b = a + stride, *c = b + stride, *d = c + stride;
  double ab = 0.0, ac = 0.0, ad = 0.0, bc = 0.0, bd = 0.0, cd = 0.0;
#pragma omp simd reduction(+ : ab, ac, ad, bc, bd, cd)
  for (int i = 0; i < length; ++i) {
    ab += a[i] * b[i];
    ac += a[i] * c[i];
    ad += a[i] * d[i];
    bc += b[i] * c[i];
    bd += b[i] * d[i];
    cd += c[i] * d[i];
  }
  const double between[kBlock][kBlock] = {{0.0, ab, ac, ad}, {0.0, 0.0, bc, bd}, {0.0, 0.0, 0.0, cd}};
  for (int j = 0; j < kBlock; ++j) {
    for (int i = 0; i < kBlock; ++i) T[i * kBlock + j] = i == j ? beta[j] : 0.0;
    for (int i = 0; i < j; ++i) {
      double sum = 0.0;
      for (int k = i; k < j; ++k) sum += T[i * kBlock + k] * between[k][j];
      T[i * kBlock + j] = -beta[j] * sum;
    }
  }
}

POISE_BY_MACHINE void reflect_four(const double* V, int stride, const double* T, bool backwards, int length,
                                   double* x) {
  const double *a = V, *b = a + stride, *c = b + stride, *d = c + stride;
  double sa = 0.0, sb = 0.0, sc = 0.0, sd = 0.0;
#pragma omp simd reduction(+ : sa, sb, sc, sd)
  for (int i = 0; i < length; ++i) {
    sa += a[i] * x[i];
    sb += b[i] * x[i];
    sc += c[i] * x[i];
    sd += d[i] * x[i];
  }
  double ta, tb, tc, td;
  if (backwards) {
    ta = T[0] * sa;
    tb = T[1] * sa + T[5] * sb;
    tc = T[2] * sa + T[6] * sb + T[10] * sc;
    td = T[3] * sa + T[7] * sb + T[11] * sc + T[15] * sd;
  } else {
    ta = T[0] * sa + T[1] * sb + T[2] * sc + T[3] * sd;
    tb = T[5] * sb + T[6] * sc + T[7] * sd;
    tc = T[10] * sc + T[11] * sd;
    td = T[15] * sd;
  }
#pragma omp simd
  for (int i = 0; i < length; ++i) x[i] -= ta * a[i] + tb * b[i] + tc * c[i] + td * d[i];
}

}  // namespace poise
