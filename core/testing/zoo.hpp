// One joint of every model in a row, with turned placements, and a side branch: the figure most tests need.
#pragma once

#include "body/coordinates.hpp"
#include "testing/check.hpp"

namespace poise::test {

inline Figure zoo(bool reversed_joints) {
  Dice dice;
  std::vector<Joint> joints;
  std::vector<Segment> segments;
  const Model models[] = {Model::kFree,  Model::kBall, Model::kHinge, Model::kElbow,
                          Model::kSwing, Model::kBall, Model::kSlide, Model::kFixed};
  const int carriers[] = {-1, 0, 1, 2, 3, 4, 2, 6};
  for (int i = 0; i < 8; ++i) {
    Joint joint;
    joint.model = models[i];
    joint.carrier = carriers[i];
    joint.reversed = reversed_joints && i > 0;
    joint.in = {dice.rotation().toRotationMatrix(), dice.vector(0.5)};
    joint.out = {dice.rotation().toRotationMatrix(), dice.vector(0.5)};
    joint.axis = dice.direction();
    joints.push_back(joint);
    segments.push_back({dice.uniform(0.5, 2.0), dice.vector(0.2), Mat3(Vec3(0.1, 0.2, 0.3).asDiagonal())});
  }
  return Figure(joints, segments, {{5, {Mat3::Identity(), Vec3(0.1, 0.2, 0.3)}}, {7, {}}}, {}, Vec3(0.0, -9.81, 0.0));
}

inline VecX random_coordinates(const Figure& figure) {
  Dice dice;
  VecX q = VecX::Zero(figure.size());
  for (const Joint& joint : figure.joints()) {
    if (joint.model == Model::kBall || joint.model == Model::kFree) store_rotation(joint, dice.rotation(), q);
  }
  return integrate(figure, q, VecX::NullaryExpr(figure.dof(), [&] { return dice.uniform(-1.0, 1.0); }));
}

}  // namespace poise::test
