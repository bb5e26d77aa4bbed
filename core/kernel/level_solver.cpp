#include "kernel/level_solver.hpp"

#include <algorithm>

#include "kernel/diagonal_level.hpp"
#include "math/dense.hpp"

namespace poise {

namespace {

constexpr double kCurved = 1e-8;  // share of the largest curvature that a second-order level keeps for itself
constexpr double kVague = 1e-4;   // and at most this share while it moves

// Where the model of a level over a tree is nowhere concave, levels below leave it alone from this share on: as small
// as rounding allows. (Of a chain of n links the least curvature is a share of about 1/n², and all of it counts.)
constexpr double kFlattest = 1e-11;

RowBlock nothing_added(const RowFactorisation& factors) { return {factors.rank(), 0, factors.columns(), 0}; }

// Columns that have been reduced already become rows of a level.
template <typename Columns>
RowBlock adopt(const Columns& reduced, int level, RowFactorisation& factors) {
  const auto m = static_cast<int>(reduced.cols());
  Eigen::Map<MatX>(factors.more(m), factors.size(), m) = reduced;
  return factors.adopt(m, level);
}

}  // namespace

void LevelSolver::load(const Subproblem& problem, const RowFactorisation& factors, int rank) {
  const Reflections& Q = factors.reflections();
  const int n = factors.size();
  model_.clear();
  rank_ = rank;
  if (problem.f.hessian.size() > 0) model_.reduce(problem.f.hessian, Q, rank);
  switch (problem.kind) {
    case Subproblem::Kind::kRows:
      base_ = problem.rows->is_posture() ? rows_of(*problem.rows) : problem.rows->Jt;
      break;
    case Subproblem::Kind::kAllowedJoints: {
      const MatX ways = problem.is_second_order() ? allowed_directions(*problem.rows) : problem.rows->allowed_Jt;
      base_.resize(n, ways.cols() + problem.rows->Jt.cols());
      base_ << ways, problem.rows->Jt;
      break;
    }
    case Subproblem::Kind::kUniformDiagonal:
      base_ = irrelevant_directions(problem.rows->diagonal);
      break;
    case Subproblem::Kind::kQuadratic:
    case Subproblem::Kind::kUniformObjective:
      base_.resize(n, 0);
      break;
  }
  Q.apply(base_.data(), n, static_cast<int>(base_.cols()), 0, rank);
}

void LevelSolver::stage(const RowFactorisation& factors, int rank) {
  staged_ = base_;
  const Reflections& Q = factors.reflections();
  Q.apply(staged_.data(), factors.size(), static_cast<int>(staged_.cols()), rank, Q.count());
  model_.stage(Q, rank);
}

void LevelSolver::add_row(const RowFactorisation& factors) {
  const Reflections& Q = factors.reflections();
  Q.apply(staged_.data(), factors.size(), static_cast<int>(staged_.cols()), Q.count() - 1, Q.count());
  model_.add_row(Q);
}

RowBlock LevelSolver::serve(Subproblem& problem, RowFactorisation& factors, bool shared, VecX& y) {
  const Reflections& Q = factors.reflections();
  switch (problem.kind) {
    case Subproblem::Kind::kRows:
      return serve_rows(problem, factors, y);
    case Subproblem::Kind::kAllowedJoints:
      return serve_allowed_joints(problem, factors, shared, y);
    case Subproblem::Kind::kUniformDiagonal:
      serve_uniform_diagonal(*problem.rows, Q, staged_, y);
      break;
    case Subproblem::Kind::kQuadratic:
      minimise(problem, factors, y);
      break;
    case Subproblem::Kind::kUniformObjective:
      missing_ = problem.f.gradient / -problem.damping;
      Q.apply(missing_);
      y.tail(factors.null_space()) = missing_.tail(factors.null_space());
      break;
  }
  return nothing_added(factors);
}

// By its structure where that is known and serves; where it does not, dense from now on.
void LevelSolver::minimise(Subproblem& problem, const RowFactorisation& factors, VecX& y) {
  const Reflections& Q = factors.reflections();
  if (problem.f.tree.exists()) {
    if (tree_.minimise(problem.f, Q, y)) return;
    problem.make_dense();
    model_.reduce(problem.f.hessian, Q, rank_);
    model_.stage(Q, rank_);
  }
  model_.minimise(problem.f, Q, Q.count(), factors.null_space(), y);
}

void LevelSolver::find_missing(const VecX& wanted, const RowFactorisation& factors, const RowBlock& block,
                               const VecX& y) {
  missing_.resize(block.columns);
  for (int i = 0; i < block.columns; ++i) {
    const Eigen::Map<const VecX> known(factors.column(block.start + i), block.first);
    missing_[i] = wanted[i] - known.dot(y.head(block.first));
  }
}

// The block's coordinates: min |Rᵀ y − missing|² + λ² |y|².
void LevelSolver::solve_in(const RowFactorisation& factors, const RowBlock& block, double damping, VecX& y) const {
  if (block.rank == 0) return;
  const auto R = factors.block(block);
  auto own = y.segment(block.first, block.rank);
  if (damping > 0.0) {
    MatX normal = R * R.transpose();
    normal.diagonal().array() += damping;
    own = solve_positive(normal, R * missing_);
  } else {
    own = least_squares(R.transpose(), missing_);
  }
}

RowBlock LevelSolver::serve_rows(const Subproblem& problem, RowFactorisation& factors, VecX& y) {
  const RowBlock block = adopt(staged_, problem.level, factors);
  find_missing(problem.rows->e, factors, block, y);
  if (block.rank < block.columns || problem.damping > 0.0) {
    solve_in(factors, block, problem.damping, y);
  } else {
    // No row depends on others: the block is triangular in the order of its pivots.
    for (int k = block.first; k < block.first + block.rank; ++k) {
      const int pivot = factors.pivot(k), before = k - block.first;
      const double* c = factors.column(pivot);
      const double known = Eigen::Map<const VecX>(c + block.first, before).dot(y.segment(block.first, before));
      y[k] = (missing_[pivot - block.start] - known) / c[k];
    }
  }
  y.tail(factors.null_space()).setZero();
  return block;
}

// The allowed joints span the directions that the level may use, projected on the null space: other joints move only to
// make up for what these do to the levels above. In these directions the level's true rows are served. The rows then
// join the factorisation, so that levels below leave them alone.
RowBlock LevelSolver::serve_allowed_joints(Subproblem& problem, RowFactorisation& factors, bool shared, VecX& y) {
  const auto m = static_cast<int>(problem.rows->Jt.cols()), ways = static_cast<int>(staged_.cols()) - m;
  const int n = factors.size();
  if (!shared && factors.rank() > 0) keep_among_allowed(problem, factors);
  const RowBlock allowed = adopt(staged_.leftCols(ways), RowOwner::kDirection, factors);
  double* rows = factors.more(m);
  Eigen::Map<MatX>(rows, n, m) = staged_.rightCols(m);
  factors.reflections().apply(rows, n, m, allowed.first, factors.rank());
  if (problem.is_second_order()) {
    model_.minimise(problem.f, factors.reflections(), allowed.first, allowed.rank, y);
  } else {
    const RowBlock served{allowed.first, allowed.rank, factors.columns(), m};
    find_missing(problem.rows->e, factors, served, y);
    solve_in(factors, served, problem.damping, y);
  }
  y.tail(factors.null_space()).setZero();
  const RowBlock own = factors.adopt(m, problem.level);
  return {allowed.first, allowed.rank + own.rank, own.start, m};
}

// Where all levels above name their allowed joints too, the joints that no level names shall not move at all, not even
// to make up for something. So only those motions of the allowed joints are left that by themselves leave the rows
// above alone: with A the part of the allowed directions in the row space above, what of them is in its null space.
void LevelSolver::keep_among_allowed(const Subproblem& problem, const RowFactorisation& factors) {
  const int r = factors.rank();
  MatX reduced = allowed_directions(*problem.rows);
  MatX ways = reduced.transpose() * problem.rows->allowed_Jt;
  const auto count = static_cast<int>(reduced.cols());
  factors.reflections().apply(reduced.data(), factors.size(), count, 0, r);
  among_allowed_.clear(count);
  Eigen::Map<MatX>(among_allowed_.more(r), count, r) = reduced.topRows(r).transpose();
  among_allowed_.adopt(r, 0);
  const Reflections& Q = among_allowed_.reflections();
  const int kept = among_allowed_.rank();
  if (problem.is_second_order()) {
    ways = MatX::Identity(count, count).rightCols(count - kept);
  } else {
    Q.apply(ways.data(), count, static_cast<int>(ways.cols()), 0, kept);
    ways.topRows(kept).setZero();
  }
  Q.unapply(ways.data(), count, static_cast<int>(ways.cols()));
  staged_.leftCols(staged_.cols() - problem.rows->Jt.cols()).setZero();
  staged_.leftCols(ways.cols()).noalias() = reduced * ways;
}

void LevelSolver::adopt_rows(const LevelRows& level, int number, RowFactorisation& factors) const {
  const MatX Jt = rows_of(level);
  const auto own = static_cast<int>(Jt.cols());
  double* rows = factors.more(own);
  Eigen::Map<MatX>(rows, factors.size(), own) = Jt;
  factors.reflections().apply(rows, factors.size(), own, 0, factors.rank());
  factors.adopt(own, number);
}

bool LevelSolver::lock_by_tree(const Subproblem& problem, const TreeMatrix& model, RowFactorisation& factors,
                               double motion, double& least) {
  const LevelRows& rows = *problem.rows;
  const bool by_rows = rows.diagonal.size() == 0;
  const VecX stiffness = by_rows ? VecX(model.diagonal() + problem.bare.diagonal()) : model.diagonal();
  const double most = std::max(kFlat, stiffness.cwiseAbs().maxCoeff());
  if (by_rows) adopt_rows(rows, problem.level, factors);
  if (factors.null_space() == 0) return false;
  least = kFlattest * most;
  if (tree_.is_positive(model, factors.reflections(), least)) return false;
  least = (kCurved + std::min(motion, kVague)) * most;
  return !tree_.is_positive(model, factors.reflections(), least);
}

bool LevelSolver::lock(Subproblem& problem, RowFactorisation& factors, double motion) {
  adopt_rows(*problem.rows, problem.level, factors);
  if (factors.null_space() == 0) return false;
  const int r = factors.rank();
  MatX reduced;
  model_.into_null_space(problem.f.hessian, factors.reflections(), problem.restage, reduced);
  const double most = std::max(kFlat, problem.f.hessian.diagonal().cwiseAbs().maxCoeff());
  bool concave = false;
  const MatX curved = curved_directions(reduced, (kCurved + std::min(motion, kVague)) * most, concave);
  const auto m = static_cast<int>(curved.cols());
  Eigen::Map<MatX> columns(factors.more(m), factors.size(), m);
  columns.topRows(r).setZero();
  columns.bottomRows(factors.size() - r) = curved;
  factors.adopt(m, RowOwner::kDirection);
  return concave;
}

MatX LevelSolver::concave_directions(const Subproblem& problem, const RowFactorisation& factors) {
  if (problem.kind != Subproblem::Kind::kQuadratic || factors.null_space() == 0) return MatX(factors.size(), 0);
  const Reflections& Q = factors.reflections();
  const bool by_tree = problem.f.tree.exists();
  const VecX stiffness = by_tree ? problem.f.tree.diagonal() : VecX(problem.f.hessian.diagonal());
  const double most = std::max(kFlat, stiffness.cwiseAbs().maxCoeff());
  if (by_tree && tree_.is_positive(problem.f.tree, Q, kConcave * most)) return MatX(factors.size(), 0);
  MatX reduced;
  model_.into_null_space(by_tree ? problem.f.tree.dense() : problem.f.hessian, Q, true, reduced);
  MatX raised = reduced;
  raised.diagonal().array() += kConcave * most;
  if (cholesky(raised)) return MatX(factors.size(), 0);
  const Spectrum eigen = spectrum(reduced);
  Eigen::Index count = 0;
  while (count < reduced.cols() && eigen.values[count] < -kConcave * most) ++count;
  MatX directions = MatX::Zero(factors.size(), count);
  directions.bottomRows(reduced.rows()) = eigen.vectors.leftCols(count);
  for (Eigen::Index j = 0; j < count; ++j) {
    VecX z = directions.col(j);
    Q.unapply(z);
    directions.col(j) = z;
  }
  return directions;
}

}  // namespace poise
