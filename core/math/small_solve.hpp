// Systems of a few equations, on the stack: a general library would spend its time on preparations.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace poise {

// A positive definite system A x = b of at most `kMost` equations. Fill the lower half of A, and b; then solve.
template <int kMost>
class SmallSystem {
 public:
  explicit SmallSystem(int size) : size_(size) {}

  double& A(int i, int j) { return A_[static_cast<std::size_t>(i * kMost + j)]; }
  double& b(int i) { return b_[static_cast<std::size_t>(i)]; }

  // A = L Lᵀ (Cholesky), then both halves; x takes the place of b.
  void solve() {
    for (int j = 0; j < size_; ++j) {
      for (int k = 0; k < j; ++k) {
        for (int i = j; i < size_; ++i) A(i, j) -= A(i, k) * A(j, k);
      }
      const double root = 1.0 / std::sqrt(A(j, j));
      for (int i = j; i < size_; ++i) A(i, j) *= root;
      b(j) /= A(j, j);
      for (int i = j + 1; i < size_; ++i) b(i) -= A(i, j) * b(j);
    }
    for (int i = size_ - 1; i >= 0; --i) {
      for (int k = i + 1; k < size_; ++k) b(i) -= A(k, i) * b(k);
      b(i) /= A(i, i);
    }
  }

 private:
  int size_;
  std::array<double, static_cast<std::size_t>(kMost) * kMost> A_;
  std::array<double, static_cast<std::size_t>(kMost)> b_;
};

}  // namespace poise
