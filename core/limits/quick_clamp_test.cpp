#include "limits/quick_clamp.hpp"

#include "testing/check.hpp"

using namespace poise;
using namespace poise::test;

namespace {

SphericalPolygon region(double width, double height) {
  std::vector<Vec3> corners;
  for (const auto& [x, y] : {std::pair{1.0, 0.2}, {0.4, 1.0}, {-0.8, 0.7}, {-0.5, -0.6}, {0.3, -1.0}})
    corners.push_back(direction_of(Vec2(width * x, height * y)));
  return SphericalPolygon(corners);
}

VecX random_step(Dice& dice, int size, double far) {
  VecX v(size);
  for (Eigen::Index i = 0; i < v.size(); ++i) v[i] = dice.uniform(-far, far);
  return v;
}

enum class Tied { kSpine, kLeg, kBoth };

// Three balls and a leg, tied as those of people: each of the first to the next in all three angles; ball, elbow and
// swing by two muscles that pass two joints each. One more ball that nothing ties.
Figure tied_figure(Tied tied = Tied::kBoth) {
  std::vector<Joint> joints(7);
  const Model models[] = {Model::kBall,  Model::kBall,  Model::kBall, Model::kBall,
                          Model::kElbow, Model::kSwing, Model::kBall};
  for (int i = 0; i < 7; ++i) {
    Joint& joint = joints[static_cast<std::size_t>(i)];
    joint.model = models[i];
    joint.carrier = i - 1;
    if (joint.model == Model::kBall) joint.limit.twist = Range{-0.5, 0.6};
  }
  joints[0].limit.swing = region(0.5, 0.4);
  joints[1].limit.swing = Ellipse{0.4, 0.3};
  joints[2].limit.swing = Cone{0.35};
  joints[3].limit.swing = region(1.6, 0.9);
  joints[3].limit.twist = TwistTable{{Vec3::UnitZ(), Vec3::UnitX()}, {{-1.0, 0.5}, {-0.2, 1.0}}};
  joints[4].limit.ranges[0] = {0.0, 2.4};
  joints[4].limit.ranges[1] = {-0.3, 0.3};
  joints[5].limit.swing = region(0.6, 0.5);
  joints[6].limit.swing = region(0.9, 0.7);
  std::vector<Coupling> couplings;
  for (const int i : {0, 3}) {
    for (int k = 0; tied != Tied::kLeg && k < 3; ++k)
      couplings.push_back({{i + k, i + k + 3}, {2.0, -3.0}, -0.25, 0.25});
  }
  if (tied != Tied::kSpine) couplings.push_back({{9, 12}, {1.0, -1.0}, -1e300, 0.2});
  if (tied != Tied::kSpine) couplings.push_back({{14, 12}, {1.0, -1.0 / 3.0}, -1e300, 0.1});
  Figure figure(joints, std::vector<Segment>(7), {}, couplings, Vec3(0.0, -9.81, 0.0));
  VecX home = VecX::Zero(figure.size());
  for (const Joint& joint : figure.joints()) {
    if (joint.model == Model::kBall) home[joint.q + 3] = 1.0;
  }
  figure.set_home(home);
  return figure;
}

}  // namespace

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
