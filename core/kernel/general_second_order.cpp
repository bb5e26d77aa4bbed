// Levels that are served by a quadratic model: bent ones, and criteria.
#include <algorithm>
#include <cmath>

#include "kernel/general_method.hpp"
#include "math/lanes.hpp"
#include "math/two_sided.hpp"

namespace poise {

namespace {

constexpr double kCurved = 1e-8;  // share of the largest curvature that a bent level keeps for itself
constexpr double kVague = 1e-4;   // and no more than this while it moves
constexpr double kFirstShift = 1e-6, kMoreShift = 6.0;
constexpr int kShifts = 40;

}  // namespace

// ---- the model in the freedom left -------------------------------------------------------------------------------

// Zᵀ H Z, Z being the freedom that the first `rank` reflectors leave. Of this and all that comes of it only the lower
// half counts.
void GeneralMethod::reduce_hessian(const MatX& hessian, int rank, MatX& reduced) {
  half_ = hessian;
  reflect_model(half_, 0, rank);
  reduced = half_.bottomRightCorner(n_ - rank, n_ - rank);
}

// The same of a model that has seen the first reflectors, and shall see those up to `end`: only what they leave counts
// afterwards.
void GeneralMethod::reflect_model(MatX& model, int seen, int end) {
  const auto size = static_cast<int>(model.cols());
  if (room_.size() < kBlock * n_) room_.resize(kBlock * n_);
  for (int i = seen; i < end;) {
    double* corner = &model(i - (n_ - size), i - (n_ - size));
    const bool four = i % kBlock == 0 && i + kBlock <= end;
    if (four)
      reflect_four_two_sided(q_.reflector(i), n_, q_.joined(i), n_ - i, corner, size, room_.data());
    else
      reflect_two_sided(q_.reflector(i), q_.beta(i), n_ - i, corner, size, room_.data());
    i += four ? kBlock : 1;
  }
}

// The same after another reflector, in the coordinates from `first` on.
void GeneralMethod::reflect_hessian(MatX& reduced, int reflector, int first) {
  const auto size = static_cast<int>(reduced.cols()), before = n_ - size, m = n_ - reflector;
  double* corner = reduced.data() + (reflector - before);
  if (room_.size() < kBlock * n_) room_.resize(kBlock * n_);
  for (int j = first - before; j < reflector - before; ++j)
    reflect_one(q_.reflector(reflector), q_.beta(reflector), m, corner + static_cast<std::ptrdiff_t>(j) * size);
  reflect_two_sided(q_.reflector(reflector), q_.beta(reflector), m,
                    corner + static_cast<std::ptrdiff_t>(reflector - before) * size, size, room_.data());
}

// min g · v + ½ vᵀ H v + ½ λ² |Δv|² over the coordinates [first, first + rank); damped more where H is not positive.
void GeneralMethod::meet_quadratic(Wish& wish, int first, int rank) {
  if (rank == 0) return;
  target_ = y_;
  target_.tail(n_ - first).setZero();
  q_.unapply(target_);
  target_ = wish.gradient + wish.hessian * target_;
  q_.apply(target_);
  half_ = staged_hessian_;
  for (int i = first; i < q_.count(); ++i) reflect_hessian(half_, i, first);
  const auto model = half_.block(half_.rows() - (n_ - first), half_.rows() - (n_ - first), rank, rank);
  const double scale = std::max(1e-12, model.diagonal().cwiseAbs().maxCoeff());
  double shift = std::max(wish.damping, 1e-14 * scale);
  for (int i = 0; i < kShifts; ++i) {
    turned_ = model;
    turned_.diagonal().array() += shift;
    const Eigen::LLT<Eigen::Ref<MatX>> llt(turned_);
    if (llt.info() == Eigen::Success) {
      y_.segment(first, rank) = -llt.solve(target_.segment(first, rank));
      if (i > 0) wish.shift = shift;
      return;
    }
    shift = std::max({kMoreShift * shift, kFirstShift * scale, i == 0 ? wish.shift : 0.0});
  }
}

// A bent level's rows, and the directions in which its model is curved beyond them, are its own from now on. While it
// still moves, by `motion`, its curvature is known no better than that.
void GeneralMethod::lock_curved(const Wish& wish, double motion) {
  const int before = q_.count();
  const MatX Jt = rows_of(*wish.rows);
  const auto own = static_cast<int>(Jt.cols());
  reserve(columns_ + own + n_);
  work_.middleCols(columns_, own) = Jt;
  q_.apply(column(columns_), n_, own, 0, before);
  columns_ += own;
  reduce(own, wish.level);
  const int r = q_.count(), free = n_ - r;
  if (free > 0) {
    MatX reduced;
    if (wish.staged) {
      reflect_model(staged_hessian_, staged_rank_, r);
      reduced = staged_hessian_.bottomRightCorner(free, free);
    } else {
      reduce_hessian(wish.hessian, r, reduced);
    }
    const Eigen::LDLT<MatX> ldlt(reduced);
    const VecX d = ldlt.vectorD();
    const double least =
        (kCurved + std::min(motion, kVague)) * std::max(1e-12, wish.hessian.diagonal().cwiseAbs().maxCoeff());
    closed_ = d.minCoeff() < -least;
    const MatX L = ldlt.transpositionsP().transpose() * MatX(ldlt.matrixL());
    int m = 0;
    for (int j = 0; j < free; ++j) {
      if (d[j] <= least) continue;
      double* c = column(columns_ + m++);
      Eigen::Map<VecX>(c, r).setZero();
      Eigen::Map<VecX>(c + r, free) = L.col(j);
    }
    columns_ += m;
    reduce(m, -2);
  }
  q_.apply(y_, before);
}

// ---- what holds a level ------------------------------------------------------------------------------------------

Multipliers GeneralMethod::what_holds(const VecX& gradient) {
  VecX g = gradient;
  q_.apply(g);
  multipliers(g, q_.count());
  Multipliers found;
  for (const LevelRows& level : *asked_.levels) found.levels.push_back(VecX::Zero(level.e.size()));
  found.bounds.setZero(static_cast<Eigen::Index>(given_));
  for (int i = 0; i < q_.count(); ++i) {
    Owner owner = owner_[static_cast<std::size_t>(pivot_[static_cast<std::size_t>(i)])];
    double share = mu_[i];
    if (owner.level == -1 && owner.row < static_cast<int>(given_)) {
      found.bounds[owner.row] = share;
      continue;
    }
    if (owner.level == -1) {
      const std::size_t at = static_cast<std::size_t>(owner.row) - given_;
      share /= length_[at];
      owner = origin_[at];
    }
    if (owner.level >= 0) found.levels[static_cast<std::size_t>(owner.level)][owner.row] += share;
  }
  return found;
}

// The curvature with what is thought to hold the level.
void GeneralMethod::bend(Wish& wish) {
  wish.curvature->setZero(n_, n_);
  bending_->add_curvature(static_cast<std::size_t>(wish.level), what_holds(wish.gradient), *wish.curvature);
  wish.hessian += *wish.curvature;
}

// The curvature with what holds the level now. Whether the step that the old one led to gains much less by the new one.
bool GeneralMethod::bend_anew(Wish& wish, const VecX& start) {
  const auto change = [&] {
    const VecX d = v_ - start;
    return d.dot(wish.gradient + wish.hessian * (start + 0.5 * d));
  };
  const double thought = change();
  const VecX slope = wish.gradient + wish.hessian * v_;
  wish.hessian -= *wish.curvature;
  wish.curvature->setZero();
  bending_->add_curvature(static_cast<std::size_t>(wish.level), what_holds(slope), *wish.curvature);
  wish.hessian += *wish.curvature;
  return change() > 0.5 * thought;
}

}  // namespace poise
