// How a level's rows are reduced to the freedom left, and served in it.
#include <cmath>

#include "kernel/general_method.hpp"
#include "kernel/tolerances.hpp"

namespace poise {

namespace {

// The unit vectors of those degrees of freedom that may help.
MatX freedoms_of_helpers(const LevelRows& level) {
  const Eigen::Index n = level.Jt.rows();
  MatX units = MatX::Zero(n, n);
  Eigen::Index m = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    if (helps(level, i)) units(i, m++) = 1.0;
  }
  return units.leftCols(m);
}

}  // namespace

// The columns that a wish brings along, and its model, in the freedom that the first `rank` coordinates leave.
void GeneralMethod::write_source(const Wish& wish, int rank) {
  switch (wish.kind) {
    case Kind::kRows:
      base_ = wish.rows->diagonal.size() > 0 ? rows_of(*wish.rows) : wish.rows->Jt;
      break;
    case Kind::kRecruits: {
      if (wish.is_bent()) reduce_hessian(wish.hessian, rank, base_hessian_);
      const MatX helpers = wish.is_bent() ? freedoms_of_helpers(*wish.rows) : wish.rows->allowed_Jt;
      base_.resize(n_, helpers.cols() + wish.rows->Jt.cols());
      base_ << helpers, wish.rows->Jt;
      break;
    }
    case Kind::kDiagonal: {  // unit vectors of the degrees of freedom that do not matter to it
      int m = 0;
      base_.resize(n_, n_);
      for (int i = 0; i < n_; ++i) {
        if (wish.rows->diagonal[i] == 0.0) base_.col(m++) = VecX::Unit(n_, i);
      }
      base_.conservativeResize(n_, m);
      break;
    }
    case Kind::kQuadratic:
      reduce_hessian(wish.hessian, rank, base_hessian_);
      base_.resize(n_, 0);
      break;
    case Kind::kPull:
      base_.resize(n_, 0);
      break;
  }
  q_.apply(base_.data(), n_, static_cast<int>(base_.cols()), 0, rank);
}

// Where all levels above name their helpers, too, nobody else moves: directions that leave those levels alone by what
// helpers do themselves.
void GeneralMethod::keep_among_helpers(const Wish& wish) {
  const int r = q_.count();
  const MatX units = freedoms_of_helpers(*wish.rows);
  MatX turned = units;
  q_.apply(turned.data(), n_, static_cast<int>(turned.cols()), 0, r);
  const MatX above = turned.topRows(r);
  MatX among =
      wish.is_bent() ? MatX(MatX::Identity(units.cols(), units.cols())) : units.transpose() * wish.rows->allowed_Jt;
  if (units.cols() > 0) among -= above.completeOrthogonalDecomposition().solve(above * among);
  staged_.leftCols(among.cols()) = turned * among;
}

// QR with row pivoting of the last m columns: each pivot adds a coordinate; dependent rows add none.
GeneralMethod::Block GeneralMethod::reduce(int m, int level) {
  Block block{q_.count(), 0, columns_ - m, m};
  norms_.resize(m);
  whole_.resize(m);
  used_.assign(static_cast<std::size_t>(m), 0);
  for (int i = 0; i < m; ++i) {
    const double* c = column(block.start + i);
    owner_[static_cast<std::size_t>(block.start + i)] = {level, i};
    norms_[i] = Eigen::Map<const VecX>(c + block.first, n_ - block.first).squaredNorm();
    whole_[i] = norms_[i] + Eigen::Map<const VecX>(c, block.first).squaredNorm();
  }
  while (q_.count() < n_ && block.rank < m) {
    int best = -1;
    for (int i = 0; i < m; ++i) {
      const bool has_new_part = norms_[i] > kDependent * kDependent * whole_[i] && norms_[i] > 1e-24;
      if (!used_[static_cast<std::size_t>(i)] && has_new_part && (best < 0 || norms_[i] > norms_[best])) best = i;
    }
    if (best < 0) break;
    const int r = q_.count();
    q_.grow(column(block.start + best));
    used_[static_cast<std::size_t>(best)] = 1;
    pivot_[static_cast<std::size_t>(r)] = block.start + best;
    ++block.rank;
    if (block.rank == m) break;
    q_.apply(column(block.start), n_, best, r, r + 1);  // older pivots have nothing left there that could change
    q_.apply(column(block.start + best + 1), n_, m - best - 1, r, r + 1);
    for (int i = 0; i < m; ++i) {
      if (used_[static_cast<std::size_t>(i)]) continue;
      const double* c = column(block.start + i);
      norms_[i] -= c[r] * c[r];
      // Downdating loses digits: measure again when little is left.
      if (norms_[i] < 1e-5 * whole_[i]) norms_[i] = Eigen::Map<const VecX>(c + r + 1, n_ - r - 1).squaredNorm();
    }
  }
  return block;
}

// What the coordinates before a block leave for its columns to do.
void GeneralMethod::leave(const Block& block, const VecX& wanted) {
  b_.resize(block.columns);
  for (int i = 0; i < block.columns; ++i)
    b_[i] = wanted[i] - Eigen::Map<const VecX>(column(block.start + i), block.first).dot(y_.head(block.first));
}

