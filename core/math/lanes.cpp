#include "math/lanes.hpp"

#include <cstring>

#include "math/four.hpp"
#include "math/wide.hpp"

namespace poise {

namespace {

// N vectors of lanes by one reflector. Inlined, so that it becomes part of what is compiled for every machine.
template <typename Vector, int N>
[[gnu::always_inline]] inline void reflect_vectors(const double* h, double beta, int length, double* lanes,
                                                   int stride) {
  constexpr int kWide = sizeof(Vector) / sizeof(double);
  Vector sums[N] = {}, x;
  double* entry = lanes;
  for (int i = 0; i < length; ++i, entry += stride) {
    for (int k = 0; k < N; ++k) {
      std::memcpy(&x, entry + kWide * k, sizeof(Vector));
      sums[k] += x * h[i];
    }
  }
  entry = lanes;
  for (int i = 0; i < length; ++i, entry += stride) {
    const double share = beta * h[i];
    for (int k = 0; k < N; ++k) {
      std::memcpy(&x, entry + kWide * k, sizeof(Vector));
      x = x - sums[k] * share;
      std::memcpy(entry + kWide * k, &x, sizeof(Vector));
    }
  }
}

// Sixteen lanes at a time keep the arithmetic units busy.
POISE_BY_MACHINE void reflect_by_four(const double* h, double beta, int length, double* lanes, int stride, int width) {
  int at = 0;
  for (; at + 16 <= width; at += 16) reflect_vectors<Four, 4>(h, beta, length, lanes + at, stride);
  for (; at < width; at += kLanes) reflect_vectors<Four, kLanes / 4>(h, beta, length, lanes + at, stride);
}

// Where one unit holds eight numbers, with the same bits: each lane is summed by itself. (Of narrower units GCC makes
// such vectors in memory, at four times the price.)
#if defined(__x86_64__) && defined(__GNUC__)
using Eight = double __attribute__((vector_size(64)));

__attribute__((target("avx512f,fma"))) void reflect_by_eight(const double* h, double beta, int length, double* lanes,
                                                             int stride, int width) {
  int at = 0;
  for (; at + 32 <= width; at += 32) reflect_vectors<Eight, 4>(h, beta, length, lanes + at, stride);
  for (; at + 16 <= width; at += 16) reflect_vectors<Eight, 2>(h, beta, length, lanes + at, stride);
  for (; at < width; at += kLanes) reflect_vectors<Eight, 1>(h, beta, length, lanes + at, stride);
}

bool has_eight() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("fma") != 0;
}
const auto kReflect = has_eight() ? &reflect_by_eight : &reflect_by_four;
#else
constexpr auto kReflect = &reflect_by_four;
#endif

}  // namespace

void reflect_lanes(const double* h, double beta, int length, double* lanes, int stride, int width) {
  kReflect(h, beta, length, lanes, stride, width);
}

POISE_BY_MACHINE void square_lanes(const double* lanes, int stride, int length, int width, double* sums) {
  for (int at = 0; at < width; at += kLanes) {
    Four a{}, b{}, x;
    const double* entry = lanes + at;
    for (int i = 0; i < length; ++i, entry += stride) {
      read_four(entry, x);
      a += x * x;
      read_four(entry + 4, x);
      b += x * x;
    }
    write_four(a, sums + at);
    write_four(b, sums + at + 4);
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
