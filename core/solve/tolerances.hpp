// Every tuning number of the solver, in one place.
//
// A field says what it means, its unit and, where there is one, its source. A field without a source was found by
// trial; how, is not recorded. What is known of it is what half and twice the value do: `python
// benchmarks/tolerances.py --only FIELD` measures that, and its table for all fields stands in
// docs/how_a_step_works.md. Residuals and motions mix metres and radians, as tasks do: one metre weighs like one
// radian.
#pragma once

#include <variant>
#include <vector>

namespace poise {

// When a number counts as nothing, as converged, or as much (m, rad).
struct Precision {
  double no_motion = 1e-10;         // a shorter step moves nothing
  double no_residual = 1e-10;       // a level nearer to its goal is not damped, and not asked again before settling
  double last_motion = 1e-8;        // a rejected step that was no longer than this is not tried again, shorter
  double noise = 1e-12;             // share of a residual or cost that rounding may change
  double converged = 1e-9;          // a level this near is at its goal, on the way
  double loosely_converged = 1e-6;  // the same while levels are restored loosely
  double restored = 1e-10;          // what may be left of a disturbance of the levels above
  double finely_restored = 1e-13;   // the same after a short step, near the end
  double loosely_restored = 9e-7;   // the same after a long step that gains much; just below loosely_converged
  double small_gain = 1e-7;         // share of the motion, or of the residual, below which a gain is not worth a step
  double large_gain = 1e-4;         // a gain that is worth restoring loosely for, and that decides a retry
  double short_step = 1e-3;         // a step that is shorter is restored finely; an area is overshot by no more
};

// Damping μ, trust radius and second-order switch of the levels.
struct TrustTolerances {
  double first_damping = 0.1;       // μ at the start; Sugihara (2011) has λ² = ½ |e|² + 10⁻³ fixed
  double criteria_damping = 0.1;    // the first damping of the criteria, once a step of theirs has failed
  double damping_decrease = 0.2;    // the most that one good step takes from μ; Nielsen (1999) has 1/3
  double damping_growth = 2.0;      // ν: the factor at the first failure, doubled at the next (Nielsen 1999)
  double least_damping = 1e-8;      // below, damping changes no digit that counts
  double most_damping = 1e8;        // above, steps would be too short to matter
  double first_radius = 0.8;        // rad (m), of the largest entry of a step
  double largest_radius = 1.5;      // rad (m): about a right angle; beyond, linear models of rotations mean nothing
  double radius_growth = 2.0;       // after a good step that was cut (Nocedal & Wright, algorithm 4.1)
  double radius_decrease = 0.7;     // after a cut step that agreed poorly
  double good_agreement = 0.7;      // ϱ = actual / predicted reduction: better widens the radius, worse asks curvature
  double poor_agreement = 0.25;     // ϱ below which the radius shrinks (Nocedal & Wright, algorithm 4.1: 1/4)
  double slow_convergence = 0.7;    // a level that keeps more of its residual after a whole step needs its curvature
  double dead_band = 1e-6;          // share of its residual that a second-order level neither moves for nor guards
  double dead_band_residual = 0.1;  // m, rad: nearer levels have the dead band of this residual
};

// The step that is proposed.
struct ProposalTolerances {
  double near_goal = 0.8;           // m, rad: a level this near may be finished by one step and its corrections
  double finishing_share = 0.1;     // of its residual that a level may keep, predicted, to count as finished
  double second_order_from = 1e-6;  // m, rad: levels nearer to their goals need no curvature
  double valley_damping = 1e-6;     // share of its stiffness: no second-order level wanders along a flat valley
  double left_bound = 1e-3;         // rad (m): a bound that is farther away is no longer guessed active
  double affordable_loss = 16.0;    // times what a level above does not notice: corrections give back about as much
  int most_halvings = 10;           // of a step whose predicted loss is not affordable, before it is tried
  double reusable_motion = 0.05;    // rad (m): a step that is no longer leaves the factorisation as good as new
  int reusable_corrections = 2;     // after more corrections the factorisation is no longer good enough
};

// Corrections that bring the levels above back.
struct RestorationTolerances {
  int most_corrections = 14;           // what has not come back by then is given up
  int allowed_joints_alone = 8;        // corrections made by a task's allowed joints before all joints may help
  double chord_convergence = 0.2;      // of the disturbance that a correction by old matrices may leave, else new ones
  double slow_correction = 0.3;        // of the disturbance left: the correction did little
  int most_slow_corrections = 4;       // such corrections in a row before the step is given up
  double stagnation = 0.5;             // of the disturbance left, once below `restored`: rounding, not convergence
  double second_order_damping = 1e-4;  // of a second-order level that is restored: it stays where it is flat
  double damping_share = 1e-3;         // and of the damping that its step had
  double same_bound = 1e-6;            // rad (m): a bound that the step leant on is kept if it is no farther away
  double longest_correction = 2.0;     // times the trust radius
};

// Whether a step is accepted.
struct AcceptanceTolerances {
  double disturbance = 10.0;  // changes of a level up to this many times the residuals above it are theirs
  double restored = 2.0;      // times what restoration may leave: before and after have it each
  double price = 2.0;         // times the predicted loss that a level may pay for a gain of one above
  double contracting = 0.7;   // of the last motion: steps that get shorter are Newton's last ones, worth taking
  int idle_steps = 5;         // steps in a row that were not worth their motion, before the solver rests
};

// How often a step is tried.
struct AttemptTolerances {
  int trials = 14;          // damping grows by 2^(1 + 2 + …): more change nothing
  int hopeless_trials = 2;  // of steps that no level is predicted to gain from
  double same_loss = 0.4;   // of what a level above lost is lost by half the step: shorter ones are no better
};

// When steps go on and lead nowhere.
struct ProgressTolerances {
  int unrecorded_steps = 8;     // a solve that needs no more keeps no record of its best pose
  int patience = 48;            // half steps without progress, at first; a rejected trial counts as half a step
  int least_patience = 10;      // the same in a long solve
  int long_solve = 36;          // steps from which patience falls, by half a step each
  double same_residual = 4e-6;  // share of (1 + residual) by which residuals must differ to be better
  double same_posture = 1e-3;   // the same for levels of postures, and share of the cost for criteria
};

struct Tolerances {
  Precision precision;
  TrustTolerances trust;
  ProposalTolerances proposal;
  RestorationTolerances restoration;
  AcceptanceTolerances acceptance;
  AttemptTolerances attempt;
  ProgressTolerances progress;
  double longest_cascaded_step = 0.3;  // rad (m), of the cascaded method: resolved motion needs small steps
};

// A field by its name, "trust.first_radius" for example.
struct ToleranceField {
  const char* name;
  std::variant<double*, int*> value;
};
std::vector<ToleranceField> fields_of(Tolerances& tolerances);

}  // namespace poise
