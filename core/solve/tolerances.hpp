// Every tuning number of the solver, in one place.
//
// A field says its unit, what it means, where it comes from, and what half and twice the value do to 300 random
// problems: how many more are met, how many end worse or better by more than 1e-5, and the ratio of all steps. That
// line is measured and written by `python benchmarks/tolerances.py --keep`; the whole table stands in
// docs/how_a_step_works.md. "By trial" is a value that was found by trying: how, is not recorded. Residuals and
// motions mix metres and radians, as tasks do: one metre weighs like one radian. Shares above one half go half of the
// way to 1 instead of being doubled.
#pragma once

#include <variant>
#include <vector>

namespace poise {

// When a number counts as nothing, as converged, or as much.
//
// "Is a level at its goal?" is asked for three purposes, each with its own threshold and word below. A step asks by one
// of the last two, as loosely as it will be restored: `Proposal::is_at_goal`.
struct Precision {
  // m, rad: a shorter step moves nothing; a level nearer to its goal is neither damped nor asked again before the
  // solver settles. By trial.
  // ½: 1 worse, 1 better, steps × 1.01; ×2: 0 worse, 0 better, steps × 0.99.
  double nothing = 1e-10;
  // m, rad: a rejected step that was no longer than this is not tried again, shorter. By trial.
  // ½: 0 worse, 0 better; ×2: 1 worse, 0 better.
  double last_motion = 1e-8;
  // share of a residual or cost: rounding may change as much. By trial, some thousand times the rounding of a double.
  // ½: 5 worse, 1 better, steps × 1.02; ×2: 3 worse, 2 better, steps × 0.99.
  double noise = 1e-12;
  // m, rad: a level this near is at its goal, on the way. The guarantee for settled poses (docs/guarantees.md).
  // ½: 2 worse, 3 better, steps × 1.01; ×2: 6 worse, 3 better, steps × 0.99.
  double converged = 1e-9;
  // m, rad: the same while levels are restored loosely; farther levels may need their curvature. The guarantee for
  // poses on the way.
  // ½: 15 worse, 22 better, steps × 1.01; ×2: 1 worse, 0 better.
  double loosely_converged = 1e-6;
  // m, rad: what may be left of a disturbance of the levels above. A tenth of converged.
  // ½: 28 worse, 12 better, steps × 1.02; ×2: 27 worse, 18 better.
  double restored = 1e-10;
  // m, rad: the same after a short step, near the end. By trial.
  // ½: 4 worse, 0 better; ×2: 1 worse, 0 better.
  double finely_restored = 1e-13;
  // m, rad: the same after a long step that gains much. Just below loosely_converged, so that restored levels count
  // as converged.
  // ½: 10 worse, 12 better, steps × 0.98; ×2: 20 worse, 27 better, steps × 1.06.
  double loosely_restored = 9e-7;
  // share of the motion, or of the residual: a smaller gain is not worth a step. By trial.
  // ½: 6 worse, 7 better, steps × 1.01; ×2: 10 worse, 8 better, steps × 0.97.
  double small_gain = 1e-7;
  // m, rad: a gain that is worth restoring loosely for, and that decides a retry. By trial.
  // ½: 0 worse, 1 better; ×2: 1 worse, 0 better, steps × 0.99.
  double large_gain = 1e-4;
  // rad (m): a shorter step is restored finely; an area is overshot by no more. By trial.
  // ½: 8 worse, 3 better; ×2: 7 worse, 8 better, steps × 1.02.
  double short_step = 1e-3;

