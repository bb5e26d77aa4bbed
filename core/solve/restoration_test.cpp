#include "solve/restoration.hpp"

#include "solve/planar_arm_test.hpp"

using namespace poise;

namespace {

// The tip is to keep its height (level 0) and to go out by 0.2 m (level 1). `helping`: the joints that may help with
// the height, all without any.
struct Toy {
  Vec3 start;
  std::shared_ptr<Problem> problem;
  Evaluation evaluation;
  Kernel kernel;
  std::vector<ActiveBound> active;
  Proposal proposal;

  explicit Toy(double height_missed, const Vec3& from = Vec3(0.3, 0.5, -0.4), const VecX& helping = VecX())
      : start(from), problem(asked(height_missed, from, helping)), evaluation(problem, from) {
    evaluation.begin(VecX(evaluation.coordinates()));
    active.resize(evaluation.limit_meaning().size());
    std::vector<LevelRows>& rows = evaluation.current_models();
    const VecX height = rows[0].e;
    rows[0].e.setZero();  // it is to stay as it is
    proposal.v = kernel.step(rows, 2, evaluation.bounds_at(evaluation.coordinates()), active, {});
    rows[0].e = height;
    proposal.size = largest(proposal.v);
    proposal.deciding = 1;
    proposal.guarded = proposal.guarded_exactly = 1;
    proposal.restored = problem->tolerances.precision.restored;
    proposal.converged = problem->tolerances.precision.converged;
    proposal.near_goals = height_missed == 0.0;
    proposal.regular = helping.size() == 0;
  }

  static std::shared_ptr<Problem> asked(double height_missed, const Vec3& from, const VecX& helping) {
    std::shared_ptr<Problem> problem = test::tip_problem(test::tip_of(from) + Vec3(0.2, height_missed, 0.0));
    problem->demands[0].joints = helping;
    return problem;
  }

  Restored restored(double radius = 0.8) {
    Restoration restoration(problem->tolerances);
    const VecX q = evaluation.moved(evaluation.coordinates(), proposal.v);
    return restoration.restore(q, {proposal, kernel, active, radius}, evaluation);
  }
};

}  // namespace

TEST("a level at its goal is back at it after a step for the one below, along chords") {
  Toy toy(0.0);
  const VecX disturbed = toy.evaluation.moved(toy.start, toy.proposal.v);
  CHECK(std::abs(test::tip_of(disturbed).y() - test::tip_of(toy.start).y()) > 1e-4);
  const Restored restored = toy.restored();
  CHECK_NEAR(test::tip_of(restored.coordinates).y(), test::tip_of(toy.start).y(), 1e-10);
  CHECK(restored.disturbance < 1e-10 && restored.corrections > 0 && !restored.by_newton);
  const double left = test::tip_of(toy.start).x() + 0.2 - test::tip_of(restored.coordinates).x();
  CHECK(std::abs(left) < 0.2);  // and the step has served its own level
}

TEST("a level short of its goal keeps the error it had, by Newton's method") {
  Toy toy(0.3);
  const Restored restored = toy.restored();
  CHECK(restored.by_newton);
  CHECK_NEAR(test::tip_of(restored.coordinates).y(), test::tip_of(toy.start).y(), 1e-10);
}

TEST("the current pose and its rows are left alone, and guarded levels are measured") {
  Toy toy(0.0);
  const VecX e = toy.evaluation.current()[1].e;
  const Restored restored = toy.restored();
  CHECK_NEAR(toy.evaluation.coordinates(), toy.start, 0.0);
  CHECK_NEAR(toy.evaluation.current()[1].e, e, 0.0);
  CHECK_NEAR(toy.evaluation.candidate()[0].e[0], test::tip_of(toy.start).y() - test::tip_of(restored.coordinates).y(),
             1e-14);
}

TEST("a correction far beyond the trust radius is not made") {
  Toy toy(0.0);
  const Restored restored = toy.restored(1e-9);
  CHECK(restored.disturbance > 1e-4 && restored.corrections == 0);
  CHECK_NEAR(restored.coordinates, toy.evaluation.moved(toy.start, toy.proposal.v), 0.0);
}

TEST("what the allowed joints can hardly bring back is brought back by all") {
  const double upright = 1.5707963267948966 - 0.3 - 0.5;  // of the last link, which does not move the height then
  Toy toy(0.0, Vec3(0.3, 0.5, upright), Vec3(0.0, 0.0, 1.0));
  const Restored restored = toy.restored();
  CHECK(restored.disturbance < 1e-10 && restored.corrections > 0);
  CHECK_NEAR(test::tip_of(restored.coordinates).y(), test::tip_of(toy.start).y(), 1e-10);
}
