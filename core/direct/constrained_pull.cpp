#include "direct/constrained_pull.hpp"

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

void HeldRows::read(const MatX& Jt) {
  decomposition_.setThreshold(kSaysNothingNew);
  decomposition_.compute(Jt);
}

// w − Q₁ Q₁ᵀ w, the first columns of Q being those of the rows.
VecX HeldRows::free_part(const VecX& w) const {
  VecX part = w;
  const auto Q = decomposition_.householderQ();
  part.applyOnTheLeft(Q.adjoint());
  part.head(rank()).setZero();
  part.applyOnTheLeft(Q);
  return part;
}

MatX HeldRows::free_motions() const {
  return MatX(decomposition_.householderQ()).rightCols(decomposition_.rows() - decomposition_.rank());
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
