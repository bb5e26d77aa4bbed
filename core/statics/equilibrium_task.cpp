#include "statics/equilibrium_task.hpp"

#include <utility>

#include "math/convex_area.hpp"
#include "statics/torque_potential.hpp"
#include "tasks/task_parts.hpp"

namespace poise {

namespace {

// Adds ∂/∂q of the moment of the loads about `about`, column by degree of freedom:
// ṗ × f, and for a load that turns with a segment also (p − o) × (ω × f) + ω × t.
void add_moment_rates(const TaskView& view, const std::vector<Load>& loads, const Vec3& about, Eigen::Matrix3Xd& J) {
  for (const Load& load : loads) {
    const Load at = placed(load, view.kinematics);
    const Vec3 arm = at.point - view.kinematics.reference;
    for_each_carrier(view.figure, load.carried_by(),
                     [&](int k) { J.col(k) += velocity(view, arm, k).cross(at.force); });
    for_each_carrier(view.figure, load.turns_with, [&](int k) {
      const Vec3 omega = view.kinematics.angular.col(k);
      J.col(k) += (at.point - about).cross(omega.cross(at.force)) + omega.cross(at.torque);
    });
  }
}

// H ← H − ∂² of `moment_pull` · (the moment of all loads) and `center_pull` · G. A pull p at a moment is one at the
// points where the loads act: p · (r × f) = r · (f × p), and what pulls at points has a potential. Loads that turn
// along are taken to keep their direction here.
template <typename Matrix>
void add_pull_curvature(const TaskView& view, const std::vector<Load>& loads, const Vec3& moment_pull,
                        const Vec3& center_pull, Matrix& H) {
  std::vector<Load> pulls = loads;
  for (Load& pull : pulls) {
    pull = placed(pull, view.kinematics);
    pull.force = pull.force.cross(moment_pull).eval();
    pull.segment = pull.carried_by();
  }
  const Vec3 per_kilogram = view.figure.mass() > 0.0 ? Vec3(center_pull / view.figure.mass()) : Vec3::Zero();
  TorquePotential(view, burdens(view, pulls, per_kilogram)).add_jacobian(H);
}

class EquilibriumTask final : public Task {
 public:
  EquilibriumTask(std::vector<Load> loads, const Vec3& point, double scale)
      : loads_(std::move(loads)), point_(point), scale_(scale) {}
  int rows() const override { return 3; }
  int goal_size() const override { return 3; }
  void set_goal(const VecX& goal) override { point_ = goal; }
  void evaluate(const TaskView& view, Out error, OutT Jt) const override {
    measure(view, error);
    const Vec3 weight = view.figure.mass() * view.figure.gravity();
    Eigen::Matrix3Xd J(3, view.figure.dof());
    center_jacobian(view.figure, view.kinematics, view.masses, J);
    J = -(cross_matrix(weight) * J).eval();
    add_moment_rates(view, loads_, point_, J);
    Jt = J.transpose() / scale_;
  }
  void measure(const TaskView& view, Out error) const override {
    const Vec3 weight = view.figure.mass() * view.figure.gravity();
    const Vec3 moment = (view.masses.center - point_).cross(weight) + moment_of(loads_, view.kinematics, point_);
    error = -moment / scale_;
  }
  void add_curvature(const TaskView& view, const VecX& pull, MatX& H) const override { add_to(view, pull, H); }
  bool add_tree_curvature(const TaskView& view, const VecX& pull, TreeMatrix& H) const override {
    add_to(view, pull, H);
    return true;
  }

 private:
  template <typename Matrix>
  void add_to(const TaskView& view, const VecX& pull, Matrix& H) const {
    const Vec3 p = pull / scale_, weight = view.figure.mass() * view.figure.gravity();
    add_pull_curvature(view, loads_, p, weight.cross(p), H);
  }

