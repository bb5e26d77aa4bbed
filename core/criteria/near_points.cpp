#include "criteria/near_points.hpp"

#include <utility>

namespace poise {

namespace {

// What the points of a segment, and of all that it carries, ask: sums over them, with a = arm from the reference point
// and d = how far from its goal.
struct Asked {
  double weight = 0.0;         // Σ w
  Vec3 first = Vec3::Zero();   // Σ w a
  Mat3 second = Mat3::Zero();  // Σ w a aᵀ
  Vec3 force = Vec3::Zero();   // Σ w d
  Vec3 moment = Vec3::Zero();  // Σ w a × d

  void add(const Vec3& arm, const Vec3& away, double w) {
    const Vec3 weighted = w * arm;
    weight += w;
    first += weighted;
    second.noalias() += weighted * arm.transpose();
    force += w * away;
    moment += weighted.cross(away);
  }
  // A direction moves with turns alone.
  void add_direction(const Vec3& direction, const Vec3& away, double w) {
    second.noalias() += w * direction * direction.transpose();
    moment += w * direction.cross(away);
  }
  bool is_nothing() const { return weight == 0.0 && second.isZero(0.0); }
  void add(const Asked& other) {
    weight += other.weight;
    first += other.first;
    second += other.second;
    force += other.force;
    moment += other.moment;
  }
};

// f = ½ Σ w |x(q) − goal|². Its Hessian without the curvature of x: Σ w Jᵀ J, which bends up only. What points ask is
// summed from the leaves to the root, as composite inertias are, so that many points cost little more than few.
class NearPoints final : public Criterion {
 public:
  explicit NearPoints(std::vector<PointWish> wishes) : wishes_(std::move(wishes)) {}

  double evaluate(const TaskView& view, VecX& gradient, MatX& hessian) const override {
    gradient = VecX::Zero(view.figure.dof());
    hessian = MatX::Zero(view.figure.dof(), view.figure.dof());
    return add(view, 1.0, gradient, hessian);
  }

  bool is_over_tree() const override { return true; }

  double add(const TaskView& view, double weight, VecX& gradient, MatX& hessian) const override {
    const std::vector<Joint>& joints = view.figure.joints();
    std::vector<Asked> asked(joints.size());
    const double f = sum(view, weight, asked);
    for (std::size_t j = joints.size(); j-- > 0;) {
      if (asked[j].is_nothing()) continue;
      if (joints[j].carrier >= 0) asked[static_cast<std::size_t>(joints[j].carrier)].add(asked[j]);
      add_joint(view, static_cast<int>(j), asked[j], gradient, hessian);
    }
    return f;
  }

  double value(const TaskView& view) const override {
    double total = 0.0;
    for (const PointWish& wish : wishes_) total += 0.5 * wish.weight * (place(view, wish) - wish.goal).squaredNorm();
    return total;
  }

 private:
  // By segment; returns f.
  double sum(const TaskView& view, double weight, std::vector<Asked>& asked) const {
    double total = 0.0;
    for (const PointWish& wish : wishes_) {
      const Vec3 x = place(view, wish), away = x - wish.goal;
      total += 0.5 * wish.weight * away.squaredNorm();
      Asked& own = asked[static_cast<std::size_t>(wish.segment)];
      if (wish.is_direction) {
        own.add_direction(x, away, weight * wish.weight);
      } else {
        own.add(x - view.kinematics.reference, away, weight * wish.weight);
      }
    }
    return weight * total;
  }

  // A point moves by ν + ω × a with the twist of a degree of freedom. What that asks of all the points beyond is a
  // force and a moment, and the Hessian is what these do on the twists of the degrees of freedom that carry them.
  static void add_joint(const TaskView& view, int j, const Asked& asked, VecX& gradient, MatX& hessian) {
    const Kinematics& kinematics = view.kinematics;
    const Joint& joint = view.figure.joints()[static_cast<std::size_t>(j)];
    const double trace = asked.second.trace();
    for (int k = joint.v; k < joint.v + size_of(joint.model).dof; ++k) {
      const Vec3 linear = kinematics.linear.col(k), angular = kinematics.angular.col(k);
      gradient[k] += linear.dot(asked.force) + angular.dot(asked.moment);
      const Vec3 force = asked.weight * linear + angular.cross(asked.first);
      const Vec3 moment = asked.first.cross(linear) + trace * angular - asked.second * angular;
      for_each_carrier(view.figure, j, [&](int l) {
        if (l > k) return;
        const double entry = kinematics.linear.col(l).dot(force) + kinematics.angular.col(l).dot(moment);
        hessian(l, k) += entry;
        if (l != k) hessian(k, l) += entry;
      });
    }
  }

  static Vec3 place(const TaskView& view, const PointWish& wish) {
    const Placement& segment = view.kinematics.segments[static_cast<std::size_t>(wish.segment)];
    return wish.is_direction ? Vec3(segment.R * wish.point) : Vec3(segment.p + segment.R * wish.point);
  }

  std::vector<PointWish> wishes_;
};

}  // namespace

std::unique_ptr<Criterion> near_points_criterion(std::vector<PointWish> wishes) {
  return std::make_unique<NearPoints>(std::move(wishes));
}

}  // namespace poise
