// The active-set loop of one level in the general way.
#include <algorithm>
#include <cmath>

#include "kernel/general_method.hpp"

namespace poise {

namespace {

constexpr int kMostEntries = 4;  // a bound that has entered so often is not released any more: no cycles

}  // namespace

void GeneralMethod::solve(Subproblem& problem) {
  Start start{factors_.mark(), v_, rounds_};
  const bool curved = problem.curved && request_.source != nullptr;
  const bool free = factors_.null_space() > 0 && !closed_;
  if (free || curved) hold_all(start.above);
  if (curved) add_curvature(problem, problem.f.gradient);
  if (!free) {
    factors_.rewind(start.above);
    return;
  }
  level_.load(problem, factors_, start.above.rank);
  level_.stage(factors_, start.above.rank);
  for (;;) {
    ++rounds_;
    const RowFactorisation::Mark bare = factors_.mark();  // without the level's own rows
    const RowBlock block = level_.serve(problem, factors_, shared_, y_);
    target_ = y_;
    factors_.reflections().unapply(target_);
    if (stop_at_bounds(bare)) continue;
    v_ = target_;
    if (!active_.open().empty() && release(problem, block, start, bare.rank)) continue;
    if (curved && rounds_ > start.rounds + 1 && is_misled(problem, start, bare)) continue;
    break;
  }
  finish(problem, start);
}

// Where bounds are in the way to the target: go up to them, and hold them. False when there are none.
bool GeneralMethod::stop_at_bounds(const RowFactorisation::Mark& bare) {
  double share = 1.0;
  const std::vector<HeldBound> first = first_blocking(share);
  if (first.empty()) return false;
  v_ += share * (target_ - v_);
  factors_.rewind(bare);
  for (const HeldBound& bound : first) {
    active_.hold(bound);
    ++active_.entries(bound.row);
    if (hold(active_.open().back())) level_.add_row(factors_);
  }
  return true;
}

// The bound that stops the way from v_ to target_ first, and the share of the way up to it. Of bounds that v_ is at
// already all that stop it are held at once: a level that begins where others have come to their limits would meet them
// one by one, and be served anew after each; what it does not need of them it releases.
std::vector<HeldBound> GeneralMethod::first_blocking(double& share) const {
  std::vector<HeldBound> first;
  share = 1.0;
  bool here = false;
  for (std::size_t i = 0; i < bounds_.size(); ++i) {
    const BoundRow& bound = bounds_[i];
    const auto row = static_cast<int>(i);
    if (active_.is_held(row) || bound.equality) continue;
    const double to = bounds_.all().value(i, target_);
    const Side side = violated_side(bound, to);
    if (side == Side::kNone) continue;
    const double from = bounds_.all().value(i, v_);
    const double room = side == Side::kUpper ? bound.upper - from : from - bound.lower;
    const double reach = std::min(1.0, std::max(0.0, room) / std::abs(to - from));
    const bool is_here = room <= kAtBound;
    if (here ? is_here : is_here || reach < share || first.empty()) {
      if (!here) first.clear();
      here = is_here;
      share = here ? 0.0 : reach;
      first.push_back({row, side});
    }
  }
  return first;
}

// Hold one bound behind what is there already, and go to it. False when it depends on what is there.
bool GeneralMethod::hold(HeldBound& bound) {
  const auto row = static_cast<std::size_t>(bound.row);
  bounds_.all().write(row, factors_.size(), factors_.more(1));
  bound.coordinate = factors_.adopt_bound(bound.row);
  if (bound.coordinate < 0) return false;
  y_[bound.coordinate] = factors_.decided(bound.coordinate, target_of(bounds_[row], bound.side), y_);
  return true;
}

// Hold the whole active set, directly behind the levels above.
void GeneralMethod::hold_all(const RowFactorisation::Mark& above) {
  factors_.rewind(above);
  for (HeldBound& bound : active_.open()) hold(bound);
}

// The gradient of what the level minimises, at target_, in the coordinates y; `above`: of how many of them those above
// have decided. Damping counts what the level moves by, up to its bounds as well: |Δv|² is strictly convex, so that the
// order in which bounds are met makes no difference.
VecX GeneralMethod::gradient(const Subproblem& problem, const RowBlock& block, int above) const {
  const bool by_rows = problem.kind == Subproblem::Kind::kRows || problem.kind == Subproblem::Kind::kAllowedJoints;
  if (!by_rows || problem.is_second_order()) {
    VecX g = problem.gradient(target_);
    factors_.reflections().apply(g);
    return g;
  }
  const int upto = block.first + block.rank;
  VecX g = VecX::Zero(factors_.size());
  for (int i = 0; i < block.columns; ++i) {
    const Eigen::Map<const VecX> c(factors_.column(block.start + i), upto);
    g.head(upto) += (c.dot(y_.head(upto)) - problem.rows->e[i]) * c;
  }
  g.segment(above, upto - above) += problem.damping * y_.segment(above, upto - above);
  return g;
}

// Release the bound that the level would leave most, of those that decide the coordinates [0, held). False when there
// is none: the level is at its optimum.
bool GeneralMethod::release(const Subproblem& problem, const RowBlock& block, const Start& start, int held) {
  factors_.multipliers(gradient(problem, block, start.above.rank), held, multipliers_);
  int leaving = -1;
  double most = kNoMultiplier;
  for (std::size_t i = 0; i < active_.open().size(); ++i) {
    const HeldBound& bound = active_.open()[i];
    if (bound.coordinate < 0) continue;
    const double pull = pull_away(bound.side, multipliers_[bound.coordinate]);
    if (pull > most && active_.entries(bound.row) < kMostEntries) {
      most = pull;
      leaving = static_cast<int>(i);
    }
  }
  if (leaving < 0) return false;
  active_.release(static_cast<std::size_t>(leaving));
  hold_all(start.above);
  level_.stage(factors_, start.above.rank);
  return true;
}

// A second-order level may be held by other bounds in the end than those its curvature was made for. Then it gets the
// curvature of these; and if its step is a poor one by that, it begins anew, once.
bool GeneralMethod::is_misled(Subproblem& problem, Start& start, const RowFactorisation::Mark& bare) {
  factors_.rewind(bare);
  y_ = v_;
  factors_.reflections().apply(y_);
  const bool misled = renew_curvature(problem, start.v) && !start.second_try;
  problem.restage = !misled;
  if (!misled) return false;
  start.second_try = true;
  v_ = start.v;
  hold_all(start.above);
  level_.load(problem, factors_, start.above.rank);
  level_.stage(factors_, start.above.rank);
  return true;
}

// The level is at its optimum: what it needs stays.
void GeneralMethod::finish(Subproblem& problem, const Start& start) {
  if (!active_.open().empty()) settle_needed(problem, start);
  if (problem.last && request_.concave != nullptr) *request_.concave = level_.concave_directions(problem, factors_);
  if (!problem.is_second_order() || problem.last) return;
  const int before = factors_.rank();
  const double motion = (v_ - start.v).norm();
  if (problem.f.tree.exists())
    keep(problem, motion);
  else
    closed_ = level_.lock(problem, factors_, motion);
  factors_.reflections().apply(y_, before);
}

// The bounds for which this level has a multiplier stay ahead of it for good; the others are left to the next level.
void GeneralMethod::settle_needed(Subproblem& problem, const Start& start) {
  std::vector<HeldBound> needed, others;
  bool loose = false;
  for (const HeldBound& bound : active_.open()) {
    if (bound.coordinate >= 0 && std::abs(multipliers_[bound.coordinate]) > kNoMultiplier) {
      needed.push_back(bound);
      needed_[bounds_.slot(static_cast<std::size_t>(bound.row))] = {bound.side, problem.level};
    } else {
      others.push_back(bound);
      loose = loose || bound.coordinate >= 0;
    }
  }
  if (loose) {
    active_.open() = needed;
    hold_all(start.above);
    level_.stage(factors_, start.above.rank);
    level_.serve(problem, factors_, shared_, y_);
    y_ = v_;
    factors_.reflections().apply(y_);
  }
  active_.open() = others;
}

}  // namespace poise
