#include "limits/quick_clamp.hpp"

#include "limits/tied_figure_test.hpp"

using namespace poise;
using namespace poise::test;

// Along the smooth boundary of an ellipse the nearest direction is known in half the digits only.
TEST("a group of tied joints, clamped quickly, is where the general way brings it") {
  for (const Tied tied : {Tied::kSpine, Tied::kLeg}) {
    const Figure figure = tied_figure(tied);
    QuickClamp quick(figure);
    Dice dice;
    int tied_poses = 0;
    for (int i = 0; i < 300; ++i) {
      VecX q = integrate(figure, figure.home(), random_step(dice, figure.dof(), i % 2 == 0 ? 0.4 : 1.5));
      const VecX known = clamp(figure, q);
      VecX alone = q;
      for (const Joint& joint : figure.joints()) clamp_joint(joint, nullptr, alone);
      tied_poses += difference(figure, alone, known).cwiseAbs().maxCoeff() > 1e-6 ? 1 : 0;
      quick(q);
      CHECK(worst_violation(figure, q).amount <= kLimitTolerance);
      CHECK_NEAR(difference(figure, known, q).cwiseAbs().maxCoeff(), 0.0, 1e-5);
    }
    CHECK(tied_poses > 30);
  }
}

TEST("groups are brought inside by themselves, and once") {
  const Figure both = tied_figure(), spine = tied_figure(Tied::kSpine), leg = tied_figure(Tied::kLeg);
  QuickClamp quick(both), quick_spine(spine), quick_leg(leg);
  Dice dice;
  for (int i = 0; i < 100; ++i) {
    const VecX asked = integrate(both, both.home(), random_step(dice, both.dof(), 1.0));
    VecX q = asked, of_spine = asked, of_leg = asked;
    quick(q);
    quick_spine(of_spine);
    quick_leg(of_leg);
    CHECK(q.head(12) == of_spine.head(12));
    CHECK(q.tail(q.size() - 12) == of_leg.tail(q.size() - 12));
    VecX again = q;
    quick(again);
    CHECK(again == q);
  }
}

TEST("a pose inside all limits stays as it is, to the last digit") {
  const Figure figure = tied_figure();
  QuickClamp quick(figure);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const VecX inside = random_pose(figure, figure.home(), seed);
    VecX q = inside;
    quick(q);
    CHECK(q == inside);
  }
}

TEST("a group that the quick way does not treat is left to the general one") {
  Figure tied = tied_figure();
  std::vector<Coupling> couplings = tied.couplings();
  couplings.push_back({{0, 3, 6, 9, 12}, {1.0, 1.0, 1.0, 1.0, 1.0}, -0.2, 0.2});
  Figure figure(tied.joints(), tied.segments(), {}, couplings, Vec3(0.0, -9.81, 0.0));
  figure.set_home(tied.home());
  QuickClamp quick(figure);
  Dice dice;
  for (int i = 0; i < 20; ++i) {
    VecX q = integrate(figure, figure.home(), random_step(dice, figure.dof(), 0.6));
    const VecX known = clamp(figure, q);
    quick(q);
    CHECK_NEAR(difference(figure, known, q).cwiseAbs().maxCoeff(), 0.0, 1e-9);
  }
}
