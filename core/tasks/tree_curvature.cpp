#include "tasks/tree_curvature.hpp"

#include <cmath>
#include <utility>

#include "tasks/sight.hpp"
#include "tasks/swing_bend.hpp"

namespace poise {

namespace {

// Calls visit(joint, its degrees of freedom: first, end) for all joints that carry a segment.
template <typename Visit>
void for_each_joint(const Figure& figure, int segment, Visit&& visit) {
  for (int i = segment; i >= 0; i = figure.joints()[static_cast<std::size_t>(i)].carrier)
    visit(figure.joints()[static_cast<std::size_t>(i)]);
}

// H ← H − factor · what swings add; slope(m) of degree of freedom m.
template <typename Slope>
void add_bend_of(const TaskView& view, const Joint& joint, double factor, Slope&& slope, TreeMatrix& H) {
  for_swing_bend(view, joint, slope, [&](int k, int l, double h) {
    H.entry(k, l) -= factor * h;
    if (k != l) H.entry(l, k) -= factor * h;
  });
}

}  // namespace

TreeMatrix tree_of(const Figure& figure) {
  std::vector<TreeNode> nodes;
  for (const Joint& joint : figure.joints()) nodes.push_back({joint.carrier, joint.v, size_of(joint.model).dof});
  return TreeMatrix(std::move(nodes));
}

void add_far(const TaskView& view, const Joint& joint, const Eigen::Matrix3Xd& far, TreeMatrix& H) {
  const int n = size_of(joint.model).dof;
  H.beta.middleCols(joint.v, n) += far;
  for (int l = 0; l < n; ++l) {
    for (int k = 0; k < n; ++k) {
      const double h = share_of_order(joint, k, l) * view.kinematics.angular.col(joint.v + k).dot(far.col(l));
      H.entry(joint.v + k, joint.v + l) += h;
      if (k != l) H.entry(joint.v + l, joint.v + k) += h;
    }
  }
}

void add_point_curvature(const TaskView& view, int segment, const Vec3& point, const Vec3& f, TreeMatrix& H) {
  const Vec3 arm = point - view.kinematics.reference;
  for_each_joint(view.figure, segment, [&](const Joint& joint) {
    Eigen::Matrix3Xd far(3, size_of(joint.model).dof);
    for (Eigen::Index l = 0; l < far.cols(); ++l)
      far.col(l) = f.cross(velocity(view, arm, joint.v + static_cast<int>(l)));  // −f · (ω × J) = ω · (f × J)
    add_far(view, joint, far, H);
    add_bend_of(view, joint, 1.0, [&](int k) { return f.dot(velocity(view, arm, k)); }, H);
  });
}

void add_turn_curvature(const TaskView& view, int segment, const Vec3& f, TreeMatrix& H) {
  for_each_joint(view.figure, segment, [&](const Joint& joint) {
    Eigen::Matrix3Xd far(3, size_of(joint.model).dof);
    for (Eigen::Index l = 0; l < far.cols(); ++l)
      far.col(l) = 0.5 * f.cross(Vec3(view.kinematics.angular.col(joint.v + static_cast<int>(l))));
    add_far(view, joint, far, H);
    add_bend_of(view, joint, 1.0, [&](int k) { return f.dot(turn(view, k)); }, H);
  });
}

void add_center_curvature(const TaskView& view, const Vec3& f, TreeMatrix& H) {
  Eigen::Matrix3Xd J(3, view.figure.dof());
  center_jacobian(view.figure, view.kinematics, view.masses, J);
  for (const Joint& joint : view.figure.joints()) {
    const Eigen::Matrix3Xd far = cross_matrix(f) * J.middleCols(joint.v, size_of(joint.model).dof);
    add_far(view, joint, far, H);
    add_bend_of(view, joint, 1.0, [&](int k) { return f.dot(J.col(k)); }, H);
  }
}

namespace {

// H ← H + factor · (ω_k · ((ω_l × d) × x) + (ω_k × d) · B ∂_l u + (ω_l × d) · B ∂_k u + g · ∂_k ∂_l u).
struct AimTerms {
  Vec3 x;
  Mat3 B;
  Vec3 g;
  double factor;
};

void add_aim_terms(const TaskView& view, int segment, const Vec3& d, const Vec3& u, const Sight& sight,
                   const AimTerms& terms, TreeMatrix& H) {
  const int n = view.figure.dof();
  MatX turned = MatX::Zero(n, 3), changed = MatX::Zero(n, 3), nearer = MatX::Zero(n, 1);
  for_each_joint(view.figure, segment, [&](const Joint& joint) {
    Eigen::Matrix3Xd far(3, size_of(joint.model).dof);
    for (int i = 0; i < far.cols(); ++i) {
      const int l = joint.v + i;
      const Vec3 axis = turn(view, l).cross(d);
      far.col(i) = terms.factor * axis.cross(terms.x);
      if (sight.fixed()) continue;
      far.col(i) -= terms.factor / sight.distance() * sight.moved(l).cross(sight.across(terms.g));
      turned.row(l) = axis.transpose();
      changed.row(l) = sight.by(l).transpose();
      nearer(l, 0) = u.dot(sight.moved(l)) / sight.distance();
    }
    add_far(view, joint, far, H);
    const auto slope = [&](int k) {  // of x · ∂d + g · ∂u
      return terms.x.dot(turn(view, k).cross(d)) + (sight.fixed() ? 0.0 : terms.g.dot(sight.by(k)));
    };
    add_bend_of(view, joint, -terms.factor, slope, H);
  });
  if (sight.fixed()) return;
  add_products(turned, changed * terms.B.transpose(), terms.factor, H);
  add_products(changed * terms.g, nearer, terms.factor, H);
  H.add_squares(changed, -terms.factor * terms.g.dot(u));
}

}  // namespace

void add_aim_curvature(const TaskView& view, int segment, const Vec3& point, const Vec3& d, const Vec3& u,
                       double distance, const Vec3& f, TreeMatrix& H) {
  const AimTerms terms{u.cross(f), -cross_matrix(f), f.cross(d), -1.0};
  add_aim_terms(view, segment, d, u, Sight(view, point, u, distance), terms, H);
}

void add_angle_curvature(const TaskView& view, int segment, const Vec3& point, const Vec3& d, const Vec3& u,
                         double distance, double share, TreeMatrix& H) {
  const Sight sight(view, point, u, distance);
  const auto [first, second] = angle_rates(d, u);
  add_aim_terms(view, segment, d, u, sight, {u, Mat3::Identity(), d, share * first}, H);
  MatX slope = MatX::Zero(view.figure.dof(), 1);
  for_each_carrier(view.figure, segment, [&](int k) {
    slope(k, 0) = turn(view, k).cross(d).dot(u) + (sight.fixed() ? 0.0 : d.dot(sight.by(k)));
  });
  H.add_squares(slope, share * second);
}

void add_turn_width(const Vec3& e, const MatX& Jt, double share, TreeMatrix& H) {
  const double theta = e.norm();
  if (theta < 1e-6) return;
  const double width = 0.5 * theta / std::tan(0.5 * theta);
  const Vec3 axis = e / theta;
  H.add_squares(Jt - (Jt * axis) * axis.transpose(), share * (width - 1.0));
}

// 2 (a bᵀ + b aᵀ) = (a + b) (a + b)ᵀ − (a − b) (a − b)ᵀ
void add_products(const MatX& A, const MatX& B, double factor, TreeMatrix& H) {
  H.add_squares(A + B, 0.5 * factor);
  H.add_squares(A - B, -0.5 * factor);
}

}  // namespace poise
