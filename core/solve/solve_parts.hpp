// What the parts of the solver have in common: when a number is small, near or short.
#pragma once

#include "solve/solve.hpp"

namespace poise {

constexpr double kFirstDamping = 0.1;  // μ at the start
constexpr double kLessDamping = 0.2, kLeastDamping = 1e-8, kMostDamping = 1e8;
constexpr double kFirstRadius = 0.8, kLargestRadius = 1.5;  // radians (metres)
constexpr double kNothing = 1e-10;                          // motions below this are none
constexpr double kStill = 1e-8;                             // a step that moves less is the last one
constexpr double kNoise = 1e-12;                            // a residual that changes by less has not changed
constexpr double kLittle = 1e-7;  // a gain that is a smaller share of the motion or of what is left
constexpr double kNear = 0.8;     // a deciding level this near its goal is finished at once
constexpr double kCalm = 1e-9;    // on the way, a level this near is at its goal
constexpr double kBent = 1e-6;    // a level nearer to its goal is served straight
// Share of its residual, or of kSlightFrom when it is closer, that a bent level neither moves for nor guards from those
// below, for a while.
constexpr double kSlight = 1e-6, kSlightFrom = 0.1;
constexpr double kRestored = 1e-10, kRestoredFinely = 1e-13;    // what may be left of a disturbance
constexpr double kRestoredRoughly = 9e-7, kRoughlyCalm = 1e-6;  // after a long step that gains much
constexpr double kMuch = 1e-4;                                  // a gain that makes up for that
constexpr double kValley = 1e-6;      // share of its stiffness that damps a bent level: none wanders along flat valleys
constexpr double kFlat = 1e-4;        // damping of a bent level that is restored
constexpr double kComeOff = 1e-3;     // a limit that the step leant on is at most that far away
constexpr double kStillThere = 1e-6;  // from a limit that the step leant on
constexpr double kShort = 1e-3;       // a step that is short
constexpr double kHalting = 0.7;      // a level that keeps more than this of its residual is in need of curvature
constexpr double kContracting = 0.7;  // of the last motion: Newton's method on its last steps
constexpr double kAsDear = 0.4;       // of what a level above lost is lost by half the step: shorter ones are no better
constexpr double kDear = 16.0;        // times what a level above does not notice
constexpr int kHalvings = 10;         // of a step that is dear, before it is tried
constexpr int kVainTrials = 2;        // of steps that no level expects to gain from
constexpr int kAlone = 8;             // corrections that helpers make before all may help
constexpr double kConverging = 0.2;   // of what was off is left: corrections along the chord converge well
constexpr double kHesitant = 0.3;     // of what was off is left: a correction did little
constexpr int kPatience = 4;          // such corrections on end before the step is given up
constexpr int kTrials = 14, kCorrections = 14, kIdle = 5;

// Whether the rows of a level stand in the factorisation as they are: no helpers, no inequalities.
inline bool is_plain(const LevelRows& level) {
  return level.allowed_Jt.cols() == 0 && level.low.size() == 0 && level.diagonal.size() == 0;
}

inline double largest(const VecX& v) { return v.size() > 0 ? v.cwiseAbs().maxCoeff() : 0.0; }

}  // namespace poise
