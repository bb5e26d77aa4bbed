#include "kernel/tree_model.hpp"

#include <algorithm>
#include <cmath>

namespace poise {

namespace {

// Of the largest curvature, added in any case. Rows above may hold what T leaves loose: the least pivot must stand
// clear of rounding, and a billionth of the curvature slows no convergence that could be noticed.
constexpr double kClearOfRounding = 1e-10;
// With what levels above have kept in it, a problem is at most so much less stiff by itself (kFlattest).
constexpr double kOwnShare = 1e-11;
constexpr int kImprovements = 4;     // steps of iterative refinement
constexpr double kExact = 1e-13;     // share of the slope that may be left: then it is exact
constexpr double kUsable = 1e-4;     // and with this much it still serves
constexpr double kWorthwhile = 0.1;  // another improvement must be expected to leave no more than this share

}  // namespace

void TreeModel::gather(const TreeMatrix& H, const Reflections& Q) {
  const Eigen::Index n = H.size(), squares = H.squares().cols(), rows = Q.count();
  border_.resize(n, squares + rows);
  border_.leftCols(squares) = H.squares();
  border_.rightCols(rows).setIdentity();
  if (rows > 0) Q.unapply(border_.data() + squares * n, static_cast<int>(n), static_cast<int>(rows));
  corner_.setZero(squares + rows);
  corner_.head(squares) = -H.weights().cwiseInverse();
}

// False when the model is not positive where Eᵀ d = 0.
bool TreeModel::factorise(const TreeMatrix& H, double shift) {
  const int negative = factor_.factorise(H, shift);
  if (negative < 0) return false;
  solved_ = border_;
  for (Eigen::Index i = 0; i < solved_.cols(); ++i) factor_.solve(solved_.col(i));
  if (solved_.cols() == 0) return negative == 0;
  MatX S = -(border_.transpose() * solved_);
  S.diagonal() += corner_;
  units_ = S.diagonal().cwiseAbs().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  S = units_.asDiagonal() * S * units_.asDiagonal();
  small_ = spectrum(0.5 * (S + S.transpose()));
  const auto positive = (small_.values.array() > 0.0).count();
  return small_.found && positive == negative + (H.weights().array() < 0.0).count();
}

// One solution of the bordered system, added to d and λ.
void TreeModel::improve(const VecX& wanted, const VecX& small_wanted, VecX& d) {
  VecX x = wanted;
  factor_.solve(x);
  if (solved_.cols() > 0) {
    const VecX right = units_.cwiseProduct(small_wanted - border_.transpose() * x);
    const VecX turned = (small_.vectors.transpose() * right).cwiseQuotient(small_.values);
    const VecX more = units_.cwiseProduct(small_.vectors * turned);
    x.noalias() -= solved_ * more;
    lambda_ += more;
  }
  d += x;
}

bool TreeModel::solve(const TreeMatrix& H, double shift, const VecX& slope, VecX& d) {
  const Eigen::Index squares = H.squares().cols(), rows = border_.cols() - squares;
  d.setZero(H.size());
  lambda_.setZero(border_.cols());
  VecX left = -slope, small_left = VecX::Zero(border_.cols());
  const double whole = slope.norm();
  double worst = whole;
  for (int i = 0; i < kImprovements && worst > kExact * whole; ++i) {
    improve(left, small_left, d);
    // H d holds the squares already, so that only the rows' part of λ stands beside it.
    left = -slope - H.times(d) - shift * d - border_.rightCols(rows) * lambda_.tail(rows);
    small_left.setZero();
    small_left.tail(rows) = -(border_.rightCols(rows).transpose() * d);
    const double now = left.norm();
    const bool stagnates = !(now < kWorthwhile * worst);
    worst = now;
    if (stagnates) break;
  }
  return worst <= kUsable * whole;
}

bool TreeModel::minimise(Quadratic& f, const Reflections& Q, VecX& y) {
  const int n = Q.size(), left = n - Q.count();
  if (left == 0) return true;
  VecX from = y;
  from.tail(left).setZero();
  if (f.start.size() > 0) {
    VecX start = f.start;
    Q.apply(start);
    from.tail(left) = start.tail(left);
  }
  VecX v = from;
  Q.unapply(v);
  const VecX slope = f.slope(v);
  gather(f.tree, Q);
  const double stiffest = f.tree.diagonal().cwiseAbs().maxCoeff();
  const double scale = std::max(kFlat, f.start.size() > 0 ? kOwnShare * stiffest : stiffest);
  double shift = std::max(f.damping, kClearOfRounding * scale);
  for (int i = 0; i < kShifts; ++i) {
    VecX d;
    if (factorise(f.tree, shift) && solve(f.tree, shift, slope, d)) {
      Q.apply(d);
      y.tail(left) = from.tail(left) + d.tail(left);
      if (i > 0) f.shift = shift;
      return true;
    }
    shift = std::max({kMoreShift * shift, kFirstShift * scale, i == 0 ? f.shift : 0.0});
  }
  return false;
}

bool TreeModel::is_positive(const TreeMatrix& H, const Reflections& Q, double shift) {
  const bool adding = (H.weights().array() >= 0.0).all();
  if (adding && factor_.factorise(H, shift) == 0) return true;  // everywhere, so also where d may go
  gather(H, Q);
  return factorise(H, shift);
}

}  // namespace poise
