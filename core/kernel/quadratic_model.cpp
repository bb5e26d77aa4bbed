#include "kernel/quadratic_model.hpp"

#include <algorithm>

#include "math/dense.hpp"
#include "math/lanes.hpp"
#include "math/two_sided.hpp"

namespace poise {

void QuadraticModel::reduce(const MatX& hessian, const Reflections& Q, int rank) {
  turned_ = hessian;
  reflect(turned_, Q, 0, rank);
  base_ = turned_.bottomRightCorner(hessian.rows() - rank, hessian.rows() - rank);
}

void QuadraticModel::stage(const Reflections& Q, int rank) {
  staged_ = base_;
  staged_rank_ = Q.count();
  if (staged_.size() > 0) reflect(staged_, Q, rank, Q.count());
}

void QuadraticModel::add_row(const Reflections& Q) {
  const int newest = Q.count() - 1;
  if (staged_.size() > 0) reflect_by_one(staged_, Q, newest, newest);
  staged_rank_ = Q.count();
}

// A model in the last coordinates, after the reflectors [from, to): only the coordinates behind these count afterwards.
void QuadraticModel::reflect(MatX& model, const Reflections& Q, int from, int to) {
  const auto size = static_cast<int>(model.cols());
  const int n = Q.size();
  if (room_.size() < kBlock * n) room_.resize(kBlock * n);
  for (int i = from; i < to;) {
    double* corner = &model(i - (n - size), i - (n - size));
    const bool four = i % kBlock == 0 && i + kBlock <= to;
    if (four)
      reflect_four_two_sided(Q.reflector(i), n, Q.joined(i), n - i, corner, size, room_.data());
    else
      reflect_two_sided(Q.reflector(i), Q.beta(i), n - i, corner, size, room_.data());
    i += four ? kBlock : 1;
  }
}

// The same after one reflector, where all coordinates from `first` on still count.
void QuadraticModel::reflect_by_one(MatX& model, const Reflections& Q, int reflector, int first) {
  const int n = Q.size(), size = static_cast<int>(model.cols()), before = n - size, m = n - reflector;
  double* corner = model.data() + (reflector - before);
  if (room_.size() < kBlock * n) room_.resize(kBlock * n);
  for (int j = first - before; j < reflector - before; ++j)
    reflect_one(Q.reflector(reflector), Q.beta(reflector), m, corner + static_cast<std::ptrdiff_t>(j) * size);
  reflect_two_sided(Q.reflector(reflector), Q.beta(reflector), m,
                    corner + static_cast<std::ptrdiff_t>(reflector - before) * size, size, room_.data());
}

void QuadraticModel::minimise(Quadratic& f, const Reflections& Q, int first, int rank, VecX& y) {
  if (rank == 0) return;
  const int n = Q.size();
  slope_ = y;
  slope_.tail(n - first).setZero();
  Q.unapply(slope_);
  slope_ = f.gradient + f.hessian * slope_;
  Q.apply(slope_);
  turned_ = staged_;
  for (int i = first; i < Q.count(); ++i) reflect_by_one(turned_, Q, i, first);
  const auto model = turned_.block(turned_.rows() - (n - first), turned_.rows() - (n - first), rank, rank);
  const double scale = std::max(kFlat, model.diagonal().cwiseAbs().maxCoeff());
  double shift = std::max(f.damping, kRegular * scale);
  for (int i = 0; i < kShifts; ++i) {
    shifted_ = model;
    shifted_.diagonal().array() += shift;
    if (cholesky(shifted_)) {
      VecX step = -slope_.segment(first, rank);
      solve_lower(shifted_, step);
      solve_lower_transposed(shifted_, step);
      y.segment(first, rank) = step;
      if (i > 0) f.shift = shift;
      return;
    }
    shift = std::max({kMoreShift * shift, kFirstShift * scale, i == 0 ? f.shift : 0.0});
  }
}

void QuadraticModel::into_null_space(const MatX& hessian, const Reflections& Q, bool restage, MatX& reduced) {
  const int rank = Q.count(), left = Q.size() - rank;
  if (restage) {
    turned_ = hessian;
    reflect(turned_, Q, 0, rank);
    reduced = turned_.bottomRightCorner(left, left);
  } else {
    reflect(staged_, Q, staged_rank_, rank);
    reduced = staged_.bottomRightCorner(left, left);
  }
}

MatX curved_directions(const MatX& A, double least, bool& concave) {
  auto [L, d] = pivoted_factors(A);
  concave = d.minCoeff() < -least;
  Eigen::Index m = 0;
  for (Eigen::Index j = 0; j < d.size(); ++j) {
    if (d[j] > least) L.col(m++) = L.col(j).eval();
  }
  return L.leftCols(m);
}

}  // namespace poise
