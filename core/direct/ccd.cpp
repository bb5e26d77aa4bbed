#include "direct/ccd.hpp"

#include <algorithm>
#include <utility>

#include "limits/limits.hpp"

namespace poise {

namespace {

constexpr double kNoError = 1e-24;       // E: a trillionth of a link
constexpr double kShortestCycle = 1e-9;  // rad, links: a shorter cycle is the last
constexpr double kLastGain = 1e-9;       // share of E: a cycle that gains less is the last
constexpr double kSlow = 0.25;           // share of E: of a cycle that leaves more, more of the same is tried
constexpr double kFarthest = 64.0;       // times a cycle: an extrapolation
constexpr int kEscapes = 2;              // bends that a pose is given in which no joint alone can gain
constexpr int kCyclesOfEscape = 8;       // by then a bend has grown, or has been taken back
constexpr double kWorthEscape = 0.99;    // share of E that may be left of it
constexpr int kCyclesFromMiddle = 100;   // once more, from the middle of the limits, as when pulling
constexpr double kWorthMiddle = 0.25;    // share of E that may be left of it: half the distance, as when pulling

}  // namespace

CcdStepper::CcdStepper(std::shared_ptr<const Problem> problem, const VecX& start)
    : DirectStepper(problem, start), descent_(problem) {
  begin(VecX(evaluation_.coordinates()), {}, -1);
}

void CcdStepper::look_again() {
  descent_.refresh();
  error_ = descent_.error(evaluation_.coordinates());
  escapes_left_ = kEscapes;
  may_retry_ = true;
  farther_ = 1.0;
}

double CcdStepper::step() {
  if (settled_) return 0.0;
  const bool wang = evaluation_.problem().direct.wang;
  VecX q = error_ > kNoError ? descent_.cycle(evaluation_.coordinates()) : evaluation_.coordinates();
  double after = error_ > kNoError ? descent_.error_here() : error_;
  if (!wang && after > kSlow * error_) after = go_on(q, after);
  const double motion = pull_.largest_motion(difference(figure(), evaluation_.coordinates(), q));
  const bool no_gain = wang ? motion<kShortestCycle : after>(1.0 - kLastGain) * error_;
  if (motion < kShortestCycle || no_gain) {
    if (after > error_ || !escape()) {
      settled_ = true;
      return 0.0;
    }
    return step();
  }
  error_ = after;
  evaluation_.place_candidate(q);
  for (std::size_t k = 0; k < evaluation_.level_count(); ++k) evaluation_.measure_candidate(k);
  accept(q);
  return motion;
}

// Where cycles creep along a valley, more of the same: the motion of a cycle is repeated, twice as far as long as that
// gains (the pattern move of Hooke and Jeeves 1961).
double CcdStepper::go_on(VecX& q, double error) {
  const VecX way = difference(figure(), evaluation_.coordinates(), q);
  const VecX tried = clamp(figure(), integrate(figure(), q, farther_ * way));
  const double after = descent_.error(tried);
  farther_ = after < error ? std::min(2.0 * farther_, kFarthest) : std::max(0.25 * farther_, 1.0);
  if (after >= error) return error;
  q = tried;
  return after;
}

bool CcdStepper::escape() { return error_ > kNoError && (escape_by_bending() || begin_in_the_middle()); }

bool CcdStepper::escape_by_bending() {
  if (escapes_left_-- <= 0) return false;
  return leads_to(descent_.bent(evaluation_.coordinates()), kCyclesOfEscape, kWorthEscape);
}

// Where limits hold the joints short of their goals, others may not.
bool CcdStepper::begin_in_the_middle() {
  const auto is_held = [](const ActiveBound& bound) { return bound.side != Side::kNone; };
  if (!std::exchange(may_retry_, false) || std::none_of(active().begin(), active().end(), is_held)) return false;
  return leads_to(descent_.in_the_middle(evaluation_.coordinates()), kCyclesFromMiddle, kWorthMiddle);
}

// Whether cycles from another pose leave at most a share of the error; if so, that is the pose now.
bool CcdStepper::leads_to(VecX q, int cycles, double worth) {
  double left = descent_.error(q);
  for (int i = 0; i < cycles && left > kNoError; ++i) {
    q = descent_.cycle(q);
    left = descent_.error_here();
  }
  if (left > worth * error_) return false;
  evaluation_.place_candidate(q);
  for (std::size_t k = 0; k < evaluation_.level_count(); ++k) evaluation_.measure_candidate(k);
  accept(q);
  error_ = left;
  return true;
}

}  // namespace poise
