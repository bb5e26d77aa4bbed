#include "natural/foreseen.hpp"

#include "testing/check.hpp"

using namespace poise;

TEST("fading has no kink") {
  const double at[] = {0.0, 1.0, 2.0, 3.0, 4.0}, want[] = {1.0, 1.0, 0.5, 0.0, 0.0};
  for (int i = 0; i < 5; ++i) CHECK_NEAR(fade(at[i], 1.0, 3.0), want[i], 0.0);
  CHECK(1.0 - fade(1.001, 1.0, 3.0) < 1e-5);
  CHECK(fade(2.999, 1.0, 3.0) < 1e-5);
}

TEST("two columns make a rotation") {
  const double six[] = {2.0, 0.1, -0.3, 0.4, 3.0, 0.2};
  const Mat3 R = orthonormal(six);
  CHECK_NEAR((R.transpose() * R - Mat3::Identity()).norm(), 0.0, 1e-15);
  CHECK_NEAR(R.determinant(), 1.0, 1e-15);
  CHECK_NEAR(R.col(0).cross(Vec3(2.0, 0.1, -0.3)).norm(), 0.0, 1e-15);
}

TEST("what is not known is zero and legs are those of training") {
  Told told;
  Proportions body{0.5, Eigen::Matrix<double, kProportions, 1>::Constant(0.3)};
  told.parts[kHead].placed = true;
  told.parts[kHead].point = Vec3(0.0, 1.5, 0.25);
  const Inputs found = features(told, body, Vec3(0.0, 0.5, 0.0), Mat3::Identity());
  CHECK_NEAR(found[kHead * kPerPart + 1], 2.0, 1e-15);
  CHECK_NEAR(found[kHead * kPerPart + 2], 0.5, 1e-15);
  CHECK_NEAR(found.head(kHead * kPerPart).norm(), 0.0, 0.0);
  CHECK_NEAR(found[kInputs - kProportions], 0.71, 1e-15);
}

TEST("a point far away is looked at from near") {
  Told told;
  told.looks = true;
  told.gaze = Vec3(0.0, 0.0, 100.0);
  const Proportions body{1.0, Eigen::Matrix<double, kProportions, 1>::Ones()};
  CHECK_NEAR(features(told, body, Vec3::Zero(), Mat3::Identity())[kParts * kPerPart + 2], kFar, 1e-15);
}
