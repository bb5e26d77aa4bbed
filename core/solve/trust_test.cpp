#include "solve/trust.hpp"

#include "testing/check.hpp"

using namespace poise;

namespace {

// A step for level 0 of two, from a residual of 1 to a predicted one.
Proposal step_to(double predicted, bool cut = false) {
  Proposal proposal;
  proposal.predicted = predicted;
  proposal.size = cut ? 1.2 : 0.4;
  proposal.cut = cut;
  return proposal;
}

Score level_at(double residual) { return {Vec2(residual, 0.0), 0.0}; }

// The residual that gives a reduction of |e|² of so much of the predicted one, from 1 to 0.
double after(double agreement) { return std::sqrt(1.0 - agreement); }

void learn(Trust& trust, const Proposal& proposal, std::size_t judge, const Score& before, const Score& after,
           double slope = 0.0) {
  trust.learn({proposal, judge, before, after, slope, {}});
}

// A step for level 0 that made it worse.
void reject(Trust& trust, const Proposal& proposal) {
  const Score before = level_at(1.0), after = level_at(1.1);
  trust.restrain({proposal, 0, before, after, 0.0, {}});
}

// A whole step of the criteria.
Proposal criteria_step(double v = 1.0) {
  Proposal proposal;
  proposal.deciding = 2;
  proposal.v = VecX::Constant(1, v);
  proposal.size = std::abs(v);
  return proposal;
}

Score costing(double cost) { return {Vec2::Zero(), cost}; }

Trust fresh(const Tolerances& tolerances) {
  Trust trust(tolerances);
  trust.reset(2, false);
  return trust;
}

}  // namespace

TEST("the damping of the level that decided is what the rule says, and no other changes") {
  const Tolerances tolerances;
  for (const double ratio : {0.9, 0.5, 0.1}) {
    Trust trust = fresh(tolerances);
    const Score before = level_at(1.0), there = level_at(after(ratio));
    const Proposal proposal = step_to(0.0);
    const double mu = trust.damping_share(0), other = trust.damping_share(1);
    learn(trust, proposal, 0, before, there);
    CHECK(trust.damping_share(0) == damping_after_gain(mu, {proposal, 0, before, there, 0.0, {}}, tolerances));
    CHECK(trust.damping_share(1) == other);
  }
}

TEST("a radius that is very short grows eightfold beside inequalities, whose rows come and go, and twofold else") {
  const Tolerances tolerances;
  for (const bool inequalities : {false, true}) {
    Trust trust(tolerances);
    trust.reset(2, inequalities);
    while (trust.radius() > 1e-4) trust.halve_radius(step_to(0.0));
    Proposal cut = step_to(0.0);
    cut.cut = true;
    const double before = trust.radius();
    learn(trust, cut, 0, level_at(1.0), level_at(0.0));
    CHECK_NEAR(trust.radius(), (inequalities ? 8.0 : 2.0) * before, 1e-15);
  }
}

TEST("rejected steps multiply damping by 2, 4, 8 … up to a limit; an accepted one begins anew") {
  const Tolerances tolerances;
  Trust trust = fresh(tolerances);
  double expected = 0.1;
  for (const double factor : {2.0, 4.0, 8.0}) {
    reject(trust, step_to(0.0));
    expected *= factor;
    CHECK_NEAR(trust.damping_share(0), expected, 1e-12);
  }
  trust.begin_attempt();
  reject(trust, step_to(0.0));
  CHECK_NEAR(trust.damping_share(0), 2.0 * expected, 1e-12);
  for (int i = 0; i < 60; ++i) reject(trust, step_to(0.0));
  CHECK(trust.damping_share(0) == 1.0 / tolerances.trust.least_damping);
}

TEST("a level needs its curvature once its model has failed, agreed badly or converged slowly") {
  const Tolerances tolerances;
  const auto needs = [&](double predicted, double left, bool cut) {
    Trust trust = fresh(tolerances);
    learn(trust, step_to(predicted, cut), 0, level_at(1.0), level_at(left));
    return trust.needs_curvature(0);
  };
  CHECK(!needs(0.0, 0.1, false));
  CHECK(needs(0.0, after(0.5), false));  // agreed badly
  CHECK(needs(0.8, 0.8, false));         // as predicted, but slow
  CHECK(!needs(0.8, 0.8, true));         // the radius made it slow
  Trust trust = fresh(tolerances);
  CHECK(!trust.needs_curvature(0));
  reject(trust, step_to(0.0));
  CHECK(trust.needs_curvature(0) && !trust.needs_curvature(1));
}

TEST("the radius widens after good steps that it cut, shrinks after poor ones, and has a largest value") {
  const Tolerances tolerances;
  const auto radius_after = [&](double agreement, bool cut) {
    Trust trust = fresh(tolerances);
    learn(trust, step_to(0.0, cut), 0, level_at(1.0), level_at(after(agreement)));
    return trust.radius();
  };
  CHECK_NEAR(radius_after(0.9, true), 1.5, 1e-15);
  CHECK_NEAR(radius_after(0.5, true), 0.8, 1e-15);
  CHECK_NEAR(radius_after(0.2, true), 0.56, 1e-15);
  CHECK_NEAR(radius_after(0.9, false), 0.8, 1e-15);
  Trust trust = fresh(tolerances);
  reject(trust, step_to(0.0, true));
  CHECK_NEAR(trust.radius(), 0.4, 1e-15);
  trust.halve_radius(step_to(0.0));  // of the step when that is shorter
  CHECK_NEAR(trust.radius(), 0.2, 1e-15);
}

