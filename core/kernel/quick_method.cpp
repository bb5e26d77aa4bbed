#include "kernel/quick_method.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/cut_step.hpp"

namespace poise {

namespace {

constexpr int kGuesses = 12;  // guesses that are tried before the general way is asked
// The same where criteria are curved: three such guesses cost what the general way costs. (The README's question takes
// 14 % more instructions with nine: what five have not found, nine seldom do.)
constexpr int kCurvedGuesses = 5;
// Damping that is so small against the squared pivots of its level changes its step by that share at most, and is left
// out: then no order of bounds matters. (A goal that is followed moves by millimetres: 10⁻⁶ against 10⁻¹.)
constexpr double kSlightDamping = 1e-4;

// Whether the curvature of what holds the criteria counts.
bool is_curved(const StepRequest& request) {
  return request.source != nullptr && request.source->has_curvature(request.levels->size());
}

}  // namespace

bool QuickMethod::step(const StepRequest& request) {
  rounds_ = 0;
  if (!fits(request)) return false;
  guess(*request.active);
  if (!find(request)) return false;
  report(request);
  return true;
}

// Whether the problem is such as this can serve; notes what it is about.
bool QuickMethod::fits(const StepRequest& request) {
  const std::vector<LevelRows>& levels = *request.levels;
  if (request.count == 0) return false;
  n_ = static_cast<int>(std::max(levels[0].Jt.rows(), levels[0].diagonal.size()));
  count_ = request.count;
  last_.clear();
  curved_.clear();
  reduced_.clear();
  bounds_.start(*request.bounds, levels, count_);
  const bool postured = levels[count_ - 1].is_posture();
  for (std::size_t k = 0; k < (postured ? count_ - 1 : count_); ++k) {
    if (!fits(levels[k], k)) return false;
  }
  const bool preferred = request.objective->gradient.size() > 0;
  if (postured) return !preferred && levels[count_ - 1].allowed_Jt.cols() == 0 && take_posture(request);
  return !preferred || take_objective(request);
}

bool QuickMethod::fits(const LevelRows& level, std::size_t k) const {
  if (level.allowed_Jt.cols() > 0 || level.is_posture() || level.second_order) return false;
  return level.damping <= 0.0 || bounds_.wanted_count(level, k) <= kMostDamped;
}

// The criteria as what comes last: uniform, by joints or the tree of joints, or dense, whichever is the quickest.
bool QuickMethod::take_objective(const StepRequest& request) {
  const Objective& objective = *request.objective;
  const int number = static_cast<int>(request.levels->size());
  if (objective.is_uniform()) {
    last_.take(objective, number);
    return true;
  }
  if (!is_curved(request)) {
    if (curved_.take(objective, number)) return true;
    curved_.clear();
    if (!objective.tree.exists()) return false;  // so stiff and soft at once that guesses seldom hold
  }
  // With so many degrees of freedom that there is a form, dense matrices do not pay.
  if (request.source == nullptr || request.source->form() != nullptr) return false;
  reduced_.take(objective, number);
  return true;
}

// The last level as what comes last.
bool QuickMethod::take_posture(const StepRequest& request) {
  const LevelRows& level = (*request.levels)[--count_];
  const auto number = static_cast<int>(count_);
  if (!level.second_order) {
    if (level.damping != 0.0) return false;
    if (last_.take(level, number)) return true;
    last_.clear();
    return curved_.take(level, number);
  }
  if (request.source == nullptr || request.source->form() != nullptr) return false;
  reduced_.take(level, number);
  return true;
}

// Guesses until one counts.
bool QuickMethod::find(const StepRequest& request) {
  for (;;) {
    if (!write_guess(request)) return false;
    if (const RowGroup* group = factors_.reduce(order_.groups(), order_.rows()); group != nullptr) {
      if (!drop(*group)) return false;
      continue;
    }
    leave_out_slight_damping();
    if (!factorise_last(request) || !solve()) return false;
    int violated = 0;
    if (!hold_violated(violated)) return false;
    if (violated == 0 && !release() && !move_to_damped_levels()) return is_split_as_begun() && !is_misled(request);
  }
}

// The rows of a guess; false where they are too many, or where so many guesses have been tried that the general way is
// quicker.
bool QuickMethod::write_guess(const StepRequest& request) {
  const int most = curved_.exists() || reduced_.exists() ? kCurvedGuesses : kGuesses, stride = order_.stride();
  const bool fit = order_.arrange(*request.levels, count_, bounds_, active_, last_number(), last_.irrelevant(), n_);
  if (++rounds_ > most || !fit) return false;
  if (rounds_ == 1 || order_.stride() != stride) write_levels(*request.levels);
  write_bounds();
  if (curved_.exists()) curved_.take_rows(order_, factors_);
  return true;
}

// What comes last, for the rows of this guess; its curvature is by the multipliers of the first one.
bool QuickMethod::factorise_last(const StepRequest& request) {
  if (curved_.exists()) return curved_.factorise();
  if (!reduced_.exists()) return true;
  const bool of_criteria = request.objective->gradient.size() > 0;
  if (!reduced_.has_curvature() && of_criteria && !is_curved(request)) reduced_.set_plain();
  if (!reduced_.has_curvature()) {
    Curvature room;
    Curvature& curvature = of_criteria ? room : (*request.levels)[count_].curvature;
    reduced_.set_curvature(*request.source, multipliers_by_owner(reduced_.gradient(), *request.levels), curvature);
  }
  const bool tentative = of_criteria && !reduced_.is_plain() && request.source->is_tentative(request.levels->size());
  if (reduced_.reduce(factors_, of_criteria && !tentative)) return true;
  if (!tentative) return false;
  reduced_.set_plain();
  return reduced_.reduce(factors_, true);
}

void QuickMethod::leave_out_slight_damping() {
  for (RowGroup& group : order_.groups()) {
    double least = std::numeric_limits<double>::infinity();
    for (int r = group.first; r < group.end; ++r)
      least = std::min(least, std::abs(factors_.lanes(r)[factors_.pivot(r)]));
    if (group.damping < kSlightDamping * least * least) group.damping = 0.0;
  }
}

void QuickMethod::report(const StepRequest& request) {
  const auto levels = static_cast<int>(request.levels->size());
  request.active->assign(bounds_.size(), {});
  for (const HeldBound& bound : active_.open()) {
    const int level = bound.first_level < 0 ? levels : bound.first_level;
    (*request.active)[static_cast<std::size_t>(bound.row)] = {bound.side, bound.equality ? 0 : level};
  }
  const bool posture = has_last() && request.objective->gradient.size() == 0;
  freedom_ = posture ? 0 : n_ - order_.rows();
}

// The levels, and what rides along, in their lanes; the same for all guesses.
void QuickMethod::write_levels(const std::vector<LevelRows>& levels) {
  const int stride = order_.stride();
  MatX& lanes = factors_.unreduced();
  lanes.resize(stride, n_);
  lanes.bottomRows(stride - order_.target_lane()).setZero();
  targets_.setZero(stride);
  for (const RowGroup& group : order_.groups()) {
    if (group.is_bound()) continue;
    const auto k = static_cast<std::size_t>(group.level);
    const LevelRows& level = levels[k];
    for (int j = 0; j < group.size(); ++j) {
      const double* row = level.Jt.data() + static_cast<std::ptrdiff_t>(bounds_.row(k, j)) * n_;
      double* lane = lanes.data() + group.lane + j;
      for (int i = 0; i < n_; ++i) lane[static_cast<std::ptrdiff_t>(i) * stride] = row[i];
    }
    aim(group, levels, targets_);
  }
  if (last_.exists()) last_.write(order_.target_lane(), lanes);
}

// The bounds that this guess holds.
void QuickMethod::write_bounds() {
  factors_.start();
  for (const RowGroup& group : order_.groups()) {
    if (!group.is_bound()) continue;
    bounds_.write(static_cast<std::size_t>(active_[group.bound].row), group.lane, factors_);
    targets_[group.lane] = target(group);
  }
}

double QuickMethod::target(const RowGroup& group) const {
  const HeldBound& held = active_[group.bound];
  return bounds_.target(static_cast<std::size_t>(held.row), held.side);
}

// What the rows of a level want.
void QuickMethod::aim(const RowGroup& group, const std::vector<LevelRows>& levels, VecX& wanted) const {
  const auto k = static_cast<std::size_t>(group.level);
  for (int j = 0; j < group.size(); ++j) wanted[group.lane + j] = levels[k].e[bounds_.row(k, j)];
}

// Coordinates group by group: what a row misses is known once those before it are. What is left of it is not served.
bool QuickMethod::solve() {
  missing_ = targets_;
  y_.resize(order_.rows());
  for (const RowGroup& group : order_.groups()) {
    if (group.damping > 0.0) {
      solve_damped(group);
      continue;
    }
    for (int r = group.first; r < group.end; ++r) {
      const int row = factors_.pivot(r);
      y_[r] = missing_[row] / factors_.lanes(r)[row];
      factors_.subtract(y_[r], r, group.open, missing_);
      missing_[row] = 0.0;
    }
  }
  if (curved_.exists()) return curved_.complete(values(), v_);
  if (reduced_.exists())
    v_ = reduced_.complete(factors_, y_);
  else if (last_.exists())
    last_.complete(factors_, order_.target_lane(), y_, v_);
  else
    v_ = factors_.to_step(y_, order_.rows());
  return true;
}

// What the rows have come to, by coordinates.
VecX QuickMethod::values() const {
  VecX found(order_.rows());
  for (const RowGroup& group : order_.groups())
    found.segment(group.first, group.size()) =
        targets_.segment(group.lane, group.size()) - missing_.segment(group.lane, group.size());
  return found;
}

// min |L y − missing|² + λ² |y|² in the group's own coordinates: (Lᵀ L + λ²) y = Lᵀ missing, the rows of L in any
// order.
QuickMethod::DampedSystem QuickMethod::damped_system(const RowGroup& group) const {
  const int m = group.size();
  DampedSystem normal(m);
  for (int i = 0; i < m; ++i) {
    const double* column = factors_.lanes(group.first + i) + group.lane;
    for (int j = 0; j <= i; ++j) {
      const double* other = factors_.lanes(group.first + j) + group.lane;
      normal.A(i, j) = i == j ? group.damping : 0.0;
      for (int k = 0; k < m; ++k) normal.A(i, j) += column[k] * other[k];
    }
  }
  return normal;
}

void QuickMethod::solve_damped(const RowGroup& group) {
  DampedSystem normal = damped_system(group);
  for (int i = 0; i < group.size(); ++i) {
    const double* column = factors_.lanes(group.first + i) + group.lane;
    normal.b(i) = 0.0;
    for (int k = 0; k < group.size(); ++k) normal.b(i) += column[k] * missing_[group.lane + k];
  }
  normal.solve();
  for (int i = 0; i < group.size(); ++i) {
    const int r = group.first + i;
    y_[r] = normal.b(i);
    factors_.subtract(y_[r], r, 0, missing_);
  }
}

// How such a level answers to a force along a row. Behind its own coordinates its Hessian is λ² alone.
VecX QuickMethod::damped_response(const RowGroup& group, const VecX& row) const {
  VecX y = factors_.to_coordinates(row);
  DampedSystem normal = damped_system(group);
  for (int i = 0; i < group.size(); ++i) normal.b(i) = y[group.first + i];
  normal.solve();
  y.head(group.first).setZero();
  for (int i = 0; i < group.size(); ++i) y[group.first + i] = normal.b(i);
  y.tail(n_ - group.end) /= group.damping;
  return factors_.to_step_from_all(y);
}

// ---- the last step again -----------------------------------------------------------------------------------------

bool QuickMethod::within(double radius, VecX& cut) const {
  cut.setZero(n_);
  bool whole = true;
  for (const RowGroup& group : order_.groups()) {
    if (group.is_bound() || !whole) continue;
    const VecX v = factors_.to_step(y_, group.end);
    if (is_strict() && !bounds_.are_kept(v, group.level + 1)) return false;
    whole = advance_within(radius, v, cut);
  }
  if (whole) advance_within(radius, v_, cut);
  return bounds_.are_kept(cut, static_cast<int>(count_) + 1);
}

// At another gradient of the criteria, or other errors of the posture.
void QuickMethod::aim_last_at(const std::vector<LevelRows>& levels, const VecX& gradient) {
  const auto aim = [&](auto& last) {
    if (!last.exists()) return;
    if (gradient.size() > 0)
      last.aim_at(gradient);
    else
      last.aim_at(levels[static_cast<std::size_t>(last.number())]);
  };
  aim(last_);
  aim(curved_);
  aim(reduced_);
}

bool QuickMethod::follow(const std::vector<LevelRows>& levels, const Bounds& bounds, const VecX& gradient) {
  if (!bounds_.follow(bounds, levels)) return false;
  for (RowGroup& group : order_.groups()) {
    group.damping = 0.0;
    if (group.is_bound())
      targets_[group.lane] = target(group);
    else
      aim(group, levels, targets_);
  }
  aim_last_at(levels, gradient);
  if (last_.exists()) {
    const VecX reduced = factors_.to_coordinates(last_.target());
    for (int r = 0; r < order_.rows(); ++r) factors_.lanes(r)[order_.target_lane()] = reduced[r];
  }
  int violated = 0;
  if (!solve()) return false;
  return hold_violated(violated) && violated == 0 && !release() && is_split_as_begun();
}

VecX QuickMethod::again(const std::vector<LevelRows>& levels, std::size_t count, const VecX& slack) const {
  VecX missing = VecX::Zero(factors_.stride()), y(order_.rows());
  int rows = 0;
  for (const RowGroup& group : order_.groups()) {
    // Bounds ahead of the first level that does not count are kept, as in the general way.
    if (group.level > static_cast<int>(count) || (!group.is_bound() && group.level >= static_cast<int>(count))) break;
    rows = group.end;
    if (!group.is_bound()) {
      aim(group, levels, missing);
      continue;
    }
    const int row = active_[group.bound].row;
    if (static_cast<std::size_t>(row) >= bounds_.given())
      missing[group.lane] = bounds_.lack(static_cast<std::size_t>(row), levels, count);
    else if (row < slack.size())
      missing[group.lane] = slack[row];
  }
  for (int r = 0; r < rows; ++r) {
    const int row = factors_.pivot(r);
    y[r] = missing[row] / factors_.lanes(r)[row];
    factors_.subtract(y[r], r, 0, missing);
  }
  return factors_.to_step(y, rows);
}

}  // namespace poise
