#include "tasks/curvature.hpp"

#include <algorithm>
#include <cmath>

#include "tasks/sight.hpp"
#include "tasks/swing_bend.hpp"

namespace poise {

namespace {

void add(MatX& H, int k, int l, double h) {
  H(k, l) += h;
  if (k != l) H(l, k) += h;
}

}  // namespace

Chain::Chain(const Figure& figure, int segment) {
  for (int i = segment; i >= 0; i = figure.joints()[static_cast<std::size_t>(i)].carrier) {
    const Joint& joint = figure.joints()[static_cast<std::size_t>(i)];
    const int n = size_of(joint.model).dof;
    for (int k = 0; k < n; ++k) {  // the farthest first
      const int dof = joint.v + (joint.reversed ? k : n - 1 - k);
      links_.push_back({dof, i, moves_at_once(joint.model)});
    }
  }
  std::reverse(links_.begin(), links_.end());
}

// What the pairs of a chain are made of is worked out once for each of its links; a pair then costs one product.
void add_point_curvature(const TaskView& view, int segment, const Vec3& point, const Vec3& f, MatX& H) {
  const Vec3 arm = point - view.kinematics.reference;
  const Chain chain(view.figure, segment);
  Eigen::Matrix3Xd lever(3, H.rows()), moved(3, H.rows());
  for (const Chain::Link& link : chain.links()) {
    lever.col(link.dof) = f.cross(turn(view, link.dof));  // f · (ω × J) = (f × ω) · J
    moved.col(link.dof) = velocity(view, arm, link.dof);
  }
  chain.for_each_pair([&](int k, int l, double share) { add(H, k, l, -share * lever.col(k).dot(moved.col(l))); });
  for_each_swing_bend(
      view, segment, [&](int k) { return f.dot(moved.col(k)); }, [&](int k, int l, double h) { add(H, k, l, -h); });
}

void add_turn_curvature(const TaskView& view, int segment, const Vec3& f, MatX& H) {
  const Chain chain(view.figure, segment);
  Eigen::Matrix3Xd lever(3, H.rows());
  for (const Chain::Link& link : chain.links()) lever.col(link.dof) = 0.5 * f.cross(turn(view, link.dof));
  chain.for_each_pair([&](int k, int l, double share) {
    if (k != l) add(H, k, l, -share * lever.col(k).dot(turn(view, l)));  // f · (ω_k × ω_l) = (f × ω_k) · ω_l
  });
  for_each_swing_bend(
      view, segment, [&](int k) { return f.dot(turn(view, k)); }, [&](int k, int l, double h) { add(H, k, l, -h); });
}

void add_center_curvature(const TaskView& view, const Vec3& f, MatX& H) {
  const Figure& figure = view.figure;
  Eigen::Matrix3Xd J(3, figure.dof()), lever(3, figure.dof());
  center_jacobian(figure, view.kinematics, view.masses, J);
  for (int k = 0; k < figure.dof(); ++k) lever.col(k) = f.cross(turn(view, k));
  for (std::size_t b = 0; b < figure.joints().size(); ++b) {
    const Joint& joint = figure.joints()[b];
    const int end = joint.v + size_of(joint.model).dof;
    for (int l = joint.v; l < end; ++l) {
      const Vec3 moved = J.col(l);
      for_each_carrier(figure, joint.carrier, [&](int k) { add(H, k, l, -lever.col(k).dot(moved)); });
      for (int k = joint.v; k < end; ++k) {  // within the joint: in order, or at once
        add(H, k, l, -share_of_order(joint, k, l) * lever.col(k).dot(moved));
      }
    }
    for_swing_bend(
        view, joint, [&](int k) { return f.dot(J.col(k)); }, [&](int k, int l, double h) { add(H, k, l, -h); });
  }
}

namespace {

// f · ∂²(d × u) of a line of sight u that moves (sight.hpp), pair by pair: what depends on one degree of freedom alone
// is worked out once for it.
class SeenTurn {
 public:
  SeenTurn(const TaskView& view, const Sight& sight, const Chain& chain, const Vec3& d, const Vec3& u, const Vec3& f)
      : links_(static_cast<std::size_t>(view.figure.dof())), fixed_(sight.fixed()) {
    const Vec3 g = f.cross(d), m = u.cross(f), across = sight.across(g);  // f · (d × x) = g · x,  f · (x × u) = m · x
    g_along_ = g.dot(u);
    for (const Chain::Link& link : chain.links()) {
      Link& own = links_[static_cast<std::size_t>(link.dof)];
      const Vec3 turned = turn(view, link.dof);
      own.aimed = turned.cross(d);
      own.against = m.cross(turned);
      if (fixed_) continue;
      own.moved = sight.moved(link.dof);
      own.sight = sight.by(link.dof);
      own.crossed = own.sight.cross(f);
      own.lifted = across.cross(turned) / sight.distance();
      own.along = u.dot(own.moved) / sight.distance();
      own.by_g = g.dot(own.sight);
    }
    if (!fixed_) g_along_ /= sight.distance();
  }