TEST("criteria get the damping that was missing along their step, and need their curvature from then on") {
  const Tolerances tolerances;
  const auto damping_after = [&](double curvature, double true_curvature) {
    Trust trust = fresh(tolerances);
    const double gained = -curvature + 0.5 * true_curvature;
    learn(trust, criteria_step(), 2, costing(5.0), costing(5.0 + gained), -curvature);  // by one unit
    CHECK(trust.needs_curvature(2));
    return trust.criteria_damping();
  };
  CHECK_NEAR(damping_after(2.0, 2.0), 0.0, 1e-12);  // as predicted
  CHECK_NEAR(damping_after(2.0, 3.5), 1.5, 1e-12);  // overshot
  CHECK_NEAR(damping_after(2.0, 0.5), 0.0, 1e-12);  // gained more
  CHECK_NEAR(damping_after(2.0, 4.0), 2.0, 1e-12);  // all the way to the other side
}

TEST("criteria are tried with their curvature once a short step has brought the deciding level to its goal") {
  const Tolerances tolerances;
  for (const double size : {0.01, 0.5}) {
    Trust trust = fresh(tolerances);
    Proposal step = step_to(0.0);
    step.size = size;
    step.within_reach = true;
    learn(trust, step, 0, level_at(1.0), level_at(0.0));
    CHECK(trust.needs_curvature(2) == (size < 0.05));
    CHECK(trust.is_curvature_tentative() == (size < 0.05));
    trust.require_curvature(2);  // from then on it has to count
    CHECK(trust.needs_curvature(2) && !trust.is_curvature_tentative());
    trust.reset(2, false);
    CHECK(!trust.needs_curvature(2) && !trust.is_curvature_tentative());
  }
}

TEST("with the damping that it measures a step of quadratic criteria goes to their minimum") {
  const Tolerances tolerances;
  Trust trust = fresh(tolerances);
  const double model = 1.0, truth = 2.7;  // curvatures
  double x = 1.0;
  const auto cost = [&](double at) { return 3.0 + 0.5 * truth * at * at; };
  for (int i = 0; i < 2; ++i) {
    const double v = -truth * x / (model + trust.criteria_damping());
    const Score before = costing(cost(x)), after = costing(cost(x + v));
    const bool worse = after.cost > before.cost;
    if (worse)
      trust.restrain({criteria_step(v), 2, before, after, truth * x * v, {}});
    else
      trust.learn({criteria_step(v), 2, before, after, truth * x * v, {}});
    if (!worse) x += v;
  }
  CHECK_NEAR(x, 0.0, 1e-12);
}

TEST("a step of the criteria whose gain drowns in rounding measures nothing: damping fades") {
  const Tolerances tolerances;
  Trust trust = fresh(tolerances);
  const Score cost = costing(1.0);
  trust.restrain({criteria_step(1e-6), 2, cost, cost, -1e-12, {}});
  CHECK_NEAR(trust.criteria_damping(), 0.2, 1e-15);
  trust.learn({criteria_step(1e-6), 2, cost, cost, -1e-12, {}});
  CHECK_NEAR(trust.criteria_damping(), 0.04, 1e-15);
  CHECK(trust.needs_curvature(2));
}

TEST("a level that is asked again has the trust of a stranger, and its curvature") {
  const Tolerances tolerances;
  Trust trust = fresh(tolerances);
  for (int i = 0; i < 3; ++i) reject(trust, step_to(0.0, true));
  trust.renew(0);
  CHECK(trust.damping_share(0) == 0.1 && trust.radius() == 0.8 && trust.needs_curvature(0));
}

TEST("steps that led nowhere die out under a ceiling that halves, whatever is learnt of the radius") {
  const Tolerances tolerances;
  Trust trust = fresh(tolerances);
  int steps = 0;
  for (; trust.lower_ceiling(1e-2); ++steps) {
    CHECK_NEAR(trust.radius(), 1e-2 * std::pow(0.5, steps + 1), 1e-17);
    learn(trust, step_to(0.0, true), 0, level_at(1.0), level_at(0.0));  // widens the radius
  }
  CHECK(steps == 26);  // 10⁻² / 2²⁶ = 1.5·10⁻¹⁰
  trust.lift_ceiling();
  CHECK(trust.radius() == tolerances.trust.largest_radius);
}

TEST("after a better pose the ceiling grows until it is above the radius") {
  const Tolerances tolerances;
  Trust trust = fresh(tolerances);
  for (int i = 0; i < 5; ++i) trust.lower_ceiling(1.0);
  for (const double radius : {0.1, 0.4, 0.8}) {
    CHECK(trust.has_ceiling());
    trust.raise_ceiling();
    CHECK_NEAR(trust.radius(), radius, 1e-15);
  }
  CHECK(!trust.has_ceiling());
}
