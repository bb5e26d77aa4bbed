#include "curvature.hpp"

#include <algorithm>
#include <cmath>

#include "task_parts.hpp"

namespace poise {

namespace {

void add(MatX& H, int k, int l, double h) {
  H(k, l) += h;
  if (k != l) H(l, k) += h;
}

Vec3 turn(const TaskView& view, int k) { return view.kinematics.angular.col(k); }

bool moves_at_once(Model model) { return model == Model::kBall || model == Model::kFree || model == Model::kSwing; }

}  // namespace

Chain::Chain(const Figure& figure, int segment) {
  for (int i = segment; i >= 0; i = figure.joints()[static_cast<std::size_t>(i)].carrier) {
    const Joint& joint = figure.joints()[static_cast<std::size_t>(i)];
    for (int k = size_of(joint.model).dof; k-- > 0;) links_.push_back({joint.v + k, i, moves_at_once(joint.model)});
  }
  std::reverse(links_.begin(), links_.end());
}

void add_point_curvature(const TaskView& view, int segment, const Vec3& point, const Vec3& f, MatX& H) {
  const Vec3 arm = point - view.kinematics.reference;
  Chain(view.figure, segment).for_each_pair([&](int k, int l, double share) {
    add(H, k, l, -share * f.cross(turn(view, k)).dot(velocity(view, arm, l)));  // f · (ω × J) = (f × ω) · J
  });
}

void add_turn_curvature(const TaskView& view, int segment, const Vec3& f, MatX& H) {
  Chain(view.figure, segment).for_each_pair([&](int k, int l, double share) {
    if (k != l) add(H, k, l, -0.5 * share * f.dot(turn(view, k).cross(turn(view, l))));
  });
}

void add_center_curvature(const TaskView& view, const Vec3& f, MatX& H) {
  const Figure& figure = view.figure;
  Eigen::Matrix3Xd J(3, figure.dof());
  center_jacobian(figure, view.kinematics, view.masses, J);
  for (std::size_t b = 0; b < figure.joints().size(); ++b) {
    const Joint& joint = figure.joints()[b];
    const int end = joint.v + size_of(joint.model).dof;
    for (int l = joint.v; l < end; ++l) {
      const Vec3 moved = J.col(l);
      for_each_carrier(figure, joint.carrier, [&](int k) { add(H, k, l, -f.cross(turn(view, k)).dot(moved)); });
      for (int k = joint.v; k < end; ++k) {  // within the joint: in order, or at once
        const double share = k == l ? 1.0 : (moves_at_once(joint.model) ? 0.5 : (k < l ? 1.0 : 0.0));
        add(H, k, l, -share * f.cross(turn(view, k)).dot(moved));
      }
    }
  }
}

void add_aim_curvature(const TaskView& view, int segment, const Vec3& point, const Vec3& d, const Vec3& u,
                       double distance, const Vec3& f, MatX& H) {
  const Vec3 arm = point - view.kinematics.reference, g = f.cross(d);  // f · (d × x) = (f × d) · x
  const bool fixed = std::isinf(distance);
  const auto across = [&](const Vec3& x) { return Vec3(x - u * u.dot(x)); };
  Chain(view.figure, segment).for_each_pair([&](int k, int l, double share) {
    const Vec3 wk = turn(view, k), wl = turn(view, l);
    double h = f.dot(wk.cross(wl.cross(d)).cross(u));
    if (!fixed) {
      const Vec3 pk = velocity(view, arm, k), pl = velocity(view, arm, l);
      const Vec3 uk = -across(pk) / distance, ul = -across(pl) / distance;
      const Vec3 ukl = (ul * u.dot(pk) + uk * u.dot(pl) + u * ul.dot(pk) - across(wk.cross(pl))) / distance;
      h += f.dot(wk.cross(d).cross(ul) + wl.cross(d).cross(uk)) + g.dot(ukl);
    }
    add(H, k, l, -share * h);
  });
}

}  // namespace poise
