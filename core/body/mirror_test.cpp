#include "body/mirror.hpp"

#include <cmath>

#include "body/kinematics.hpp"
#include "testing/check.hpp"

using namespace poise;

namespace {

// A free trunk with a ball joint on either side.
Figure with_two_arms() {
  std::vector<Joint> joints(3);
  joints[0].model = Model::kFree;
  for (int i : {1, 2}) {
    joints[static_cast<std::size_t>(i)].model = Model::kBall;
    joints[static_cast<std::size_t>(i)].carrier = 0;
    joints[static_cast<std::size_t>(i)].in = {Mat3::Identity(), Vec3(i == 1 ? 0.2 : -0.2, 0.5, 0.0)};
  }
  const std::vector<Segment> segments(3, Segment{1.0, Vec3::Zero(), Mat3::Zero()});
  return Figure(joints, segments, {}, {}, Vec3(0.0, -9.81, 0.0));
}

Mirror across_x(const Figure& figure) {
  Mirror mirror;
  const int left = figure.joints()[1].q, right = figure.joints()[2].q;
  mirror.source.assign(static_cast<std::size_t>(figure.size()), 0);
  mirror.sign = VecX::Zero(figure.size());
  for (int i = 0; i < 4; ++i) {
    mirror.source[static_cast<std::size_t>(left + i)] = right + i;
    mirror.source[static_cast<std::size_t>(right + i)] = left + i;
    mirror.sign[left + i] = mirror.sign[right + i] = i == 1 || i == 2 ? -1.0 : 1.0;
  }
  mirror.partner = {0, 2, 1};
  return mirror;
}

VecX some_pose(const Figure& figure) {
  VecX q = VecX::Zero(figure.size());
  for (const Joint& joint : figure.joints()) q[joint.q + size_of(joint.model).stored - 1] = 1.0;
  VecX v(figure.dof());
  for (Eigen::Index i = 0; i < v.size(); ++i) v[i] = std::sin(1.0 + 2.7 * static_cast<double>(i));
  return integrate(figure, q, v);
}

}  // namespace

TEST("the mirror image of the mirror image is the pose") {
  const Figure figure = with_two_arms();
  const Mirror mirror = across_x(figure);
  const VecX q = some_pose(figure);
  const MirrorPlane plane = mirror_plane(figure, mirror, q);
  const VecX twice = mirror_image(figure, mirror, plane, mirror_image(figure, mirror, plane, q));
  CHECK_NEAR(difference(figure, q, twice), VecX::Zero(figure.dof()), 1e-12);
}

TEST("in its own plane the root stays, and places are reflected") {
  const Figure figure = with_two_arms();
  const Mirror mirror = across_x(figure);
  const VecX q = some_pose(figure);
  const MirrorPlane plane = mirror_plane(figure, mirror, q);
  const VecX image = mirror_image(figure, mirror, plane, q);
  CHECK_NEAR(difference(figure, q, image).head(6), VecX::Zero(6), 1e-12);
  Kinematics here, there;
  forward(figure, q, here);
  forward(figure, image, there);
  const auto reflected = [&](const Vec3& x) {
    return Vec3(x - 2.0 * (plane.normal.dot(x) - plane.offset) * plane.normal);
  };
  for (const auto& [a, b] : {std::pair<std::size_t, std::size_t>{1, 2}, {2, 1}}) {
    CHECK_NEAR(there.segments[b].p, reflected(here.segments[a].p), 1e-12);
    // The lateral axis of a segment turns round with its side; the other two are reflected.
    CHECK_NEAR(there.segments[b].R.col(1), reflected(here.segments[a].R.col(1)) - reflected(Vec3::Zero()), 1e-12);
  }
}

TEST("motions from a symmetric pose are reflected as poses are") {
  const Figure figure = with_two_arms();
  const Mirror mirror = across_x(figure);
  VecX q = some_pose(figure);
  const MirrorPlane plane = mirror_plane(figure, mirror, q);
  q = interpolate(figure, q, mirror_image(figure, mirror, plane, q), 0.5);
  VecX v(figure.dof());
  for (Eigen::Index i = 0; i < v.size(); ++i) v[i] = 1e-3 * std::cos(3.1 * static_cast<double>(i));
  const VecX moved = mirror_image(figure, mirror, plane, integrate(figure, q, v));
  CHECK_NEAR(difference(figure, integrate(figure, q, mirror_motion(figure, mirror, v)), moved),
             VecX::Zero(figure.dof()), 1e-12);
}
