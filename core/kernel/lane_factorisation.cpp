#include "kernel/lane_factorisation.hpp"

#include <algorithm>
#include <cmath>

#include "math/lanes.hpp"
#include "math/two_sided.hpp"

namespace poise {

namespace {

constexpr double kClear = 1e-5;  // a row whose new part is a smaller share than this is left to the general way

int whole_lanes(int lane) { return lane / kLanes * kLanes; }

}  // namespace

int LaneFactorisation::padded(int lanes) { return (lanes + kLanes - 1) / kLanes * kLanes; }

const RowGroup* LaneFactorisation::reduce(const std::vector<RowGroup>& groups, int rows) {
  if (reflectors_.rows() != n()) reflectors_.resize(n(), n());
  beta_.resize(static_cast<std::size_t>(rows));
  pivot_.resize(static_cast<std::size_t>(rows));
  used_.assign(static_cast<std::size_t>(stride()), 0);
  new_part_.resize(stride());
  length_.resize(stride());
  square_lanes(work_.data(), stride(), n(), stride(), length_.data());
  for (const RowGroup& group : groups) {
    if (!reduce_group(group)) return &group;
  }
  join_reflectors();
  return nullptr;
}

// Householder reflections, the row with the largest new part first.
bool LaneFactorisation::reduce_group(const RowGroup& group) {
  const int lane = whole_lanes(group.open);  // lanes before are done with
  const int end = group.lane + group.size();
  if (group.size() > 1)
    square_lanes(lanes(group.first) + lane, stride(), n() - group.first, padded(end) - lane, new_part_.data() + lane);
  for (int r = group.first; r < group.end; ++r) {
    const int chosen = next_pivot(group);
    double square = 0.0;
    const int length = write_reflector(r, chosen, square);
    if (!(square > kClear * kClear * length_[chosen])) return false;
    double* h = reflector(r);
    const double norm = std::sqrt(square), alpha = h[0] > 0.0 ? -norm : norm;
    const double beta = 1.0 / (square - alpha * h[0]);
    h[0] -= alpha;
    beta_[static_cast<std::size_t>(r)] = beta;
    pivot_[static_cast<std::size_t>(r)] = chosen;
    used_[static_cast<std::size_t>(chosen)] = 1;
    reflect_lanes(h, beta, length, lanes(r) + lane, stride(), stride() - lane);
    const double* made = lanes(r);
    for (int i = group.lane; i < end; ++i) new_part_[i] -= made[i] * made[i];
  }
  return true;
}

int LaneFactorisation::next_pivot(const RowGroup& group) const {
  if (group.size() == 1) return group.lane;
  int best = -1;
  for (int i = group.lane; i < group.lane + group.size(); ++i) {
    if (!used_[static_cast<std::size_t>(i)] && (best < 0 || new_part_[i] > new_part_[best])) best = i;
  }
  return best;
}

// What is left of a lane from coordinate r on, as reflector r; how many of its entries are not zero at the end, and the
// sum of their squares.
int LaneFactorisation::write_reflector(int r, int lane, double& square) {
  const std::ptrdiff_t apart = stride();
  double* h = reflector(r);
  const double* row = lanes(r) + lane;
  int length = n() - r;
  while (length > 1 && row[(length - 1) * apart] == 0.0) --length;
  double sum = 0.0;
  for (int i = 0; i < length; ++i) {
    h[i] = row[i * apart];
    sum += h[i] * h[i];
  }
  square = sum;
  // Zeros beside the other reflectors of its block of four.
  std::fill(h + length, h + (n() - r), 0.0);
  std::fill(h - r % kBlock, h, 0.0);
  return length;
}

// Four reflectors at a time turn a vector much faster than one by one.
void LaneFactorisation::join_reflectors() {
  joined_.resize(beta_.size() / kBlock);
  for (std::size_t i = 0; i < joined_.size(); ++i) {
    const int first = static_cast<int>(i) * kBlock;
    join_four(reflector(first), n(), beta_.data() + first, n() - first, joined_[i].data());
  }
}

void LaneFactorisation::subtract(double y, int r, int open, VecX& wanted) const {
  const int lane = whole_lanes(open);
  subtract_lanes(y, lanes(r) + lane, stride() - lane, wanted.data() + lane);
}

VecX LaneFactorisation::to_step(const VecX& y, int count) const {
  VecX v = VecX::Zero(n());
  v.head(count) = y.head(count);
  turn_back(count, v);
  return v;
}

VecX LaneFactorisation::to_step_from_all(VecX y) const {
  turn_back(rows(), y);
  return y;
}

// By the first `count` reflectors, the last one first.
void LaneFactorisation::turn_back(int count, VecX& y) const {
  int r = count;
  while (r % kBlock != 0) {
    --r;
    reflect_one(reflector(r), beta_[static_cast<std::size_t>(r)], n() - r, y.data() + r);
  }
  for (r -= kBlock; r >= 0; r -= kBlock)
    reflect_four(reflector(r), n(), joined_[static_cast<std::size_t>(r / kBlock)].data(), false, n() - r, y.data() + r);
}

VecX LaneFactorisation::to_coordinates(VecX v) const {
  int r = 0;
  for (; r + kBlock <= rows(); r += kBlock)
    reflect_four(reflector(r), n(), joined_[static_cast<std::size_t>(r / kBlock)].data(), true, n() - r, v.data() + r);
  for (; r < rows(); ++r) reflect_one(reflector(r), beta_[static_cast<std::size_t>(r)], n() - r, v.data() + r);
  return v;
}

void LaneFactorisation::turn_two_sided(MatX& H) const {
  VecX room(kBlock * n());
  int r = 0;
  for (; r + kBlock <= rows(); r += kBlock)
    reflect_four_two_sided(reflector(r), n(), joined_[static_cast<std::size_t>(r / kBlock)].data(), n() - r, &H(r, r),
                           n(), room.data());
  for (; r < rows(); ++r)
    reflect_two_sided(reflector(r), beta_[static_cast<std::size_t>(r)], n() - r, &H(r, r), n(), room.data());
}

void LaneFactorisation::multipliers(int count, VecX& gradient) const {
  for (int r = count - 1; r >= 0; --r) {
    const int row = pivot(r);
    const double mu = -gradient[r] / work_(row, r);
    for (int i = 0; i < r; ++i) gradient[i] += mu * work_(row, i);
    gradient[r] = mu;
  }
}

}  // namespace poise
