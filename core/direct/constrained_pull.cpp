#include "direct/constrained_pull.hpp"

#include <algorithm>

#include "math/polyhedron.hpp"

namespace poise {

namespace {

constexpr double kSaysNothingNew = 1e-9;  // share of the largest row: what a row adds to the others, below which it is
                                          // one of them; also what Welman's truncation leaves out
constexpr double kBeyond = 1e-12;         // rad, links: farther beyond a limit counts

// Whether a motion leaves a limit, by more than rounding.
bool is_outside(const VecX& w, const ConstraintRows& rows) {
  for (Eigen::Index i = 0; i < rows.low.size(); ++i) {
    const double value = rows.Nt.col(i).dot(w), beyond = kBeyond * rows.Nt.col(i).norm();
    if (value > rows.high[i] + beyond || value < rows.low[i] - beyond) return true;
  }
  return false;
}

// The limits over y of the motions w + Z y. Rows that no such motion changes are left out.
Polyhedron limits_over(const MatX& Z, const VecX& w, const ConstraintRows& rows) {
  Polyhedron room;
  for (Eigen::Index i = 0; i < rows.low.size(); ++i) {
    const VecX row = Z.transpose() * rows.Nt.col(i);
    if (row.norm() <= kSaysNothingNew * rows.Nt.col(i).norm()) continue;
    const double value = rows.Nt.col(i).dot(w);
    if (rows.low[i] > -kUnbounded) room.add(row, rows.low[i] - value, false);
    if (rows.high[i] < kUnbounded) room.add(-row, value - rows.high[i], false);
  }
  return room;
}

}  // namespace

// What no row changes is left out: held feet are decomposed over the legs and the base alone, in half the time.
void HeldRows::read(const MatX& Jt) {
  variables_ = Jt.rows();
  touched_.clear();
  for (Eigen::Index i = 0; i < variables_; ++i) {
    if ((Jt.row(i).array() != 0.0).any()) touched_.push_back(i);
  }
  if (touched_.empty()) touched_.push_back(0);
  const Eigen::Index count = static_cast<Eigen::Index>(touched_.size());
  rows_.resize(count, Jt.cols());
  for (Eigen::Index k = 0; k < Jt.cols(); ++k) {
    for (Eigen::Index i = 0; i < count; ++i) rows_(i, k) = Jt(touched_[static_cast<std::size_t>(i)], k);
  }
  decomposition_.setThreshold(kSaysNothingNew);
  decomposition_.compute(rows_);
}

// w − Q₁ Q₁ᵀ w, the first columns of Q being those of the rows.
VecX HeldRows::free_part(const VecX& w) const {
  VecX part = w(touched_);
  const auto Q = decomposition_.householderQ();
  part.applyOnTheLeft(Q.adjoint());
  part.head(rank()).setZero();
  part.applyOnTheLeft(Q);
  VecX free = w;
  free(touched_) = part;
  return free;
}

VecX HeldRows::correction(const VecX& b) const {
  const VecX part = decomposition_.transpose().solve(b);
  VecX w = VecX::Zero(variables_);
  w(touched_) = part;
  return w;
}

MatX HeldRows::free_motions() const {
  const Eigen::Index own = decomposition_.rows() - decomposition_.rank(), count = decomposition_.rows();
  MatX Z = MatX::Zero(variables_, variables_ - decomposition_.rank());
  const MatX Q = MatX(decomposition_.householderQ()).rightCols(own);
  for (Eigen::Index i = 0; i < count; ++i) Z.row(touched_[static_cast<std::size_t>(i)]).head(own) = Q.row(i);
  for (Eigen::Index i = 0, column = own; i < variables_; ++i) {
    if (!std::binary_search(touched_.begin(), touched_.end(), i)) Z(i, column++) = 1.0;
  }
  return Z;
}

// First the constraints, in least squares; then, among the motions that do not change them, the nearest inside the
// limits, as a least-distance problem, which ends after finitely many exchanges (`nearest_point`).
ConstrainedMotion nearest_motion(const VecX& w0, const ConstraintRows& rows) {
  const Eigen::Index n = w0.size();
  ConstrainedMotion found{w0, 0, true};
  HeldRows held;
  if (rows.b.size() > 0) {
    held.read(rows.Jt);
    found.rank = held.rank();
    found.w += held.correction(rows.b - rows.Jt.transpose() * w0);
  }
  if (!is_outside(found.w, rows)) return found;
  const MatX Z = rows.b.size() > 0 ? held.free_motions() : MatX(MatX::Identity(n, n));
  const NearestPoint inside = nearest_point(limits_over(Z, found.w, rows), VecX::Zero(Z.cols()));
  if (inside.exists) {
    found.w += Z * inside.point;
    found.done = !is_outside(found.w, rows);
    if (found.done) return found;
  }
  // Constraints that limits contradict give way to them.
  found.done = false;
  const NearestPoint limited = nearest_point(limits_over(MatX::Identity(n, n), found.w, rows), VecX::Zero(n));
  found.w = limited.exists ? VecX(found.w + limited.point) : VecX::Zero(n);
  return found;
}

}  // namespace poise