  std::vector<Load> loads_;
  Vec3 point_;
  double scale_;
};

// The area with the way its moment may turn is convex as well: the root of the squares is the distance to it.
class LoadedBalanceTask final : public Inequality {
 public:
  LoadedBalanceTask(const Eigen::Matrix3Xd& normals, const Eigen::Matrix3Xd& points, double margin,
                    std::vector<Load> loads, const Vec3& moment, double least, double most)
      : area_(normals, points, margin), loads_(std::move(loads)), moment_(moment), least_(least), most_(most) {}
  int rows() const override { return area_.rows() + 1; }
  int lenient_row() const override { return area_.lenient_row(); }
  int goal_size() const override { return 0; }
  void set_goal(const VecX&) override {}
  void evaluate_room(const TaskView& view, Out low, Out high, OutT Jt) const override {
    measure_room(view, low, high);
    const Vec3 weight = weight_of(view);
    Eigen::Matrix3Xd J(3, view.figure.dof()), turning = Eigen::Matrix3Xd::Zero(3, view.figure.dof());
    center_jacobian(view.figure, view.kinematics, view.masses, J);
    add_moment_rates(view, loads_, Vec3::Zero(), turning);
    J += cross_matrix(weight) / weight.squaredNorm() * turning;
    Jt.leftCols(area_.rows()).noalias() = J.transpose() * area_.directions(place_of(view));
    Jt.col(area_.rows()).noalias() = turning.transpose() * (-weight / weight.squaredNorm());
  }
  void measure_room(const TaskView& view, Out low, Out high) const override {
    const int n = area_.rows();
    const Vec3 weight = weight_of(view), moment = moment_of(loads_, view.kinematics, Vec3::Zero());
    area_.measure(place_of(view), low.head(n), high.head(n));
    const double turn = -weight.dot(moment) / weight.squaredNorm();
    low[n] = least_ / weight.norm() - turn;
    high[n] = most_ / weight.norm() - turn;
  }
  void add_curvature(const TaskView& view, const VecX& pull, MatX& H) const override { add_to(view, pull, H); }
  bool add_tree_curvature(const TaskView& view, const VecX& pull, TreeMatrix& H) const override {
    add_to(view, pull, H);
    return true;
  }

 private:
  template <typename Matrix>
  void add_to(const TaskView& view, const VecX& pull, Matrix& H) const {
    const Vec3 p = area_.directions(place_of(view)) * pull.head(area_.rows()), weight = weight_of(view);
    const Vec3 turn = p.cross(weight) - pull[area_.rows()] * weight;  // p · (W × M) = M · (p × W)
    add_pull_curvature(view, loads_, turn / weight.squaredNorm(), p, H);
  }

  static Vec3 weight_of(const TaskView& view) { return view.figure.mass() * view.figure.gravity(); }
  // Z: the centre of mass, moved by what the loads have moved.
  Vec3 place_of(const TaskView& view) const {
    const Vec3 weight = weight_of(view), moment = moment_of(loads_, view.kinematics, Vec3::Zero());
    return view.masses.center + weight.cross(moment - moment_) / weight.squaredNorm();
  }

  ConvexArea area_;
  std::vector<Load> loads_;
  Vec3 moment_;
  double least_, most_;
};

}  // namespace

Vec3 moment_of(const std::vector<Load>& loads, const Kinematics& kinematics, const Vec3& about) {
  Vec3 sum = Vec3::Zero();
  for (const Load& load : loads) {
    const Load at = placed(load, kinematics);
    sum += (at.point - about).cross(at.force) + at.torque;
  }
  return sum;
}

std::unique_ptr<Task> equilibrium_task(std::vector<Load> loads, const Vec3& point, double scale) {
  return std::make_unique<EquilibriumTask>(std::move(loads), point, scale);
}

std::unique_ptr<Task> loaded_balance_task(const Eigen::Matrix3Xd& normals, const Eigen::Matrix3Xd& points,
                                          double margin, std::vector<Load> loads, const Vec3& moment, double least,
                                          double most) {
  return std::make_unique<LoadedBalanceTask>(normals, points, margin, std::move(loads), moment, least, most);
}

}  // namespace poise
