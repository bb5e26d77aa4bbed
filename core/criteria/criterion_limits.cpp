// Criteria that keep the joints away from their limits.
#include <optional>
#include <utility>

#include "criteria/criterion.hpp"
#include "limits/limit_measure.hpp"

namespace poise {

namespace {

// What all limits of the joints cost together, ½ |z|² or ½ |z|⁴ each.
class LimitCriterion : public Criterion {
 public:
  LimitCriterion(const Figure& figure, VecX weights) : weights_(std::move(weights)) {
    for (const Joint& joint : figure.joints()) boxes_.push_back(swing_box(joint.limit.swing));
  }

  double evaluate(const TaskView& view, VecX& gradient, MatX& hessian) const override {
    hessian = MatX::Zero(view.figure.dof(), view.figure.dof());
    return add(view, gradient, hessian);
  }
  double value(const TaskView& view) const override {
    double total = 0.0;
    Vec2 slope;
    Eigen::Matrix2d bend;
    for (const LimitMeasure& m : measures(view)) total += cost(m.z, weights_of(m), slope, bend);
    return total;
  }
  bool is_by_joint() const override { return true; }
  double evaluate_by_joint(const TaskView& view, VecX& gradient, TreeMatrix& hessian) const override {
    return add(view, gradient, hessian);
  }

 private:
  template <typename Matrix>
  double add(const TaskView& view, VecX& gradient, Matrix& hessian) const {
    gradient = VecX::Zero(view.figure.dof());
    double total = 0.0;
    for (const LimitMeasure& m : measures(view)) {
      const auto rates = m.rates.leftCols(m.size);
      Eigen::Matrix2d bend;
      Vec2 slope;
      total += cost(m.z, weights_of(m), slope, bend);
      gradient.segment(m.dof, m.size) += rates.transpose() * slope;
      hessian.block(m.dof, m.dof, m.size, m.size) +=
          rates.transpose() * bend * rates + slope[0] * m.bend.topLeftCorner(m.size, m.size);
    }
    return total;
  }

 protected:
  // The cost of a measure, its gradient and its Hessian by z. `weights`: of its coordinates.
  virtual double cost(const Vec2& z, const Vec2& weights, Vec2& slope, Eigen::Matrix2d& bend) const = 0;
  virtual void measure_swing_of(std::size_t joint, const TaskView& view, std::vector<LimitMeasure>& out) const {
    measure_swing(view.figure.joints()[joint], boxes_[joint], view.q, out);
  }

 private:
  Vec2 weights_of(const LimitMeasure& m) const {
    const int k = m.dof + m.coordinate;
    return {weights_[k], m.coordinate + 1 < m.size ? weights_[k + 1] : 0.0};
  }

  std::vector<LimitMeasure> measures(const TaskView& view) const {
    std::vector<LimitMeasure> found;
    for (std::size_t i = 0; i < view.figure.joints().size(); ++i) {
      const Joint& joint = view.figure.joints()[i];
      if (weights_.segment(joint.v, size_of(joint.model).dof).isZero(0.0)) continue;
      measure_ranges(joint, view.q, found);
      if (!std::holds_alternative<std::monostate>(joint.limit.swing)) measure_swing_of(i, view, found);
      measure_twist(joint, view.q, found);
    }
    return found;
  }

  VecX weights_;
  std::vector<SwingBox> boxes_;
};

class MidRange final : public LimitCriterion {
  using LimitCriterion::LimitCriterion;

 protected:
  double cost(const Vec2& z, const Vec2& weights, Vec2& slope, Eigen::Matrix2d& bend) const override {
    slope = weights.cwiseProduct(z);
    bend = weights.asDiagonal();
    return 0.5 * z.dot(slope);
  }
};

class Comfort final : public LimitCriterion {
 public:
  Comfort(const Figure& figure, VecX weights) : LimitCriterion(figure, std::move(weights)) {
    for (const Joint& joint : figure.joints()) {
      const auto* polygon = std::get_if<SphericalPolygon>(&joint.limit.swing);
      rooms_.push_back(polygon != nullptr ? std::optional<PolygonRoom>(*polygon) : std::nullopt);
    }
  }

 protected:
  double cost(const Vec2& z, const Vec2& weights, Vec2& slope, Eigen::Matrix2d& bend) const override {
    const double z2 = z.squaredNorm(), w = weights[0];
    slope = 2.0 * w * z2 * z;
    bend = 2.0 * w * z2 * Eigen::Matrix2d::Identity() + 4.0 * w * z * z.transpose();
    return 0.5 * w * z2 * z2;
  }
  void measure_swing_of(std::size_t joint, const TaskView& view, std::vector<LimitMeasure>& out) const override {
    if (rooms_[joint])
      rooms_[joint]->measure(view.figure.joints()[joint], view.q, out);
    else
      LimitCriterion::measure_swing_of(joint, view, out);
  }

 private:
  std::vector<std::optional<PolygonRoom>> rooms_;  // per joint
};

}  // namespace

std::unique_ptr<Criterion> mid_range_criterion(const Figure& figure, const VecX& weights) {
  return std::make_unique<MidRange>(figure, weights);
}

std::unique_ptr<Criterion> comfort_criterion(const Figure& figure, const VecX& weights) {
  return std::make_unique<Comfort>(figure, weights);
}

}  // namespace poise
