#include "statics/rest_by_weight.hpp"

#include <cmath>
#include <utility>

#include "statics/torque_potential.hpp"

namespace poise {

namespace {

// ε, of the whole weight on a lever of one radius of gyration: below it a moment grows with its square, so that it has
// a slope where it vanishes. A hundredth of what a person's neck holds.
constexpr double kSoftMoment = 1e-3;

// One joint: its attraction ½ Σ w x², and the moment s by which it counts, with its first two derivatives by τ.
struct Pull {
  int first, count;  // degrees of freedom
  double attraction, moment;
  VecX slope;    // ∂s/∂τ
  MatX hessian;  // ∂²s/∂τ²
};

class RestByWeight final : public Criterion {
 public:
  RestByWeight(std::unique_ptr<Criterion> near, VecX coordinates, VecX weights, VecX scale)
      : near_(std::move(near)),
        goal_(std::move(coordinates)),
        weights_(std::move(weights)),
        inverse_(scale.cwiseInverse()) {}

  // With a = ½ Σ w x² of a joint, ∇(s a) = s ∇a + a ∇s, and so on; every a speaks of its own joint alone.
  double evaluate(const TaskView& view, VecX& gradient, MatX& hessian) const override {
    VecX drawn;
    MatX stiff;
    double total = near_->evaluate(view, drawn, stiff);
    const TorquePotential potential(view, std::vector<Load>{});
    const auto n = static_cast<Eigen::Index>(drawn.size());
    gradient = drawn;
    hessian = stiff;
    const std::vector<Pull> found = pulls(view, potential.torques());
    for (const Pull& pull : found) {
      total += (pull.moment - 1.0) * pull.attraction;
      gradient.segment(pull.first, pull.count) *= pull.moment;
      hessian.block(pull.first, pull.first, pull.count, pull.count) *= pull.moment;
    }
    VecX share = VecX::Zero(n);  // Σ a ∂s/∂τ: how much every torque matters
    for (const Pull& pull : found) {
      share.segment(pull.first, pull.count) = pull.attraction * pull.slope;
      const MatX rates = rates_of(potential, pull, n);  // ∂τ of the joint, a row each
      const VecX moment_slope = rates.transpose() * pull.slope;
      const auto own = drawn.segment(pull.first, pull.count);
      hessian.middleCols(pull.first, pull.count) += moment_slope * own.transpose();
      hessian.middleRows(pull.first, pull.count) += own * moment_slope.transpose();
      hessian += pull.attraction * rates.transpose() * pull.hessian * rates;
    }
    gradient += potential.slope(share);
    hessian += potential.hessian(VecX::Zero(n), share);
    return total;
  }

  double value(const TaskView& view) const override {
    double total = near_->value(view);
    const TorquePotential potential(view, std::vector<Load>{});
    for (const Pull& pull : pulls(view, potential.torques())) total += (pull.moment - 1.0) * pull.attraction;
    return total;
  }

 private:
  std::vector<Pull> pulls(const TaskView& view, const VecX& torques) const {
    const VecX away = difference(view.figure, view.q, goal_);
    std::vector<Pull> found;
    for (const Joint& joint : view.figure.joints()) {
      const int first = joint.v, count = size_of(joint.model).dof;
      if (joint.model == Model::kFree || count == 0) continue;
      const auto weights = weights_.segment(first, count), inverse = inverse_.segment(first, count);
      if (weights.isZero(0.0)) continue;
      const VecX tau = torques.segment(first, count).cwiseProduct(inverse);
      const double size = std::sqrt(tau.squaredNorm() + kSoftMoment * kSoftMoment);
      Pull pull{first, count, 0.5 * away.segment(first, count).cwiseAbs2().dot(weights), size - kSoftMoment, {}, {}};
      pull.slope = tau.cwiseProduct(inverse) / size;
      pull.hessian = inverse.cwiseAbs2().asDiagonal();
      pull.hessian = pull.hessian / size - pull.slope * pull.slope.transpose() / size;
      found.push_back(std::move(pull));
    }
    return found;
  }

  static MatX rates_of(const TorquePotential& potential, const Pull& pull, Eigen::Index n) {
    MatX rates(pull.count, n);
    for (int i = 0; i < pull.count; ++i) rates.row(i) = potential.slope(VecX::Unit(n, pull.first + i)).transpose();
    return rates;
  }

  std::unique_ptr<Criterion> near_;
  VecX goal_, weights_, inverse_;  // inverse_: 1 / scale
};

}  // namespace

std::unique_ptr<Criterion> rest_by_weight_criterion(std::unique_ptr<Criterion> near, const VecX& coordinates,
                                                    const VecX& weights, const VecX& scale) {
  return std::make_unique<RestByWeight>(std::move(near), coordinates, weights, scale);
}

}  // namespace poise
