// A toy for the tests of this folder: an arm of three hinges in the plane, links of one metre. Where its tip is, the
// tests know in closed form.
#pragma once

#include <memory>
#include <utility>

#include "solve/problem.hpp"
#include "tasks/site_task.hpp"
#include "testing/check.hpp"

namespace poise::test {

inline std::shared_ptr<const Figure> planar_arm() {
  std::vector<Joint> joints(3);
  for (int i = 0; i < 3; ++i) {
    Joint& joint = joints[static_cast<std::size_t>(i)];
    joint.model = Model::kHinge;
    joint.carrier = i - 1;
    joint.in = {Mat3::Identity(), Vec3(i > 0 ? 1.0 : 0.0, 0.0, 0.0)};
    joint.out = {Mat3::Identity(), Vec3::Zero()};
  }
  const std::vector<Segment> segments(3, Segment{1.0, Vec3(0.5, 0.0, 0.0), Mat3::Zero()});
  const Site tip{2, {Mat3::Identity(), Vec3(1.0, 0.0, 0.0)}};
  return std::make_shared<Figure>(joints, segments, std::vector<Site>{tip}, std::vector<Coupling>{},
                                  Vec3(0.0, -9.81, 0.0));
}

// Where the tip of the arm is.
inline Vec3 tip_of(const VecX& q) {
  Vec3 tip = Vec3::Zero();
  double angle = 0.0;
  for (int i = 0; i < 3; ++i) {
    angle += q[i];
    tip += Vec3(std::cos(angle), std::sin(angle), 0.0);
  }
  return tip;
}

inline void add_level(Problem& problem, std::unique_ptr<Task> task) {
  problem.levels.push_back({static_cast<int>(problem.demands.size())});
  problem.demands.push_back({std::move(task), 1.0, VecX(), true});
}

// First the height of the tip, then how far out it is.
inline std::shared_ptr<Problem> tip_problem(const Vec3& goal) {
  auto problem = std::make_shared<Problem>();
  problem->figure = planar_arm();
  add_level(*problem, position_task(0, goal, Vec3::UnitY()));
  add_level(*problem, position_task(0, goal, Vec3::UnitX()));
  return problem;
}

}  // namespace poise::test