  double operator()(int k, int l) const {
    const Link &a = links_[static_cast<std::size_t>(k)], &b = links_[static_cast<std::size_t>(l)];
    const double h = a.against.dot(b.aimed);
    if (fixed_) return h;
    return h + a.aimed.dot(b.crossed) + b.aimed.dot(a.crossed) + b.by_g * a.along + a.by_g * b.along +
           g_along_ * b.sight.dot(a.moved) - a.lifted.dot(b.moved);
  }

 private:
  struct Link {
    Vec3 aimed, against, moved, sight, crossed, lifted;
    double along, by_g;
  };
  std::vector<Link> links_;  // by degrees of freedom
  double g_along_;
  bool fixed_;
};

}  // namespace

void add_aim_curvature(const TaskView& view, int segment, const Vec3& point, const Vec3& d, const Vec3& u,
                       double distance, const Vec3& f, MatX& H) {
  const Sight sight(view, point, u, distance);
  const Chain chain(view.figure, segment);
  const SeenTurn seen(view, sight, chain, d, u, f);
  chain.for_each_pair([&](int k, int l, double share) { add(H, k, l, -share * seen(k, l)); });
  const auto slope = [&](int k) {
    return f.dot(turn(view, k).cross(d).cross(u) + (sight.fixed() ? Vec3(Vec3::Zero()) : Vec3(d.cross(sight.by(k)))));
  };
  for_each_swing_bend(view, segment, slope, [&](int k, int l, double h) { add(H, k, l, -h); });
}

void add_angle_curvature(const TaskView& view, int segment, const Vec3& point, const Vec3& d, const Vec3& u,
                         double distance, double share, MatX& H) {
  const Sight sight(view, point, u, distance);
  const auto [first, second] = angle_rates(d, u);
  const Chain chain(view.figure, segment);
  VecX slope = VecX::Zero(H.rows());
  for (const Chain::Link& link : chain.links()) {
    slope[link.dof] = turn(view, link.dof).cross(d).dot(u);
    if (!sight.fixed()) slope[link.dof] += d.dot(sight.by(link.dof));
  }
  // By name: Clang before 16 captures no structured binding.
  chain.for_each_pair([&, first = first](int k, int l, double part) {
    const Vec3 wk = turn(view, k), wl = turn(view, l);
    double h = wk.cross(wl.cross(d)).dot(u);
    if (!sight.fixed()) h += wk.cross(d).dot(sight.by(l)) + wl.cross(d).dot(sight.by(k)) + d.dot(sight.by(k, l));
    add(H, k, l, part * share * first * h);
  });
  for_each_swing_bend(
      view, segment, [&](int k) { return slope[k]; },
      [&, first = first](int k, int l, double h) { add(H, k, l, share * first * h); });
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

void add_squares(const MatX& Jt, double factor, MatX& H) { H += factor * Jt * Jt.transpose(); }

}  // namespace poise
