// A Householder factorisation of rows that lie side by side, a lane each, for the quick way to a step.
//
// Entry i of all rows lies together, so that a reflector is applied to every one of them in a single sweep over the
// degrees of freedom. Lanes that are no rows ride along and come out as Qᵀ x. Rows are taken group by group: a level,
// or a bound that is held ahead of one. After `reduce`, lanes(r) holds the factor of coordinate r in every lane:
//
//   row i of J v = Σ_r lanes(r)[i] y_r,   y = Qᵀ v
#pragma once

#include <array>
#include <vector>

#include "math/rotation.hpp"

namespace poise {

// Rows that are served together: of a level, or one bound.
struct RowGroup {
  int first, end;  // coordinates that they decide
  int lane;        // of its first row
  int open;        // the first lane of a level that is not served before it
  int level;
  int bound = -1;  // which one of those held; −1: these are the rows of a level
  double damping = 0.0;

  int size() const { return end - first; }
  bool is_bound() const { return bound >= 0; }
};

class LaneFactorisation {
 public:
  static constexpr int kMostLanes = 128;  // more rows do not fit into fast memory: the general way is no slower then

  // Lanes as a multiple of what vector units work on.
  static int padded(int lanes);

  // All lanes before they are reduced, lanes × degrees of freedom: fill them, then `start` as often as needed and add
  // what differs in row(lane, dof).
  MatX& unreduced() { return unreduced_; }
  void start() { work_ = unreduced_; }
  double& entry(int lane, int dof) { return work_(lane, dof); }
  double entry(int lane, int dof) const { return work_(lane, dof); }

  // Reduces the groups one after the other, `rows` in all. The group of which a row depends on those before, or nearly;
  // null: none does.
  const RowGroup* reduce(const std::vector<RowGroup>& groups, int rows);

  int rows() const { return static_cast<int>(beta_.size()); }
  int stride() const { return static_cast<int>(work_.rows()); }
  double* lanes(int r) { return work_.data() + static_cast<std::ptrdiff_t>(r) * stride(); }
  const double* lanes(int r) const { return work_.data() + static_cast<std::ptrdiff_t>(r) * stride(); }
  // The lane of the row that decides a coordinate.
  int pivot(int r) const { return pivot_[static_cast<std::size_t>(r)]; }
  auto factors(int r, int lane, int count) const { return work_.col(r).segment(lane, count); }

  // What the lanes still want after coordinate r has become y: lanes before `open` are done with.
  void subtract(double y, int r, int open, VecX& wanted) const;

  // Q y for the first `count` coordinates, the others being zero; and Qᵀ v.
  VecX to_step(const VecX& y, int count) const;
  VecX to_coordinates(VecX v) const;
  // Q y for all coordinates, those behind the rows included.
  VecX to_step_from_all(VecX y) const;
  // A symmetric matrix H, of which the lower half is read, becomes Qᵀ H Q; of the result only the lower half behind the
  // coordinates of the rows is right.
  void turn_two_sided(MatX& H) const;

  // Lagrange multipliers of the rows that decide the first `count` coordinates, in place of the gradient, which is
  // given in the coordinates y: gradient + Σ μ_i (row i) = 0.
  void multipliers(int count, VecX& gradient) const;

 private:
  bool reduce_group(const RowGroup& group);
  int next_pivot(const RowGroup& group) const;
  int write_reflector(int r, int lane, double& square);
  void join_reflectors();
  void turn_back(int count, VecX& y) const;
  const double* reflector(int r) const { return reflectors_.data() + static_cast<std::ptrdiff_t>(r) * n() + r; }
  double* reflector(int r) { return reflectors_.data() + static_cast<std::ptrdiff_t>(r) * n() + r; }
  int n() const { return static_cast<int>(work_.cols()); }

  MatX unreduced_, work_;  // lanes × degrees of freedom
  MatX reflectors_;        // one a column, from its own coordinate on
  std::vector<double> beta_;
  std::vector<std::array<double, 16>> joined_;  // T of every four reflectors, math/lanes.hpp
  std::vector<int> pivot_;
  std::vector<char> used_;  // lanes that decide a coordinate
  VecX new_part_, length_;  // squared, of the lanes: what is new in them, and all
};

}  // namespace poise
