#include "math/reflections.hpp"

#include <algorithm>
#include <cmath>

#include "math/lanes.hpp"
#include "math/wide.hpp"

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
    joined_.resize(static_cast<std::size_t>(n) / kBlock);
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
  for (int i = r - r % kBlock; i < r; ++i) entries_(i, r) = 0.0;  // beside the other reflectors of its block
  if (count_ % kBlock != 0) return;
  const int first = count_ - kBlock;
  join_four(reflector(first), n_, &beta_[first], end_of_four(first) - first,
            joined_[static_cast<std::size_t>(first) / kBlock].data());
}

int Reflections::end_of_four(int first) const {
  return *std::max_element(end_.begin() + first, end_.begin() + first + kBlock);
}

// One column by the reflectors [from, to), by fours where they are whole; backwards: the last one first.
void Reflections::turn(double* column, int from, int to, bool backwards) const {
  const auto one = [&](int i) {
    reflect(reflector(i), beta_[i], end_[static_cast<std::size_t>(i)] - i, column + i, 0, 1);
  };
  const int first = (from + kBlock - 1) / kBlock * kBlock, last = std::max(first, to / kBlock * kBlock);
  const auto four = [&](int i) {
    const double* T = joined_[static_cast<std::size_t>(i) / kBlock].data();
    reflect_four(reflector(i), n_, T, !backwards, end_of_four(i) - i, column + i);
  };
  if (backwards) {
    for (int i = to - 1; i >= last; --i) one(i);
    for (int i = last - kBlock; i >= first; i -= kBlock) four(i);
    for (int i = std::min(first, to) - 1; i >= from; --i) one(i);
  } else {
    for (int i = from; i < std::min(first, to); ++i) one(i);
    for (int i = first; i < last; i += kBlock) four(i);
    for (int i = last; i < to; ++i) one(i);
  }
}

void Reflections::apply(double* columns, int stride, int number, int from, int to) const {
  if (to - from >= kBlock) {
    for (int j = 0; j < number; ++j) turn(columns + static_cast<std::ptrdiff_t>(j) * stride, from, to, false);
    return;
  }
  for (int i = from; i < to; ++i)
    reflect(reflector(i), beta_[i], end_[static_cast<std::size_t>(i)] - i, columns + i, stride, number);
}

void Reflections::unapply(double* columns, int stride, int number) const {
  for (int j = 0; j < number; ++j) turn(columns + static_cast<std::ptrdiff_t>(j) * stride, 0, count_, true);
}

}  // namespace poise
