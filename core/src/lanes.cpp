#include "lanes.hpp"

#include <cstddef>

#include "wide.hpp"

namespace poise {

namespace {

#if defined(__GNUC__)
using Four = double __attribute__((vector_size(32), aligned(8), may_alias));
#else
struct Four {
  double x[4] = {};
  Four& operator+=(const Four& o) {
    for (int i = 0; i < 4; ++i) x[i] += o.x[i];
    return *this;
  }
  Four& operator-=(const Four& o) {
    for (int i = 0; i < 4; ++i) x[i] -= o.x[i];
    return *this;
  }
  Four& operator*=(double s) {
    for (double& value : x) value *= s;
    return *this;
  }
  friend Four operator*(double s, Four v) { return v *= s; }
  friend Four operator*(Four a, const Four& b) {
    for (int i = 0; i < 4; ++i) a.x[i] *= b.x[i];
    return a;
  }
};
#endif

}  // namespace

POISE_BY_MACHINE void reflect_lanes(const double* h, double beta, int length, double* lanes, int stride, int width) {
  int at = 0;
  for (; at + 16 <= width; at += 16) {
    Four a{}, b{}, c{}, d{};
    double* entry = lanes + at;
    for (int i = 0; i < length; ++i, entry += stride) {
      const Four* x = reinterpret_cast<const Four*>(entry);
      a += h[i] * x[0];
      b += h[i] * x[1];
      c += h[i] * x[2];
      d += h[i] * x[3];
    }
    a *= beta;
    b *= beta;
    c *= beta;
    d *= beta;
    entry = lanes + at;
    for (int i = 0; i < length; ++i, entry += stride) {
      Four* x = reinterpret_cast<Four*>(entry);
      x[0] -= h[i] * a;
      x[1] -= h[i] * b;
      x[2] -= h[i] * c;
      x[3] -= h[i] * d;
    }
  }
  for (; at < width; at += kLanes) {
    Four a{}, b{};
    double* entry = lanes + at;
    for (int i = 0; i < length; ++i, entry += stride) {
      const Four* x = reinterpret_cast<const Four*>(entry);
      a += h[i] * x[0];
      b += h[i] * x[1];
    }
    a *= beta;
    b *= beta;
    entry = lanes + at;
    for (int i = 0; i < length; ++i, entry += stride) {
      Four* x = reinterpret_cast<Four*>(entry);
      x[0] -= h[i] * a;
      x[1] -= h[i] * b;
    }
  }
}

POISE_BY_MACHINE void square_lanes(const double* lanes, int stride, int length, int width, double* sums) {
  for (int at = 0; at < width; at += kLanes) {
    Four a{}, b{};
    const double* entry = lanes + at;
    for (int i = 0; i < length; ++i, entry += stride) {
      const Four* x = reinterpret_cast<const Four*>(entry);
      a += x[0] * x[0];
      b += x[1] * x[1];
    }
    Four* sum = reinterpret_cast<Four*>(sums + at);
    sum[0] = a;
    sum[1] = b;
  }
}

POISE_BY_MACHINE void subtract_lanes(double factor, const double* lanes, int width, double* sums) {
  for (int at = 0; at < width; at += 4) {
    *reinterpret_cast<Four*>(sums + at) -= factor * *reinterpret_cast<const Four*>(lanes + at);
  }
}

POISE_BY_MACHINE void reflect_one(const double* h, double beta, int length, double* x) {
  double s = 0.0;
#pragma omp simd reduction(+ : s)
  for (int i = 0; i < length; ++i) s += h[i] * x[i];
  s *= beta;
#pragma omp simd
  for (int i = 0; i < length; ++i) x[i] -= s * h[i];
}

}  // namespace poise
