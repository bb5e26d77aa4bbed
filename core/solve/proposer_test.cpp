#include "solve/proposer.hpp"

#include "solve/planar_arm_test.hpp"

using namespace poise;

namespace {

struct Setting {
  std::shared_ptr<Problem> problem;
  Evaluation evaluation;
  Trust trust;
  Proposer proposer;

  Setting(const Vec3& goal, const VecX& start)
      : problem(test::tip_problem(goal)),
        evaluation(problem, start),
        trust(problem->tolerances),
        proposer(problem->tolerances) {
    evaluation.begin(VecX(evaluation.coordinates()));
    trust.reset(2, false);
    proposer.guess_active(std::vector<ActiveBound>(evaluation.limit_meaning().size()));
  }
  Proposal propose() { return proposer.propose(evaluation, trust, 2, false); }
};

const Vec3 kStart(0.3, 0.5, -0.4);

}  // namespace

TEST("the first level that is predicted to gain decides, and levels above it are guarded") {
  const Vec3 tip = test::tip_of(kStart);
  Setting first(tip + Vec3(0.1, 0.1, 0.0), kStart);
  CHECK(first.propose().deciding == 0);
  Setting second(tip + Vec3(0.1, 0.0, 0.0), kStart);
  const Proposal proposal = second.propose();
  CHECK(proposal.deciding == 1 && proposal.guarded >= 1);
  CHECK_NEAR(second.evaluation.current()[0].Jt.col(0).dot(proposal.v), 0.0, 1e-12);  // strictly below the first
  CHECK(proposal.predicted < 0.1);
}

TEST("a step is cut to the trust radius, and shortened again when that shrinks") {
  Setting setting(Vec3(-1.0, 2.5, 0.0), kStart);
  const Proposal whole = setting.propose();
  CHECK(largest(whole.v) <= 0.8 + 1e-12);
  setting.trust.halve_radius(whole);
  const Proposal half = setting.proposer.shortened(setting.evaluation, setting.trust, 2);
  CHECK(half.cut && half.size == whole.size);
  CHECK_NEAR(largest(half.v), 0.5 * std::min(0.8, whole.size), 1e-12);
  const LevelRows& lower = setting.evaluation.current()[1];
  CHECK(predicted_residual(lower, half.v) > predicted_residual(lower, whole.v));
}

TEST("a level is damped by μ |e|², not at all at its goal, and gets its curvature when trust says so") {
  const Vec3 tip = test::tip_of(kStart);
  Setting setting(tip + Vec3(0.3, 0.0, 0.0), kStart);
  setting.propose();
  CHECK(setting.evaluation.current()[0].damping == 0.0);
  CHECK_NEAR(setting.evaluation.current()[1].damping, 0.1 * 0.09, 1e-12);
  CHECK(!setting.evaluation.current()[1].second_order);
  setting.trust.require_curvature(1);
  CHECK(setting.propose().second_order);
}

TEST("an undamped step near the goal is Newton's") {
  const Vec3 tip = test::tip_of(kStart);
  Setting setting(tip + Vec3(1e-4, 2e-4, 0.0), kStart);
  const Proposal proposal = setting.propose();
  const VecX q = setting.evaluation.moved(kStart, proposal.v);
  CHECK_NEAR(test::tip_of(q), Vec3(tip + Vec3(1e-4, 2e-4, 0.0)), 1e-6);
}

TEST("a step may reuse the factorisation of one that was short and finished its level") {
  const Vec3 tip = test::tip_of(kStart);
  Setting setting(tip + Vec3(2e-3, 0.0, 0.0), kStart);
  const Proposal proposal = setting.propose();
  CHECK(setting.proposer.is_reusable_after(proposal) == proposal.is_loose(setting.problem->tolerances));
  CHECK(!setting.proposer.reuse(setting.evaluation).has_value());  // nobody has allowed it
  setting.proposer.let_reuse(true);
  const std::optional<Proposal> again = setting.proposer.reuse(setting.evaluation);
  CHECK(again.has_value() && again->reused);
  if (again) CHECK_NEAR(again->v, proposal.v, 1e-4);
  CHECK(!setting.proposer.reuse(setting.evaluation).has_value());  // once
}
