// The active set of the quick way: how it is guessed, and how a guess is proved.
#include <algorithm>
#include <cmath>
#include <utility>

#include "kernel/quick_method.hpp"

namespace poise {

namespace {

constexpr double kServed = 1e-13;    // rows that miss less get what they want
constexpr double kNoShare = 1e-9;    // rows of unit length whose share in another is smaller have no part in it
constexpr int kMostReturns = 3;      // a bound that enters more often is left to the general way
constexpr int kMostDualSteps = 100;  // bounds that the dual method takes, before rounding is what it follows

}  // namespace

// Equalities, and the bounds that the levels served now had a multiplier for in the last step.
void QuickMethod::guess(const std::vector<ActiveBound>& last) {
  active_.clear(bounds_.size());
  for (std::size_t i = 0; i < bounds_.size(); ++i) {
    const ActiveBound was = i < last.size() ? last[i] : ActiveBound{};
    const auto row = static_cast<int>(i);
    if (bounds_.is_equality(i))
      active_.hold({row, Side::kUpper, 0, true});
    else if (was.side != Side::kNone && (was.level < static_cast<int>(count_) || was.level == last_number()) &&
             bounds_.can_be_held(i, was.side))
      hold(row, was.side, std::max(was.level, bounds_.first_level(i)));
  }
}

// Whether a bound stands ahead of a level, or of one above it.
bool QuickMethod::is_held_ahead_of(int level, int row) const {
  return active_.is_held(row) && std::any_of(active_.open().begin(), active_.open().end(), [&](const HeldBound& bound) {
           return bound.row == row && bound.level <= level;
         });
}

// Holds a bound ahead of a level, instead of ahead of one below; false when it comes and goes, is held already, or does
// not bind that level.
bool QuickMethod::hold(int row, Side side, int level) {
  if (++active_.entries(row) > kMostReturns || is_held_ahead_of(level, row)) return false;
  if (level < bounds_.first_level(static_cast<std::size_t>(row))) return false;
  const std::vector<HeldBound>& held = active_.open();
  const auto below = std::find_if(held.begin(), held.end(), [&](const HeldBound& bound) { return bound.row == row; });
  if (below != held.end()) active_.release(static_cast<std::size_t>(below - held.begin()));
  active_.hold({row, side, level});
  return true;
}

// Of each joint's bounds and of each level's inequalities the one that a step violates most, `level` being the last
// that is served by it.
void QuickMethod::find_violated(const VecX& v, int level, std::vector<Worst>& found) const {
  for (std::size_t i = 0; i < bounds_.size(); ++i) {
    const Side side = bounds_.violated(i, v);
    if (side == Side::kNone || bounds_.is_equality(i) || bounds_.first_level(i) > level) continue;
    const Worst worst{i, side, bounds_.family(i), bounds_.excess(i, v)};
    const auto same =
        std::find_if(found.begin(), found.end(), [&](const Worst& w) { return w.family == worst.family; });
    if (same == found.end())
      found.push_back(worst);
    else if (worst.excess > same->excess)
      *same = worst;
  }
}

// Holds what the step violates, and says how many; false when one cannot be held. What a damped level does inside the
// bounds is not what it would do outside, so that one comes first, although levels below may lead back inside.
bool QuickMethod::hold_violated(int& violated) {
  reached_.clear();
  std::vector<Worst> found;
  for (const RowGroup& group : order_.groups()) {
    if (group.damping == 0.0) continue;
    const VecX v = factors_.to_step(y_, group.end);
    find_violated(v, group.level, found);
    if (found.empty()) continue;
    violated = static_cast<int>(found.size());
    return hold_by_dual_method(v, group.level, &group) || hold_all(found, group.level);
  }
  find_violated(v_, static_cast<int>(count_), found);
  violated = static_cast<int>(found.size());
  const auto is_of_last = [&](const Worst& worst) { return violating_level(worst.row) == last_number(); };
  const bool of_last = has_last() && std::all_of(found.begin(), found.end(), is_of_last);
  return violated == 0 || (of_last && hold_by_dual_method(v_, last_number(), nullptr)) || hold_all(found, -1);
}

// Of each joint, or of each level, the bound that is violated most; ahead of `level`, or of the one that each is for.
bool QuickMethod::hold_all(const std::vector<Worst>& found, int level) {
  return std::all_of(found.begin(), found.end(), [&](const Worst& worst) {
    return hold(static_cast<int>(worst.row), worst.side, level < 0 ? violating_level(worst.row) : level);
  });
}

// Holds the bounds that a damped level runs into on its way to v, or, where that is none, what comes last: all of them
// at once. False when one cannot be kept so, or comes and goes.
bool QuickMethod::hold_by_dual_method(const VecX& v, int level, const RowGroup* damped) {
  const auto value = [&](int row, const VecX& at) { return bounds_.value(static_cast<std::size_t>(row), at); };
  dual_.start(v);
  std::optional<ViolatedBound> next = most_violated(v, level);
  for (int i = 0; next; ++i) {
    const auto row = static_cast<std::size_t>(next->row);
    if (damped == nullptr && violating_level(row) != level) break;  // a level has to keep it
    VecX d = response(bounds_.dense_row(row, n_), damped);
    if (i == kMostDualSteps || d.size() == 0 || !dual_.take(*next, std::move(d), value)) return false;
    next = most_violated(dual_.at(), level);
  }
  if (next && !hold(next->row, next->side, violating_level(static_cast<std::size_t>(next->row)))) return false;
  for (std::size_t i = 0; i < dual_.size(); ++i) {
    if (!hold(dual_.row(i), dual_.side(i), level)) return false;
  }
  return true;
}

// Of the bounds that a level has to keep, and that are not held ahead of it.
std::optional<ViolatedBound> QuickMethod::most_violated(const VecX& v, int level) const {
  std::optional<ViolatedBound> worst;
  for (std::size_t i = 0; i < bounds_.size(); ++i) {
    const Side side = bounds_.violated(i, v);
    if (side == Side::kNone || bounds_.first_level(i) > level || is_held_ahead_of(level, static_cast<int>(i))) continue;
    const double excess = bounds_.excess(i, v);
    if (!worst || excess > worst->excess) worst = {static_cast<int>(i), side, excess};
  }
  return worst;
}

// How the step of a damped level, or of what comes last, answers to a force along a row; empty where that is not known.
VecX QuickMethod::response(const VecX& row, const RowGroup* damped) const {
  if (damped != nullptr) return damped_response(*damped, row);
  if (curved_.exists()) return curved_.response(row);
  return reduced_.exists() ? reduced_.response(factors_, row) : last_.response(factors_, order_.target_lane(), row);
}

// Where a bound depends on rows ahead of it, these decide its value. If they keep it, it need not be held; if they
// would break it, it takes the place of one of those that lead beyond it, the last: joints that are tied to each other,
// the edges about a corner that is cut off. Which one is right their multipliers will say. False when none does, or
// when it is no bound: what levels and equalities want may contradict each other.
bool QuickMethod::drop(const RowGroup& group) {
  if (!group.is_bound() || active_[group.bound].equality) return false;
  VecX shares(group.first);  // of the rows ahead, whose sum it is
  for (int r = 0; r < group.first; ++r) shares[r] = -factors_.lanes(r)[group.lane];
  factors_.multipliers(group.first, shares);
  const auto outward = [&](int bound) { return active_[bound].side == Side::kUpper ? 1.0 : -1.0; };
  double value = 0.0;
  int other = -1;
  for (const RowGroup& ahead : order_.groups()) {
    if (ahead.first == group.first) break;
    for (int r = ahead.first; r < ahead.end; ++r) value += shares[r] * targets_[factors_.pivot(r)];
    if (!ahead.is_bound() || active_[ahead.bound].equality) continue;
    if (shares[ahead.first] * outward(ahead.bound) * outward(group.bound) > kNoShare) other = ahead.bound;
  }
  const bool kept = (value - target(group)) * outward(group.bound) <= kAtBound;
  if (!kept && other < 0) return false;
  active_.release(static_cast<std::size_t>(kept ? group.bound : other));
  return true;
}

// The bounds for which a damped level has a multiplier must stand right ahead of it: its damping counts the motion up
// to these. Whether one has been moved there.
bool QuickMethod::move_to_damped_levels() {
  bool moved = false;
  for (HeldBound& bound : active_.open()) {
    if (bound.equality || bound.first_level < 0 || bound.level == bound.first_level) continue;
    if (!is_damped(bound.first_level)) continue;
    bound.level = bound.first_level;
    moved = true;
  }
  return moved;
}

bool QuickMethod::is_damped(int level) const {
  const std::vector<RowGroup>& groups = order_.groups();
  return std::any_of(groups.begin(), groups.end(),
                     [&](const RowGroup& group) { return group.level == level && group.damping > 0.0; });
}

// The first level after which a bound is violated, of those that do not get all they want: the others do without it.
int QuickMethod::violating_level(std::size_t row) {
  std::size_t at = 0;
  for (const RowGroup& group : order_.groups()) {
    if (group.is_bound()) continue;
    if (reached_.size() == at) reached_.push_back(factors_.to_step(y_, group.end));
    const bool above = group.level < bounds_.first_level(row);
    if (bounds_.violated(row, reached_[at++]) == Side::kNone || above) continue;
    const bool served = missing_.segment(group.lane, group.size()).cwiseAbs().maxCoeff() < kServed;
    if (!served || group.level + 1 == static_cast<int>(count_)) return group.level;
  }
  return has_last() ? last_number() : static_cast<int>(count_) - 1;
}

// Whether each level finds, where those above have led, the same of its inequalities broken as at the begin. Where
// those above stand outside a bound, that is not known.
bool QuickMethod::is_split_as_begun() const {
  if (!bounds_.has_inequalities()) return true;
  int above = 0;  // coordinates
  std::size_t next = 0;
  const auto check_up_to = [&](std::size_t level) {
    for (; next <= level && next < count_; ++next) {
      if (bounds_.all_rows(next)) continue;
      const VecX v = factors_.to_step(y_, above);
      if (!bounds_.is_split_as_begun(next, v) || !bounds_.are_kept(v, static_cast<int>(next))) return false;
    }
    return true;
  };
  for (const RowGroup& group : order_.groups()) {
    if (group.is_bound()) continue;
    const auto level = static_cast<std::size_t>(group.level);
    if (!check_up_to(level)) return false;
    above = group.end;
    if (!bounds_.all_rows(level) && !bounds_.do_lenient_hold(level, factors_.to_step(y_, above))) return false;
  }
  return check_up_to(count_);
}

// Releases the bounds that the highest level that would leave one would leave: all of them where it finds by the dual
// method which of them it runs into again, else the one it would leave most. False when there is none.
bool QuickMethod::release() {
  std::vector<HeldBound>& held = active_.open();
  if (held.empty()) return false;
  find_multipliers();
  const auto leaves_sooner = [](const HeldBound& a, const HeldBound& b) {
    if ((a.pull > 0.0) != (b.pull > 0.0)) return a.pull > 0.0;
    return a.first_level != b.first_level ? a.first_level < b.first_level : a.pull > b.pull;
  };
  const auto first = std::min_element(held.begin(), held.end(), leaves_sooner);
  if (first->pull <= 0.0) return false;
  const int level = first->first_level;
  if (level != last_number() && !is_damped(level)) {
    active_.release(static_cast<std::size_t>(first - held.begin()));
    return true;
  }
  for (std::size_t i = held.size(); i-- > 0;) {
    if (held[i].pull > 0.0 && held[i].first_level == level) active_.release(i);
  }
  return true;
}

// For each bound held the first level that has a multiplier for it, from the top. The slope of a level's squares at the
// step is Jᵀ (J v − e); a level that gets all it wants has none.
void QuickMethod::find_multipliers() {
  for (HeldBound& bound : active_.open()) {
    bound.first_level = -1;
    bound.pull = 0.0;
  }
  for (const RowGroup& group : order_.groups()) {
    if (group.is_bound() || group.first == 0) continue;
    const VecX excess = -missing_.segment(group.lane, group.size());
    if (excess.cwiseAbs().maxCoeff() < kServed) continue;
    VecX gradient(group.first);
    for (int r = 0; r < group.first; ++r) gradient[r] = factors_.factors(r, group.lane, group.size()).dot(excess);
    if (group.damping > 0.0) add_damping(group, gradient);
    factors_.multipliers(group.first, gradient);
    note_multipliers(group.first, gradient, group.level);
  }
  if (curved_.exists()) return note_multipliers(order_.rows(), curved_.multipliers(), curved_.number());
  if (!has_last()) return;
  VecX gradient = reduced_.exists() ? factors_.to_coordinates(reduced_.slope(v_))
                                    : last_.gradient(factors_, order_.target_lane(), y_, v_);
  factors_.multipliers(order_.rows(), gradient);
  note_multipliers(order_.rows(), gradient, last_number());
}

// Of what a damped level moves by: up to the bounds right ahead of it, too.
void QuickMethod::add_damping(const RowGroup& level, VecX& gradient) const {
  for (const RowGroup& group : order_.groups()) {
    if (group.is_bound() && group.level == level.level && !active_[group.bound].equality)
      gradient[group.first] += level.damping * y_[group.first];
  }
}

// The multipliers of all rows at a slope, by the levels and bounds that they belong to.
Multipliers QuickMethod::multipliers_by_owner(const VecX& slope, const std::vector<LevelRows>& levels) const {
  VecX by_coordinate = factors_.to_coordinates(slope);
  factors_.multipliers(order_.rows(), by_coordinate);
  Multipliers found;
  for (const LevelRows& level : levels) found.levels.push_back(VecX::Zero(level.e.size()));
  found.bounds.setZero(static_cast<Eigen::Index>(bounds_.given()));
  for (const RowGroup& group : order_.groups()) {
    for (int r = group.first; r < group.end && !group.is_bound(); ++r) {
      const auto k = static_cast<std::size_t>(group.level);
      found.levels[k][bounds_.row(k, factors_.pivot(r) - group.lane)] = by_coordinate[r];
    }
    if (!group.is_bound()) continue;
    const auto row = static_cast<std::size_t>(active_[group.bound].row);
    if (row < bounds_.given()) {
      found.bounds[static_cast<Eigen::Index>(row)] = by_coordinate[group.first];
    } else {
      const RowOwner owner = bounds_.origin(row);
      found.levels[static_cast<std::size_t>(owner.level)][owner.row] = by_coordinate[group.first] / bounds_.length(row);
    }
  }
  return found;
}

// Criteria may be held by other bounds in the end than those that their curvature was made for. By that of these the
// step may be a poor one; then the general way has to find another.
bool QuickMethod::is_misled(const StepRequest& request) {
  if (!reduced_.exists() || rounds_ == 1 || reduced_.is_plain()) return false;
  const Multipliers multipliers = multipliers_by_owner(reduced_.slope(v_), *request.levels);
  return reduced_.is_poor(factors_.to_step(y_, order_.rows()), v_, *request.source, multipliers);
}

// The multipliers that a level has for the bounds among the first `count` coordinates, where it is the first to have
// one.
void QuickMethod::note_multipliers(int count, const VecX& multipliers, int level) {
  for (const RowGroup& group : order_.groups()) {
    if (group.end > count) break;
    if (!group.is_bound()) continue;
    HeldBound& bound = active_[group.bound];
    const double multiplier = multipliers[group.first];
    if (bound.first_level >= 0 || bound.equality || std::abs(multiplier) <= kNoMultiplier) continue;
    bound.first_level = level;
    bound.pull = std::max(0.0, pull_away(bound.side, multiplier));
  }
}

}  // namespace poise
