// What a step disturbed is brought back: corrections by Newton's method and along its chords.
#include <algorithm>
#include <cmath>

#include "solve/solve_parts.hpp"

namespace poise {

// A Newton step at q, looked at and evaluated in there_, that gives the levels back what they had. What it writes there
// is measured again before anyone reads it.
VecX Solver::newton(const VecX& q, const Trial& trial, int round) {
  std::vector<LevelRows> by_all;
  const std::size_t count = round == 0 ? trial.count : trial.exact;
  const bool alone = round >= kAlone && !trial.plain;
  if (alone) by_all.assign(there_.begin(), there_.begin() + static_cast<std::ptrdiff_t>(count));
  std::vector<LevelRows>& rows = alone ? by_all : there_;
  for (std::size_t k = 0; k < count; ++k) {
    rows[k].damping = 0.0;
    rows[k].second_order = here_[k].second_order && round == 0;
    if (k == trial.deciding && !rows[k].second_order) continue;
    if (k < trial.deciding && round >= kAlone) rows[k].allowed_Jt.resize(0, 0);  // what helpers cannot mend, all may
    if (rows[k].second_order) {                                                  // stays where its valley is flat
      rows[k].damping = 1e-3 * here_[k].damping + kFlat;
      continue;
    }
    if (score_.levels[static_cast<Eigen::Index>(k)] < trial.calm) continue;
    rows[k].e -= here_[k].e;  // as far off as it was
    if (rows[k].low.size() > 0) {
      rows[k].low -= here_[k].e;
      rows[k].high -= here_[k].e;
    }
  }
  update_limits(q);
  held_there_ = held_;
  keep_near(rows, trial.leaning ? kComeOff : kStillThere, held_there_);
  if (trial.leaning) {
    for (ActiveBound& row : held_there_) row.level = std::min(row.level, static_cast<int>(count) - 1);
  }
  bending_ = &rows;
  steady_ = false;
  return restoring_.step(rows, count, limits_.bounds(), held_there_, {}, this);
}

// How far the first `count` levels, that shall be as they were, are from it. Measures them in there_.
double Solver::disturbance(const Trial& trial, std::size_t count) {
  double off = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    measure_level(k, there_[k]);
    const double r = there_[k].e.norm(), was = score_.levels[static_cast<Eigen::Index>(k)];
    const bool unmet = k < trial.deciding && was >= trial.calm;
    if (unmet && here_[k].second_order)
      off = std::max(off, r - was);
    else
      off = std::max(off, unmet ? (there_[k].e - here_[k].e).norm() : r);
  }
  return off;
}

// How far the limits that the step leant on are away now, signed: along a tangent one may have come off them.
VecX Solver::slack(const VecX& q) {
  update_limits(q);
  const Bounds& bounds = limits_.bounds();
  VecX room = VecX::Zero(static_cast<Eigen::Index>(bounds.size()));
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    if (held_[i].side == Side::kNone || bounds[i].equality) continue;
    const double left = held_[i].side == Side::kUpper ? bounds[i].upper : bounds[i].lower;
    if (std::abs(left) < kComeOff) room[static_cast<Eigen::Index>(i)] = left;
  }
  return room;
}

// A correction along the chord, with the matrices of a step; there_ was measured.
VecX Solver::chord(const Kernel& step, const Trial& trial) {
  for (std::size_t k = 0; k < std::min(trial.exact, trial.deciding); ++k) {
    if (score_.levels[static_cast<Eigen::Index>(k)] >= trial.calm) there_[k].e -= here_[k].e;  // as far off as it was
  }
  return step.again(there_, trial.exact, VecX());
}

// Corrections that give the levels above the deciding one the residuals they had: along the chord, with the matrices of
// the step or of the last correction, as long as that converges well; else by Newton's method. A bent level counts on
// the limits it leans on: first of all the pose goes back to them. What comes near too slowly is given up.
VecX Solver::corrected(VecX q, const Trial& trial) {
  bool chord = trial.plain && trial.near;
  if (chord && trial.leaning) {
    const VecX room = slack(q);
    if (largest(room) > trial.restored) {
      glance(q);
      disturbance(trial, trial.count);
      q = moved(q, hierarchy_.again(there_, trial.count, room));
    }
  }
  const Kernel* last = &hierarchy_;
  double before = 1.0;
  int slow = 0;
  for (int round = 0;; ++round) {
    glance(q);
    const double off = disturbance_ = disturbance(trial, round == 0 ? trial.count : trial.exact);
    corrections_ = round;
    if (off < trial.restored || round == kCorrections || (round > 1 && off < kRestored && off > 0.5 * before)) return q;
    chord = chord && off < kConverging * before;
    if (trial.following && !chord) return q;
    slow = round > 0 && off > kHesitant * before ? slow + 1 : 0;
    if (slow == kPatience) return q;
    before = off;
    VecX fix;
    if (chord) {
      fix = this->chord(*last, trial);
    } else {
      look(q);
      for (std::size_t k = 0; k < trial.count; ++k) evaluate_level(k, there_[k]);
      fix = newton(q, trial, round);
      last = &restoring_;
      chord = trial.plain && (trial.straight || round > 0);
    }
    if (largest(fix) > 2.0 * radius_) return q;
    q = moved(q, fix);
  }
}

}  // namespace poise
