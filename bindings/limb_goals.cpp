#include "limb_goals.hpp"

#include <cmath>

namespace poise::python {

namespace {

Vec3 direction_at(const double* x) {
  const Vec3 v = Eigen::Map<const Vec3>(x);
  if (v.norm() < 1e-12) throw std::invalid_argument("a goal of a limb has a direction of no length");
  return v.normalized();
}

bool orthonormal(const Mat3& axes) {
  return (axes.transpose() * axes - Mat3::Identity()).cwiseAbs().maxCoeff() <= 1e-5 && axes.determinant() > 0.0;
}

Mat3 rotation_of_axes(const Mat3& axes) {
  if (!orthonormal(axes))
    throw std::invalid_argument("the axes of an orientation must be a rotation: orthonormal and right-handed");
  return Quat(axes).normalized().toRotationMatrix();
}

Mat3 rotation_in(const Eigen::Matrix4d& frame) {
  constexpr double kRounding = 1e-9;  // of a product or an inverse of placements some metres apart
  const Mat3 axes = frame.topLeftCorner<3, 3>();
  const double off = (frame.row(3) - Eigen::RowVector4d(0.0, 0.0, 0.0, 1.0)).cwiseAbs().maxCoeff();
  if (!orthonormal(axes) || !(off <= kRounding))
    throw std::invalid_argument("a frame must be a rigid placement: orthonormal right-handed axes, last row 0 0 0 1");
  return Quat(axes).normalized().toRotationMatrix();
}

}  // namespace

int numbers_of(GoalKind kind) {
  constexpr int kCounts[] = {3, 16, 9, 6, 9};
  return kCounts[static_cast<int>(kind)];
}

LimbGoal goal_of(GoalKind kind, const double* x) {
  using RowMajor = Eigen::Matrix<double, 4, 4, Eigen::RowMajor>;
  for (int i = 0; i < numbers_of(kind); ++i)
    if (!std::isfinite(x[i])) throw std::invalid_argument("a goal must be finite, but holds NaN or infinity");
  LimbGoal goal;
  goal.kind = kind;
  if (kind == GoalKind::kOrient) {
    goal.axes = rotation_of_axes(Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(x));
    return goal;
  }
  if (kind == GoalKind::kPlacement) {
    const Eigen::Matrix4d frame = Eigen::Map<const RowMajor>(x);
    goal.axes = rotation_in(frame);
    goal.point = frame.topRightCorner<3, 1>();
    return goal;
  }
  goal.point = Eigen::Map<const Vec3>(x);
  if (kind != GoalKind::kPosition) goal.axis = direction_at(x + 3);
  if (kind == GoalKind::kAxis) goal.direction = direction_at(x + 6);
  return goal;
}

}  // namespace poise::python
