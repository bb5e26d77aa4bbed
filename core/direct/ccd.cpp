#include "direct/ccd.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace poise {

namespace {

constexpr double kNoError = 1e-24;       // E: a trillionth of a link
constexpr double kShortestCycle = 1e-9;  // rad, links: a shorter cycle is the last
constexpr double kLastGain = 1e-9;       // share of E: a cycle that gains less is the last
constexpr double kSlow = 0.5;            // share of E: of a cycle that leaves more, more of the same is tried
constexpr double kFarthest = 64.0;       // times a cycle: an extrapolation
constexpr int kLongestWait = 8;          // cycles after an extrapolation that gained nothing, before the next
constexpr double kStuck = 1e-10;         // E: with less left, 1e-5 of a link, it creeps but is not stuck
constexpr int kEscapes = 2;              // bends that a pose is given in which no joint alone can gain
constexpr int kCyclesOfEscape = 8;       // by then a bend has grown, or has been taken back
constexpr double kWorthEscape = 0.99;    // share of E that may be left of it
constexpr int kCyclesOfAStart = 100;     // from another pose: the middle of the limits, as when pulling, and others
constexpr double kWorthStart = 0.25;     // share of E that may be left of it: half the distance, as when pulling

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
  patience_ = 1;
  wait_ = 0;
}

double CcdStepper::step() {
  if (settled_) return 0.0;
  const bool wang = evaluation_.problem().direct.wang;
  const VecX& from = evaluation_.coordinates();
  VecX q = error_ > kNoError ? descent_.cycle(from, places_at(from)) : from;
  double after = error_ > kNoError ? descent_.error_here() : error_;
  VecX way = difference(figure(), from, q);
  if (!wang && after > kSlow * error_) after = go_on(q, way, after);
  const double motion = pull_.largest_motion(way);
  const bool no_gain = wang ? motion<kShortestCycle : after>(1.0 - kLastGain) * error_;
  if (motion < kShortestCycle || no_gain) {
    if ((wang && after > error_) || !escape()) {
      settled_ = true;
      return 0.0;
    }
    return step();
  }
  move_to(q, after);
  return motion;
}

// Where the segments are at q, as the evaluation has placed them.
const Kinematics& CcdStepper::places_at(const VecX& q) {
  if (evaluation_.view().q != q) evaluation_.place_candidate(q);
  return evaluation_.view().kinematics;
}

void CcdStepper::move_to(const VecX& q, double error) {
  places_at(q);
  for (std::size_t k = 0; k < evaluation_.level_count(); ++k) evaluation_.measure_candidate(k);
  accept(q);
  error_ = error;
}

// Where cycles creep along a valley, more of the same: the motion of a cycle is repeated, twice as far as long as that
// gains (the pattern move of Hooke and Jeeves 1961). Where it gains nothing it is left for some cycles.
double CcdStepper::go_on(VecX& q, VecX& way, double error) {
  if (wait_ > 0) {
    --wait_;
    return error;
  }
  const VecX tried = descent_.inside(integrate(figure(), q, farther_ * way));
  const double after = descent_.error(places_at(tried));
  const bool better = after < error;
  farther_ = better ? std::min(2.0 * farther_, kFarthest) : std::max(0.25 * farther_, 1.0);
  patience_ = better ? 1 : std::min(2 * patience_, kLongestWait);
  wait_ = better ? 0 : patience_;
  if (!better) return error;
  way = difference(figure(), evaluation_.coordinates(), tried);
  q = tried;
  return after;
}

bool CcdStepper::escape() { return error_ > kStuck && (escape_by_bending() || begin_elsewhere()); }

bool CcdStepper::escape_by_bending() {
  if (escapes_left_-- <= 0) return false;
  return leads_to(descent_.bent(evaluation_.coordinates()), kCyclesOfEscape, kWorthEscape);
}

// Where limits hold the joints short of their goals, others may not: descent is tried from other poses, the next one
// only where those before led nowhere.
bool CcdStepper::begin_elsewhere() {
  const auto is_held = [](const ActiveBound& bound) { return bound.side != Side::kNone; };
  if (!may_retry_ || std::none_of(active().begin(), active().end(), is_held)) return false;
  may_retry_ = false;
  for (int i = 0; i < Descent::kStarts && !may_retry_; ++i)
    may_retry_ = leads_to(descent_.start(i, evaluation_.coordinates()), kCyclesOfAStart, kWorthStart);
  return may_retry_;
}

// Whether cycles from another pose leave at most a share of the error; if so, that is the pose now. Given up where they
// would not at the pace of the last one.
bool CcdStepper::leads_to(VecX q, int cycles, double worth) {
  double left = descent_.error(q);
  for (int i = 1; i <= cycles && left > kNoError; ++i) {
    q = descent_.cycle(q);
    const double before = std::exchange(left, descent_.error_here());
    if (left * std::pow(left / before, cycles - i) > worth * error_) return false;
  }
  if (left > worth * error_) return false;
  move_to(q, left);
  return true;
}

}  // namespace poise
