// A figure with couplings as those of people, for tests of clamping.
#pragma once

#include "limits/limits.hpp"
#include "testing/check.hpp"

namespace poise::test {

inline SphericalPolygon region(double width, double height) {
  std::vector<Vec3> corners;
  for (const auto& [x, y] : {std::pair{1.0, 0.2}, {0.4, 1.0}, {-0.8, 0.7}, {-0.5, -0.6}, {0.3, -1.0}})
    corners.push_back(direction_of(Vec2(width * x, height * y)));
  return SphericalPolygon(corners);
}

inline VecX random_step(Dice& dice, int size, double far) {
  VecX v(size);
  for (Eigen::Index i = 0; i < v.size(); ++i) v[i] = dice.uniform(-far, far);
  return v;
}

enum class Tied { kSpine, kLeg, kBoth };

// Three balls and a leg, tied as those of people: each of the first to the next in all three angles; ball, elbow and
// swing by two muscles that pass two joints each. One more ball that nothing ties.
inline Figure tied_figure(Tied tied = Tied::kBoth) {
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

}  // namespace poise::test