  // Of a level with this residual (m, rad). Judging, stopping and settling ask `is_at_goal`; asking levels again and
  // damping `is_finished`; the way there, curvature and retries `is_loosely_at_goal`.
  bool is_finished(double residual) const { return residual < nothing; }   // needs no damping, is not asked again
  bool is_at_goal(double residual) const { return residual < converged; }  // gains nothing more, loses when it leaves
  bool is_loosely_at_goal(double residual) const { return residual < loosely_converged; }  // the same on the way
};

// Damping μ, trust radius and second-order switch of the levels.
struct TrustTolerances {
  // share of the squared residual: μ at the start, and of the criteria once a step of theirs has failed. By trial;
  // Sugihara (2011) has λ² = ½ |e|² + 10⁻³, fixed.
  // ½: 42 worse, 60 better, steps × 0.98; ×2: −1 met, 46 worse, 56 better.
  double first_damping = 0.1;
  // factor: the least share of μ that one good step leaves. By trial; Nielsen (1999) has 1/3.
  // ½: −1 met, 44 worse, 30 better, steps × 0.99; ×2: 36 worse, 46 better.
  double damping_decrease = 0.2;
  // factor: ν, of μ at the first failure; it is doubled at the next. Nielsen (1999).
  // ½: 24 worse, 31 better, steps × 0.99; ×2: −1 met, 27 worse, 32 better, steps × 1.03.
  double damping_growth = 2.0;
  // share of the squared residual: below, damping changes no digit that counts; its inverse is the most, above which
  // steps are too short to matter. By trial.
  // ½: 10 worse, 8 better; ×2: 8 worse, 9 better, steps × 1.01.
  double least_damping = 1e-8;
  // rad (m): of the largest entry of a step, at the start. By trial.
  // ½: −1 met, 44 worse, 52 better; ×2: −1 met, 33 worse, 41 better, steps × 1.03.
  double first_radius = 0.8;
  // rad (m): the radius grows no further. About a right angle: beyond, linear models of rotations mean nothing.
  // ½: 19 worse, 24 better, steps × 0.99; ×2: 2 worse, 2 better, steps × 0.99.
  double largest_radius = 1.5;
  // factor: after a good step that was cut. Nocedal & Wright, algorithm 4.1.
  // ½: 42 worse, 27 better, steps × 1.16; ×2: 20 worse, 24 better, steps × 0.99.
  double radius_growth = 2.0;
  // factor: after a cut step that agreed poorly. By trial; Nocedal & Wright have 1/4.
  // ½: 13 worse, 8 better; ×2: 9 worse, 5 better, steps × 1.01.
  double radius_decrease = 0.7;
  // ϱ = actual / predicted reduction: better widens the radius, worse asks for curvature. By trial; Nocedal & Wright
  // have 3/4.
  // ½: 11 worse, 22 better, steps × 1.01; ×2: 15 worse, 16 better, steps × 1.05.
  double good_agreement = 0.7;
  // ϱ: below, the radius shrinks. Nocedal & Wright, algorithm 4.1.
  // ½: 6 worse, 3 better, steps × 0.98; ×2: 10 worse, 8 better, steps × 1.03.
  double poor_agreement = 0.25;
  // share of the residual: a level that keeps more after a whole step needs its curvature. By trial.
  // ½: 7 worse, 14 better, steps × 1.03; ×2: 3 worse, 5 better, steps × 1.01.
  double slow_convergence = 0.7;
  // share of the residual: a second-order level neither moves for less nor guards it. By trial.
  // ½: 15 worse, 14 better, steps × 1.01; ×2: 18 worse, 16 better, steps × 0.98.
  double dead_band = 1e-6;
  // m, rad: nearer levels have the dead band of this residual. By trial.
  // ½: 3 worse, 1 better; ×2: 4 worse, 3 better, steps × 1.01.
  double dead_band_residual = 0.1;
};

// The step that is proposed.
struct ProposalTolerances {
  // m, rad: a level this near may be finished by one step and its corrections. By trial.
  // ½: −1 met, 15 worse, 30 better, steps × 1.02; ×2: 3 worse, 1 better.
  double near_goal = 0.8;
  // share of the residual: that a level may keep, predicted, to count as finished. By trial.
  // ½: 0 worse, 5 better; ×2: 2 worse, 1 better, steps × 0.96.
  double finishing_share = 0.1;
  // share of the stiffness: no second-order level wanders along a flat valley. By trial.
  // ½: 23 worse, 23 better; ×2: 26 worse, 24 better, steps × 0.98.
  double valley_damping = 1e-6;
  // rad (m): a bound that is farther away is no longer guessed active. By trial.
  // ½: −1 met, 19 worse, 17 better, steps × 1.01; ×2: 20 worse, 21 better, steps × 1.01.
  double left_bound = 1e-3;
  // factor: of what a level above does not notice: corrections give back about as much. By trial.
  // ½: 8 worse, 4 better; ×2: 6 worse, 3 better.
  double affordable_loss = 16.0;
  // count: of halvings of a step whose predicted loss is not affordable, before it is tried. By trial.
  // ½: 5 worse, 0 better, steps × 1.01; ×2: 1 worse, 0 better.
  int most_halvings = 10;
  // rad (m): a step that is no longer leaves the factorisation as good as new. By trial.
  // ½: 2 worse, 7 better; ×2: 1 worse, 1 better.
  double reusable_motion = 0.05;
  // count: after more corrections the factorisation is no longer good enough. By trial.
  // ½: 3 worse, 16 better; ×2: 1 worse, 18 better.
  int reusable_corrections = 2;
};

// Corrections that bring the levels above back.
struct RestorationTolerances {
  // count: what has not come back by then is given up. By trial.
  // ½: 32 worse, 24 better, steps × 0.99; ×2: 2 worse, 1 better.
  int most_corrections = 14;
  // count: corrections made by a task's allowed joints before all joints may help. By trial.
  // ½: 7 worse, 6 better, steps × 0.99; ×2: 6 worse, 4 better, steps × 0.99.
  int allowed_joints_alone = 8;
  // share of the disturbance: a correction by old matrices that leaves more asks for new ones. By trial.
  // ½: −2 met, 43 worse, 37 better, steps × 0.99; ×2: 37 worse, 40 better, steps × 1.06.
  double chord_convergence = 0.2;
  // share of the disturbance: a correction that leaves more did little. By trial.
  // ½: 21 worse, 22 better; ×2: 6 worse, 8 better, steps × 0.97.
  double slow_correction = 0.3;
  // count: such corrections in a row before the step is given up. By trial.
  // ½: 12 worse, 13 better, steps × 1.02; ×2: 8 worse, 7 better, steps × 1.02.
  int most_slow_corrections = 4;
  // share of the disturbance: a correction that leaves more, once below `restored`, shows rounding and not
  // convergence. By trial.
  // ½: 0 worse, 0 better; ×2: 0 worse, 0 better.
  double stagnation = 0.5;
  // m², rad²: damping of a second-order level that is restored: it stays where it is flat. By trial.
  // ½: 27 worse, 25 better, steps × 0.96; ×2: 22 worse, 29 better, steps × 1.04.
  double second_order_damping = 1e-4;
  // share of the damping that its step had: the rest of that damping. By trial.
  // ½: 12 worse, 14 better, steps × 1.01; ×2: 12 worse, 17 better, steps × 1.01.
  double damping_share = 1e-3;
  // rad (m): a bound that the step leant on is kept if it is no farther away. By trial.
  // ½: 1 worse, 0 better; ×2: 0 worse, 0 better.
  double same_bound = 1e-6;
  // times the trust radius: longer corrections lead elsewhere. By trial.
  // ½: 8 worse, 12 better, steps × 0.99; ×2: 8 worse, 8 better, steps × 0.99.
  double longest_correction = 2.0;
};

// Whether a step is accepted.
struct AcceptanceTolerances {
  // times the residuals above a level: smaller changes of the level are theirs. By trial.
  // ½: 7 worse, 4 better; ×2: 6 worse, 6 better, steps × 1.01.
  double disturbance = 10.0;
  // times what restoration may leave: a change that is not noticed. Before and after have it once each.
  // ½: 10 worse, 3 better, steps × 0.98; ×2: 8 worse, 7 better.
  double restored = 2.0;
  // times the predicted loss: that a level may pay for a gain of one above. By trial.
  // ½: 5 worse, 1 better, steps × 0.99; ×2: 0 worse, 0 better.
  double price = 2.0;
  // share of the last motion: steps that get shorter are Newton's last ones, worth taking. By trial.
  // ½: 8 worse, 6 better, steps × 0.99; ×2: 5 worse, 2 better.
  double contracting = 0.7;
  // count: steps in a row that were not worth their motion, before the solver rests, and the least patience with
  // steps that lead nowhere. By trial.
  // ½: 5 worse, 15 better, steps × 0.97; ×2: 8 worse, 4 better, steps × 1.03.
  int idle_steps = 5;
};

// How often a step is tried.
struct AttemptTolerances {
  // count: damping grows with each (trust.hpp), so that more change nothing. By trial.
  // ½: 1 worse, 1 better, steps × 1.01; ×2: nothing.
  int trials = 14;
  // count: of steps that no level is predicted to gain from. By trial.
  // ½: 2 worse, 5 better; ×2: 3 worse, 1 better.
  int hopeless_trials = 2;
  // share of what a level above lost: half the step that loses more shows that shorter ones are no better. By trial.
  // ½: 5 worse, 0 better, steps × 0.99; ×2: 0 worse, 1 better.
  double same_loss = 0.4;
};

// When steps go on and lead nowhere.
struct ProgressTolerances {
  // count: a solve that needs no more keeps no record of its best pose. By trial.
  // ½: 3 worse, 1 better, steps × 0.98; ×2: 6 worse, 2 better, steps × 0.98.
  int unrecorded_steps = 8;
  // half steps: without progress, at first; a rejected trial counts as half a step. By trial.
  // ½: 9 worse, 10 better; ×2: 7 worse, 7 better.
  int patience = 48;
  // steps: from here on patience falls, by half a step each. By trial.
  // ½: 7 worse, 6 better; ×2: 4 worse, 7 better.
  int long_solve = 36;
  // share of (1 + residual): by which residuals must differ to be better. By trial.
  // ½: 6 worse, 9 better, steps × 0.99; ×2: 7 worse, 10 better, steps × 0.99.
  double same_residual = 4e-6;
  // the same for levels of postures, and share of the cost: criteria and postures converge more slowly. By trial.
  // ½: 0 worse, 1 better; ×2: 1 worse, 0 better, steps × 0.99.
  double same_posture = 1e-3;
};

// How a level steps off a saddle, and is tried again.
struct EscapeTolerances {
  // count: of escapes in one solve; what rests then counts as stalled. By trial: people take one or two.
  // ½: nothing; ×2: nothing.
  int most = 16;
  // count: of step sizes that are tried, down to 0.3 / 4⁵ = 3e-4. By trial.
  // ½: nothing; ×2: nothing.
  int sizes = 6;
  // rad (m): of the largest entry of the first step that is tried; no joints are bent nearer than this to a pose from
  // which that has failed. By trial.
  // ½: 1 worse, 4 better, steps × 0.98; ×2: 3 worse, 6 better, steps × 1.01.
  double first_step = 0.3;
  // factor: from one size to the next. By trial.
  // ½: nothing; ×2: nothing.
  double shrink = 0.25;
  // share of the residual: a smaller gain is none. By trial.
  // ½: 2 worse, 0 better, steps × 1.01; ×2: 0 worse, 1 better.
  double least_gain = 1e-6;
  // share of a gain: by which one side of a saddle must be better than the other to be taken instead. By trial: well
  // above what rounding makes of two sides that are alike.
  // ½: nothing; ×2: nothing.
  double alike = 1e-3;
  // share of the residual: that leaving a symmetric pose must gain in the end. By trial: a twisted squat gains a tenth.
  // ½: nothing; ×2: nothing.
  double worth_of_symmetry = 0.25;
  // m, rad: and the least that it must gain. By trial: a twisted squat gains half a centimetre.
  // ½: nothing; ×2: nothing.
  double least_worth = 0.02;
  // share of the way to the middle of their limits: that joints go for a retry. By trial.
  // ½: −1 met, 21 worse, 13 better, steps × 0.97; ×2: −2 met, 8 worse, 24 better, steps × 0.97.
  double bent_share = 0.5;
  // share of the way to the middle of their limits: that joints which are held by these go for a retry, after the
  // middle itself has failed. By trial: of twelve local minima of a robot the middle leaves six, this five more.
  // ½: 4 worse, 0 better; ×2: 3 worse, 1 better.
  double beyond_middle = 1.5;
  // share of that way: tried between the two. By trial: with it none of those twelve is left.
  // ½: 1 worse, 3 better, steps × 0.98; ×2: 2 worse, 3 better, steps × 0.98.
  double past_middle = 1.4;
  // m, rad: no limits are left for a level that is farther off: another rest would not bring it there. By trial: all
  // that the middle and beyond have mended was nearer, and half of what is out of reach is spared two tries.
  // ½: 5 worse, 0 better, steps × 0.99; ×2: 0 worse, 3 better.
  double farthest = 0.5;
  // m, rad: that a session must gain to leap off its limits to another rest. By choice: what one sees.
  // ½: nothing; ×2: nothing.
  double worth_of_a_leap = 1e-3;
};

struct Tolerances {
  Precision precision;
  TrustTolerances trust;
  ProposalTolerances proposal;
  RestorationTolerances restoration;
  AcceptanceTolerances acceptance;
  AttemptTolerances attempt;
  ProgressTolerances progress;
  EscapeTolerances escape;
  // rad (m): of the cascaded method: resolved motion needs small steps. By trial.
  // ½: 12 worse, 11 better; ×2: 6 worse, 7 better.
  double longest_cascaded_step = 0.3;
};

// A field by its name, "trust.first_radius" for example.
struct ToleranceField {
  const char* name;
  std::variant<double*, int*> value;
};
std::vector<ToleranceField> fields_of(Tolerances& tolerances);

}  // namespace poise
