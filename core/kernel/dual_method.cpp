#include "kernel/dual_method.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "math/dense.hpp"

namespace poise {

namespace {

// A bound whose own response is smaller than this share of it, once those taken before are kept, depends on them: only
// rounding would decide what it asks for. Rows of unit length that differ by more are told apart by nine digits.
constexpr double kDependentResponse = 1e-10;
constexpr std::size_t kMostTaken = 64;  // more than bind any pose of people: then another way is as quick
constexpr double kNever = std::numeric_limits<double>::infinity();

double outwards(Side side) { return side == Side::kUpper ? 1.0 : -1.0; }

}  // namespace

void DualMethod::start(const VecX& minimum) {
  v_ = minimum;
  taken_.clear();
  gram_.resize(0, 0);
}

bool DualMethod::take(ViolatedBound bound, VecX response, const Value& value) {
  const double sign = outwards(bound.side);
  response *= sign;
  const double own = sign * value(bound.row, response);
  if (!(own > 0.0) || taken_.size() >= kMostTaken) return false;
  for (double multiplier = 0.0;;) {
    const VecX along = outwards_along(response, value), less = relief(along);
    const double gain = own - along.dot(less);  // of the bound, a unit of its multiplier
    const double full = gain > kDependentResponse * own ? bound.excess / gain : kNever;
    const auto [part, first] = released_first(less);
    const double way = std::min(full, part);
    if (way == kNever) return false;
    multiplier += way;
    for (std::size_t i = 0; i < taken_.size(); ++i) {
      const double change = way * less[static_cast<Eigen::Index>(i)];
      taken_[i].multiplier -= change;
      if (full < kNever) v_ += change * taken_[i].response;
    }
    if (full < kNever) v_ -= way * response;
    if (full <= part) {
      add({bound.row, bound.side, std::move(response), multiplier}, along, own);
      return true;
    }
    bound.excess -= full < kNever ? way * gain : 0.0;
    release(first);
  }
}

// What the bounds taken gain by a step, outwards.
VecX DualMethod::outwards_along(const VecX& step, const Value& value) const {
  VecX along(static_cast<Eigen::Index>(taken_.size()));
  for (std::size_t i = 0; i < taken_.size(); ++i)
    along[static_cast<Eigen::Index>(i)] = outwards(taken_[i].side) * value(taken_[i].row, step);
  return along;
}

VecX DualMethod::relief(const VecX& along) const {
  VecX less = along;
  MatX factor = gram_;
  if (less.size() == 0) return less;
  if (!cholesky(factor)) return VecX::Zero(less.size());  // cannot be: those taken do not depend on each other
  solve_lower(factor, less);
  solve_lower_transposed(factor, less);
  return less;
}

DualMethod::Release DualMethod::released_first(const VecX& less) const {
  Release found{kNever, 0};
  for (std::size_t i = 0; i < taken_.size(); ++i) {
    const double fall = less[static_cast<Eigen::Index>(i)];
    if (fall > 0.0 && taken_[i].multiplier < found.way * fall) found = {taken_[i].multiplier / fall, i};
  }
  return found;
}

void DualMethod::add(Taken bound, const VecX& along, double own) {
  const Eigen::Index count = along.size();
  gram_.conservativeResize(count + 1, count + 1);
  gram_.row(count).head(count) = along.transpose();
  gram_.col(count).head(count) = along;
  gram_(count, count) = own;
  taken_.push_back(std::move(bound));
}

void DualMethod::release(std::size_t i) {
  taken_.erase(taken_.begin() + static_cast<std::ptrdiff_t>(i));
  std::vector<Eigen::Index> kept;
  for (Eigen::Index k = 0; k < gram_.cols(); ++k)
    if (k != static_cast<Eigen::Index>(i)) kept.push_back(k);
  gram_ = MatX(gram_(kept, kept));
}

}  // namespace poise
