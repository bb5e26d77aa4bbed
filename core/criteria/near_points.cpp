#include "criteria/near_points.hpp"

#include <utility>

namespace poise {

namespace {

using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;

// What the points of a segment, and of all that it carries, ask of its twist (ν, ω) about the reference point.
struct Asked {
  Mat6 bend = Mat6::Zero();
  Vec6 slope = Vec6::Zero();
  bool any = false;

  void add(const Asked& other) {
    bend += other.bend;
    slope += other.slope;
    any = any || other.any;
  }
};

// ½ w |x − goal|² of a point at `arm` from the reference point, which moves by ν − arm × ω.
Asked asked_by(const Vec3& arm, const Vec3& away, double weight) {
  Mat3 across;
  across << 0.0, -arm.z(), arm.y(), arm.z(), 0.0, -arm.x(), -arm.y(), arm.x(), 0.0;
  Asked found;
  found.bend.topLeftCorner<3, 3>() = weight * Mat3::Identity();
  found.bend.topRightCorner<3, 3>() = -weight * across;
  found.bend.bottomLeftCorner<3, 3>() = weight * across;
  found.bend.bottomRightCorner<3, 3>() = weight * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
  found.slope << weight * away, weight * arm.cross(away);
  found.any = true;
  return found;
}

// f = ½ Σ w |x(q) − goal|². Its Hessian without the curvature of x: Σ w Jᵀ J, which bends up only. What points ask is
// summed from the leaves to the root, as composite inertias are, so that many points cost little more than few.
class NearPoints final : public Criterion {
 public:
  explicit NearPoints(std::vector<PointWish> wishes) : wishes_(std::move(wishes)) {}

  double evaluate(const TaskView& view, VecX& gradient, MatX& hessian) const override {
    const Kinematics& kinematics = view.kinematics;
    const std::vector<Asked> asked = summed(view);
    gradient = VecX::Zero(view.figure.dof());
    hessian = MatX::Zero(view.figure.dof(), view.figure.dof());
    const std::vector<Joint>& joints = view.figure.joints();
    for (std::size_t j = 0; j < joints.size(); ++j) {
      if (!asked[j].any) continue;
      for (int k = joints[j].v; k < joints[j].v + size_of(joints[j].model).dof; ++k) {
        Vec6 twist;
        twist << kinematics.linear.col(k), kinematics.angular.col(k);
        gradient(k) = twist.dot(asked[j].slope);
        const Vec6 force = asked[j].bend * twist;
        for_each_carrier(view.figure, static_cast<int>(j), [&](int l) {
          hessian(l, k) = hessian(k, l) =
              kinematics.linear.col(l).dot(force.head<3>()) + kinematics.angular.col(l).dot(force.tail<3>());
        });
      }
    }
    return value(view);
  }

  double value(const TaskView& view) const override {
    double total = 0.0;
    for (const PointWish& wish : wishes_) total += 0.5 * wish.weight * (place(view, wish) - wish.goal).squaredNorm();
    return total;
  }

 private:
  // By joint: what the points ask of all that it carries.
  std::vector<Asked> summed(const TaskView& view) const {
    const std::vector<Joint>& joints = view.figure.joints();
    std::vector<Asked> found(joints.size());
    for (const PointWish& wish : wishes_) {
      const Vec3 x = place(view, wish);
      found[static_cast<std::size_t>(wish.segment)].add(
          asked_by(x - view.kinematics.reference, x - wish.goal, wish.weight));
    }
    for (std::size_t j = joints.size(); j-- > 0;)
      if (joints[j].carrier >= 0 && found[j].any) found[static_cast<std::size_t>(joints[j].carrier)].add(found[j]);
    return found;
  }

  static Vec3 place(const TaskView& view, const PointWish& wish) {
    const Placement& segment = view.kinematics.segments[static_cast<std::size_t>(wish.segment)];
    return segment.p + segment.R * wish.point;
  }

  std::vector<PointWish> wishes_;
};

}  // namespace

std::unique_ptr<Criterion> near_points_criterion(std::vector<PointWish> wishes) {
  return std::make_unique<NearPoints>(std::move(wishes));
}

}  // namespace poise
