// An orthogonal matrix Q = H₀ H₁ … kept as Householder reflectors H_i = 1 − β_i h_i h_iᵀ, grown one by one (Golub & Van
// Loan 2013, 5.1). Four at a time are applied as one, 1 − V T Vᵀ (Schreiber & Van Loan 1989; lanes.hpp).
//
// The inner loops of the whole solver live here: plain arrays, several columns at a time, compiled for wide vector
// units where the machine has them.
#pragma once

#include <array>
#include <vector>

#include "math/rotation.hpp"

namespace poise {

class Reflections {
 public:
  // Forget all reflectors; vectors have n entries from now on.
  void clear(int n);
  // Keep only the first `count`.
  void shrink(int count) { count_ = count; }
  int count() const { return count_; }
  int size() const { return n_; }

  // Add the reflector that turns the tail of `column` (from entry count() on) into one entry, and do so.
  void grow(double* column);

  // Apply reflectors [from, to) to some columns, each `stride` entries after the one before: c ← … H_from+1 H_from c.
  void apply(double* columns, int stride, int number, int from, int to) const;
  void apply(VecX& v, int from = 0) const { apply(v.data(), 0, 1, from, count_); }
  // v ← Q v: apply all of them in reverse.
  void unapply(double* columns, int stride, int number) const;
  void unapply(VecX& v) const { unapply(v.data(), 0, 1); }

  // h_i, from entry i on, and β_i.
  const double* reflector(int i) const { return &entries_(i, i); }
  double beta(int i) const { return beta_[i]; }
  // T of the four reflectors from i on, a multiple of four (lanes.hpp).
  const double* joined(int i) const { return joined_[static_cast<std::size_t>(i) / 4].data(); }

 private:
  void turn(double* column, int from, int to, bool backwards) const;
  int end_of_four(int first) const;

  int n_ = 0, count_ = 0;
  std::vector<int> end_;  // behind the last entry of a reflector that is not zero
  MatX entries_;          // reflector i in rows i … of column i
  VecX beta_;
  std::vector<std::array<double, 16>> joined_;  // four reflections in one: T of every block, see lanes.hpp
};

}  // namespace poise
