#include "statics/torque_criterion.hpp"

#include <mutex>
#include <utility>

#include "statics/statics.hpp"
#include "statics/torque_potential.hpp"

namespace poise {

namespace {

void add_weighted_square(const MatX& J, const VecX& w, MatX& H) { H.noalias() += J.transpose() * w.asDiagonal() * J; }

class LeastTorque final : public Criterion {
 public:
  LeastTorque(std::vector<Load> loads, VecX weights, double scale)
      : loads_(std::move(loads)), weights_(weights / (scale * scale)) {}

  double evaluate(const TaskView& view, VecX& gradient, MatX& hessian) const override {
    const TorquePotential potential(view, loads_);
    if (have_potential(loads_)) {
      const VecX pull = weights_.cwiseProduct(potential.torques());
      gradient = potential.slope(pull);
      hessian = potential.hessian(weights_, pull);
      return 0.5 * potential.torques().dot(pull);
    }
    const VecX torques = holding_torques(view.figure, view.kinematics, view.masses, loads_);
    const MatX J = holding_torque_jacobian(view.figure, view.kinematics, view.masses, view.q, loads_);
    const VecX pull = weights_.cwiseProduct(torques);
    gradient = J.transpose() * pull;
    hessian = potential.hessian(VecX::Zero(pull.size()), pull);
    add_weighted_square(J, weights_, hessian);
    return 0.5 * torques.dot(pull);
  }

  double value(const TaskView& view) const override {
    const VecX torques = holding_torques(view.figure, view.kinematics, view.masses, loads_);
    return 0.5 * torques.dot(weights_.cwiseProduct(torques));
  }

 private:
  std::vector<Load> loads_;
  VecX weights_;
};

// By the envelope theorem the forces may be taken as constant: only the pose moves. Ropes turn as their ends move.
class LeastEffort final : public Criterion {
 public:
  LeastEffort(std::vector<Load> loads, std::vector<Foothold> footholds, VecX weights, double price, double scale)
      : loads_(std::move(loads)),
        footholds_(std::move(footholds)),
        weights_(std::move(weights)),
        price_(price),
        unit_(1.0 / (scale * scale)) {}

  double evaluate(const TaskView& view, VecX& gradient, MatX& hessian) const override {
    const Effort effort = effort_at(view);
    std::vector<Load> all = effort.loads;
    all.insert(all.end(), loads_.begin(), loads_.end());
    if (have_potential(all)) {
      const TorquePotential potential(view, all);
      gradient = potential.slope(effort.multipliers);
      hessian = potential.hessian(unit_ * weights_, VecX::Zero(weights_.size()));
    } else {
      const MatX J = holding_torque_jacobian(view.figure, view.kinematics, view.masses, view.q, all);
      gradient = J.transpose() * effort.multipliers;
      hessian = MatX::Zero(J.rows(), J.cols());
      add_weighted_square(J, unit_ * weights_, hessian);
    }
    for (std::size_t i = 0; i < footholds_.size(); ++i) {
      if (footholds_[i].kind == ContactKind::kRope) add_rope(view, i, effort, gradient);
    }
    gradient *= unit_;
    return unit_ * effort.value;
  }

  double value(const TaskView& view) const override { return unit_ * effort_at(view).value; }

 private:
  // A pose that was tried is the next one to be looked at: its effort is kept until another is asked for, whose forces
  // are looked for from there.
  Effort effort_at(const TaskView& view) const {
    const std::lock_guard<std::mutex> alone(busy_);
    if (known_at_.size() == 0 || known_at_ != view.q) {
      known_ = least_effort(view, loads_, placed(footholds_, view.kinematics), weights_, price_, known_.guess);
      known_at_ = view.q;
    }
    return known_;
  }

  // A rope of length l that pulls with |f| turns by −(1 − d dᵀ) ṗ / l, and does so against the motion of the
  // multipliers.
  void add_rope(const TaskView& view, std::size_t i, const Effort& effort, VecX& gradient) const {
    const Foothold& rope = footholds_[i];
    const Contact at = placed(rope, view.kinematics);
    const double length = (rope.normal - at.point).norm();
    Eigen::Matrix<double, 6, Eigen::Dynamic> J = Eigen::Matrix<double, 6, Eigen::Dynamic>::Zero(6, view.figure.dof());
    point_jacobian(view.figure, view.kinematics, rope.segment, at.point, J);
    const Vec3 moved = J.topRows<3>() * effort.multipliers;
    const Vec3 across = moved - at.normal.dot(moved) * at.normal;
    gradient += effort.loads[i].force.norm() / length * J.topRows<3>().transpose() * across;
  }

  std::vector<Load> loads_;
  std::vector<Foothold> footholds_;
  VecX weights_;  // none on the base
  double price_, unit_;
  mutable std::mutex busy_;
  mutable VecX known_at_;
  mutable Effort known_;
};

}  // namespace

std::unique_ptr<Criterion> least_effort_criterion(std::vector<Load> loads, std::vector<Foothold> footholds,
                                                  VecX weights, double price, double scale) {
  return std::make_unique<LeastEffort>(std::move(loads), std::move(footholds), std::move(weights), price, scale);
}

std::unique_ptr<Criterion> least_torque_criterion(std::vector<Load> loads, VecX weights, double scale) {
  return std::make_unique<LeastTorque>(std::move(loads), std::move(weights), scale);
}

}  // namespace poise