// The block's coordinates: min |Rᵀ y − b|² + λ² |y|².
void GeneralMethod::solve_within(const Block& block, double damping) {
  const auto R = work_.block(block.first, block.start, block.rank, block.columns);
  auto y = y_.segment(block.first, block.rank);
  if (block.rank == 0) return;
  if (damping > 0.0) {
    MatX normal = R * R.transpose();
    normal.diagonal().array() += damping;
    y = normal.llt().solve(R * b_);
  } else {
    y = R.transpose().colPivHouseholderQr().solve(b_);
  }
}

// The same for columns that made the block: triangular in pivot order when none depends on others.
void GeneralMethod::solve_block(const Block& block, double damping) {
  if (block.rank < block.columns || damping > 0.0) return solve_within(block, damping);
  for (int k = block.first; k < block.first + block.rank; ++k) {
    const int pivot = pivot_[static_cast<std::size_t>(k)];
    const int above = k - block.first;
    const double* c = column(pivot);
    const double known = Eigen::Map<const VecX>(c + block.first, above).dot(y_.segment(block.first, above));
    y_[k] = (b_[pivot - block.start] - known) / c[k];
  }
}

// Those who may help span the directions that the level may use, projected on the freedom left: others move only to
// make up for what helping does to the levels above. Within them its true rows are served; they then lock it.
GeneralMethod::Block GeneralMethod::meet_recruits(Wish& wish) {
  const auto m = static_cast<int>(wish.rows->Jt.cols()), some = static_cast<int>(staged_.cols()) - m;
  reserve(columns_ + some + m);
  if (!shared_ && q_.count() > 0) keep_among_helpers(wish);
  work_.middleCols(columns_, some) = staged_.leftCols(some);
  columns_ += some;
  const Block helpers = reduce(some, -2);
  work_.middleCols(columns_, m) = staged_.rightCols(m);
  q_.apply(column(columns_), n_, m, helpers.first, q_.count());
  const Block served{helpers.first, helpers.rank, columns_, m};
  if (wish.is_bent()) {
    meet_quadratic(wish, helpers.first, helpers.rank);
  } else {
    leave(served, wish.rows->e);
    solve_within(served, wish.damping);
  }
  y_.tail(n_ - q_.count()).setZero();
  columns_ += m;
  const Block lock = reduce(m, wish.level);
  return {helpers.first, helpers.rank + lock.rank, lock.start, m};
}

// Where the wish would go with the bounds held now: the coordinates that are left, and the block that it takes.
GeneralMethod::Block GeneralMethod::meet(Wish& wish) {
  const auto add = [&](Eigen::Index from, Eigen::Index m, int level) {
    reserve(columns_ + static_cast<int>(m));
    work_.middleCols(columns_, m) = staged_.middleCols(from, m);
    columns_ += static_cast<int>(m);
    return reduce(static_cast<int>(m), level);
  };
  const auto finish = [&](Block block) {
    y_.tail(n_ - q_.count()).setZero();
    return block;
  };
  switch (wish.kind) {
    case Kind::kRows: {
      const Block block = add(0, staged_.cols(), wish.level);
      leave(block, wish.rows->e);
      solve_block(block, wish.damping);
      return finish(block);
    }
    case Kind::kRecruits:
      return meet_recruits(wish);
    case Kind::kDiagonal:
      meet_diagonal(wish);
      return {q_.count(), 0, columns_, 0};
    case Kind::kQuadratic:
      meet_quadratic(wish, q_.count(), n_ - q_.count());
      return {q_.count(), 0, columns_, 0};
    case Kind::kPull: {
      target_ = wish.gradient / -wish.damping;
      q_.apply(target_);
      y_.tail(n_ - q_.count()) = target_.tail(n_ - q_.count());
      return {q_.count(), 0, columns_, 0};
    }
  }
  return {};
}

// A level that wants every degree of freedom alike but for a few, U: min |v − t|² without those. With Z the freedom
// left and A = Uᵀ Z, the normal matrix is 1 − AᵀA, whose inverse is 1 + Aᵀ (1 − A Aᵀ)⁻¹ A (Woodbury).
void GeneralMethod::meet_diagonal(const Wish& wish) {
  const int r = q_.count(), free = n_ - r;
  const VecX& roots = wish.rows->diagonal;
  const double root = roots.maxCoeff();
  target_ = y_;
  target_.tail(free).setZero();
  q_.unapply(target_);
  for (int i = 0; i < n_; ++i) target_[i] = roots[i] > 0.0 ? wish.rows->e[i] / root - target_[i] : 0.0;
  q_.apply(target_);
  auto tail = y_.tail(free);
  tail = target_.tail(free);
  const Eigen::Index m = staged_.cols();
  if (m == 0) return;
  const auto A = staged_.bottomRows(free);  // Aᵀ
  MatX small = -(A.transpose() * A);
  small.diagonal().array() += 1.0 + kSingular;
  tail += A * small.llt().solve(A.transpose() * tail);
}

}  // namespace poise
