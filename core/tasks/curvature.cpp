#include "tasks/curvature.hpp"

#include <algorithm>
#include <cmath>

#include "tasks/task_parts.hpp"

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

namespace {

// How the direction u from a moving point to a fixed one changes with the degrees of freedom that move the point.
class Sight {
 public:
  Sight(const TaskView& view, const Vec3& point, const Vec3& u, double distance)
      : view_(view), arm_(point - view.kinematics.reference), u_(u), distance_(distance) {}
  bool fixed() const { return std::isinf(distance_); }
  Vec3 by(int k) const { return -across(velocity(view_, arm_, k)) / distance_; }
  Vec3 by(int k, int l) const {
    const Vec3 pk = velocity(view_, arm_, k), pl = velocity(view_, arm_, l), uk = by(k), ul = by(l);
    return (ul * u_.dot(pk) + uk * u_.dot(pl) + u_ * ul.dot(pk) - across(turn(view_, k).cross(pl))) / distance_;
  }

 private:
  Vec3 across(const Vec3& x) const { return x - u_ * u_.dot(x); }

  const TaskView& view_;
  Vec3 arm_, u_;
  double distance_;
};

}  // namespace

void add_aim_curvature(const TaskView& view, int segment, const Vec3& point, const Vec3& d, const Vec3& u,
                       double distance, const Vec3& f, MatX& H) {
  const Vec3 g = f.cross(d);  // f · (d × x) = (f × d) · x
  const Sight sight(view, point, u, distance);
  Chain(view.figure, segment).for_each_pair([&](int k, int l, double share) {
    const Vec3 wk = turn(view, k), wl = turn(view, l);
    double h = f.dot(wk.cross(wl.cross(d)).cross(u));
    if (!sight.fixed()) {
      h += f.dot(wk.cross(d).cross(sight.by(l)) + wl.cross(d).cross(sight.by(k))) + g.dot(sight.by(k, l));
    }
    add(H, k, l, -share * h);
  });
}

// With c = cos θ = d · u: ∂²(½ θ²) = h'' ∂c ∂cᵀ + h' ∂²c, h' = −θ / sin θ, h'' = (sin θ − θ cos θ) / sin³ θ.
void add_angle_curvature(const TaskView& view, int segment, const Vec3& point, const Vec3& d, const Vec3& u,
                         double distance, double share, MatX& H) {
  constexpr double kSmall = 1e-3, kLeastSine = 0.05;  // opposite to its goal an axis may turn any way
  const Sight sight(view, point, u, distance);
  const double sine = d.cross(u).norm(), theta = std::atan2(sine, d.dot(u));
  const double s = std::max(sine, kLeastSine);
  const double first = theta < kSmall ? -1.0 : -theta / (theta < 1.0 ? sine : s);
  const double second = theta < kSmall ? 1.0 / 3.0 : (sine - theta * d.dot(u)) / std::pow(theta < 1.0 ? sine : s, 3);
  const Chain chain(view.figure, segment);
  VecX slope = VecX::Zero(H.rows());
  for (const Chain::Link& link : chain.links()) {
    slope[link.dof] = turn(view, link.dof).cross(d).dot(u);
    if (!sight.fixed()) slope[link.dof] += d.dot(sight.by(link.dof));
  }
  chain.for_each_pair([&](int k, int l, double part) {
    const Vec3 wk = turn(view, k), wl = turn(view, l);
    double h = wk.cross(wl.cross(d)).dot(u);
    if (!sight.fixed()) h += wk.cross(d).dot(sight.by(l)) + wl.cross(d).dot(sight.by(k)) + d.dot(sight.by(k, l));
    add(H, k, l, part * share * first * h);
  });
  H += (share * second) * slope * slope.transpose();
}

void add_turn_width(const Vec3& e, const MatX& Jt, double share, MatX& H) {
  const double theta = e.norm();
  if (theta < 1e-6) return;
  const double width = 0.5 * theta / std::tan(0.5 * theta);
  const Vec3 axis = e / theta;
  const MatX across = Jt - (Jt * axis) * axis.transpose();
  H += (share * (width - 1.0)) * across * across.transpose();
}

}  // namespace poise
