#include "solve/step_limits.hpp"

#include "solve/planar_arm_test.hpp"

using namespace poise;

namespace {

// The arm of three hinges, the second of which may bend from 0 to 1 radian.
std::shared_ptr<const Figure> bounded_arm() {
  std::vector<Joint> joints = test::planar_arm()->joints();
  joints[1].limit.ranges[0] = {0.0, 1.0};
  const Figure& arm = *test::planar_arm();
  return std::make_shared<Figure>(joints, arm.segments(), arm.sites(), std::vector<Coupling>{}, arm.gravity());
}

}  // namespace

TEST("limits bound a step from where it is asked for, in its variables, and the pose that it leads to") {
  const auto arm = bounded_arm();
  StepVariables variables;
  variables.set({2, 1, 0}, Vec3(1.0, 4.0, 1.0));
  StepLimits limits(*arm, variables);
  const VecX pose = Vec3(0.0, 0.3, 0.0), later = Vec3(0.0, 0.9, 0.0);
  CHECK(limits.meaning().size() == 1);
  for (const VecX& from : {pose, later, later, pose}) {
    const StepPlace place{*arm, variables, pose, from, 0};
    const Bounds& bounds = limits.bounds_at(place);
    CHECK(bounds.size() == 1);
    CHECK_NEAR(bounds[0].lower, -from[1], 1e-15);
    CHECK_NEAR(bounds[0].upper, 1.0 - from[1], 1e-15);
    CHECK_NEAR(bounds.value(0, Vec3(0.0, 0.1, 0.0)), 0.4, 1e-15);  // the step moves the joint by 4 · 0.1
    CHECK_NEAR(limits.moved(place, Vec3(0.2, 2.0, 0.0)), Vec3(0.2, 1.0, 0.0), 1e-15);
  }
}

TEST("rows behind those of limits keep their factors from pose to pose, in variables of a step") {
  const auto arm = bounded_arm();
  StepVariables variables;
  variables.set({2, 1, 0}, Vec3(1.0, 4.0, 1.0));
  LimitRows rows(*arm);
  BoundRow& row = rows.bounds().add({1});
  row.upper = 0.5;
  rows.bounds().factor(row.begin) = 1.0;
  rows.reorder(variables);
  for (const double angle : {0.3, 0.9}) {
    rows.update(*arm, Vec3(0.0, angle, 0.0), variables.scales(), std::numeric_limits<double>::infinity());
    CHECK(rows.bounds().size() == 2 && rows.meaning().size() == 1);
    CHECK_NEAR(rows.bounds().value(0, Vec3(0.0, 0.1, 0.0)), 0.4, 1e-15);
    CHECK_NEAR(rows.bounds().value(1, Vec3(0.0, 0.1, 0.0)), 0.4, 1e-15);
    CHECK(rows.bounds()[1].upper == 0.5);
  }
}
