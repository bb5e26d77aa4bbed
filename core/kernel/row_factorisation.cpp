#include "kernel/row_factorisation.hpp"

namespace poise {

namespace {

constexpr double kZeroRow = 1e-24;   // squared length of a row that says nothing
constexpr double kDowndated = 1e-5;  // share of a squared length below which it is measured anew

}  // namespace

void RowFactorisation::clear(int n) {
  if (n != n_) {
    n_ = n;
    pivot_.resize(static_cast<std::size_t>(n));
    work_.resize(n, 4 * n);
    owner_.resize(static_cast<std::size_t>(4 * n));
  }
  reflections_.clear(n);
  columns_ = 0;
}

double* RowFactorisation::more(int m) {
  if (work_.cols() < columns_ + m) {
    work_.conservativeResize(n_, 2 * (columns_ + m));
    owner_.resize(static_cast<std::size_t>(2 * (columns_ + m)));
  }
  return column(columns_);
}

RowBlock RowFactorisation::adopt(int m, int level) {
  RowBlock block{rank(), 0, columns_, m};
  columns_ += m;
  for (int i = 0; i < m; ++i) owner_[static_cast<std::size_t>(block.start + i)] = {level, i};
  measure(block);
  while (rank() < n_ && block.rank < m) {
    const int chosen = next_pivot(m);
    if (chosen < 0) break;
    pivot_[static_cast<std::size_t>(rank())] = block.start + chosen;
    reflections_.grow(column(block.start + chosen));
    used_[static_cast<std::size_t>(chosen)] = 1;
    if (++block.rank < m) eliminate(block, chosen);
  }
  return block;
}

void RowFactorisation::measure(const RowBlock& block) {
  new_part_.resize(block.columns);
  length_.resize(block.columns);
  used_.assign(static_cast<std::size_t>(block.columns), 0);
  for (int i = 0; i < block.columns; ++i) {
    const double* c = column(block.start + i);
    new_part_[i] = Eigen::Map<const VecX>(c + block.first, n_ - block.first).squaredNorm();
    length_[i] = new_part_[i] + Eigen::Map<const VecX>(c, block.first).squaredNorm();
  }
}

// The row with the largest new part; −1 when all that are left depend on those before.
int RowFactorisation::next_pivot(int m) const {
  int best = -1;
  for (int i = 0; i < m; ++i) {
    const bool independent = new_part_[i] > kDependent * kDependent * length_[i] && new_part_[i] > kZeroRow;
    if (!used_[static_cast<std::size_t>(i)] && independent && (best < 0 || new_part_[i] > new_part_[best])) best = i;
  }
  return best;
}

// The newest reflector, applied to the rows of the block that are left.
void RowFactorisation::eliminate(const RowBlock& block, int chosen) {
  const int r = rank() - 1, m = block.columns;
  reflections_.apply(column(block.start), n_, chosen, r, r + 1);  // older pivots have nothing left there to change
  reflections_.apply(column(block.start + chosen + 1), n_, m - chosen - 1, r, r + 1);
  for (int i = 0; i < m; ++i) {
    if (used_[static_cast<std::size_t>(i)]) continue;
    const double* c = column(block.start + i);
    new_part_[i] -= c[r] * c[r];
    // Downdating loses digits: measure again when little is left.
    if (new_part_[i] < kDowndated * length_[i])
      new_part_[i] = Eigen::Map<const VecX>(c + r + 1, n_ - r - 1).squaredNorm();
  }
}

int RowFactorisation::adopt_bound(int row) {
  double* c = column(columns_);
  const int r = rank();
  const double whole = Eigen::Map<const VecX>(c, n_).squaredNorm();
  reflections_.apply(c, 0, 1, 0, r);
  if (r == n_ || Eigen::Map<const VecX>(c + r, n_ - r).squaredNorm() <= kDependent * kDependent * whole) return -1;
  reflections_.grow(c);
  pivot_[static_cast<std::size_t>(r)] = columns_;
  owner_[static_cast<std::size_t>(columns_)] = {RowOwner::kBound, row};
  ++columns_;
  return r;
}

void RowFactorisation::renumber(int level, const std::vector<int>& numbers) {
  for (int c = 0; c < columns_; ++c) {
    RowOwner& owner = owner_[static_cast<std::size_t>(c)];
    if (owner.level == level) owner.row = numbers[static_cast<std::size_t>(owner.row)];
  }
}

void RowFactorisation::multipliers(const VecX& gradient, int rank, VecX& mu) const {
  mu = gradient.head(rank);
  for (int i = rank - 1; i >= 0; --i) {
    const double* c = column(pivot(i));
    mu[i] = -mu[i] / c[i];
    mu.head(i) += mu[i] * Eigen::Map<const VecX>(c, i);
  }
}

}  // namespace poise
