// Systems of a few equations, on the stack: a general library would spend its time on preparations.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace poise {

// A symmetric system A x = b of at most `kMost` equations. Fill the lower half of A, and b; then solve: x takes the
// place of b.
template <int kMost>
class SmallSystem {
 public:
  explicit SmallSystem(int size) : size_(size) {}

  double& A(int i, int j) { return A_[static_cast<std::size_t>(i * kMost + j)]; }
  double& b(int i) { return b_[static_cast<std::size_t>(i)]; }

  // For positive definite A: A = L Lᵀ (Cholesky), then both halves. False when A is not, and b is no number then.
  bool solve() {
    bool positive = true;
    for (int j = 0; j < size_; ++j) {
      for (int k = 0; k < j; ++k) {
        for (int i = j; i < size_; ++i) A(i, j) -= A(i, k) * A(j, k);
      }
      positive = positive && A(j, j) > 0.0;
      const double root = 1.0 / std::sqrt(A(j, j));
      for (int i = j; i < size_; ++i) A(i, j) *= root;
      b(j) /= A(j, j);
      for (int i = j + 1; i < size_; ++i) b(i) -= A(i, j) * b(j);
    }
    for (int i = size_ - 1; i >= 0; --i) {
      for (int k = i + 1; k < size_; ++k) b(i) -= A(k, i) * b(k);
      b(i) /= A(i, i);
    }
    return positive;
  }

  // For any A: A = L D Lᵀ, the largest of the diagonals that are left first. What A does not determine is zero: a pivot
  // that is no more than the rounding of the first one says nothing.
  void solve_pivoted() {
    std::array<int, static_cast<std::size_t>(kMost)> pivots{};
    int rank = 0;
    double least = 0.0;
    for (; rank < size_; ++rank) {
      const int k = rank, p = largest_from(k);
      if (!(std::abs(A(p, p)) > least)) break;
      if (k == 0) least = kMost * std::numeric_limits<double>::epsilon() * std::abs(A(p, p));
      pivots[static_cast<std::size_t>(k)] = p;
      exchange(k, p);
      for (int i = k + 1; i < size_; ++i) {
        const double share = A(i, k) / A(k, k);
        for (int j = k + 1; j <= i; ++j) A(i, j) -= share * A(j, k);
        b(i) -= share * b(k);
      }
      for (int i = k + 1; i < size_; ++i) A(i, k) /= A(k, k);
    }
    for (int i = rank; i < size_; ++i) b(i) = 0.0;
    for (int k = rank - 1; k >= 0; --k) {
      b(k) /= A(k, k);
      for (int i = k + 1; i < size_; ++i) b(k) -= A(i, k) * b(i);
    }
    for (int k = rank - 1; k >= 0; --k) std::swap(b(k), b(pivots[static_cast<std::size_t>(k)]));
  }

 private:
  int largest_from(int k) {
    int p = k;
    for (int i = k + 1; i < size_; ++i) p = std::abs(A(i, i)) > std::abs(A(p, p)) ? i : p;
    return p;
  }

  // Rows and columns k < p of what is left, in the lower half; rows of L before them.
  void exchange(int k, int p) {
    if (p == k) return;
    for (int j = 0; j < k; ++j) std::swap(A(k, j), A(p, j));
    for (int i = k + 1; i < p; ++i) std::swap(A(i, k), A(p, i));
    for (int i = p + 1; i < size_; ++i) std::swap(A(i, k), A(i, p));
    std::swap(A(k, k), A(p, p));
    std::swap(b(k), b(p));
  }

  int size_;
  std::array<double, static_cast<std::size_t>(kMost) * kMost> A_;
  std::array<double, static_cast<std::size_t>(kMost)> b_;
};

}  // namespace poise
