// Criteria that keep the joints away from their limits.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "criteria/criterion.hpp"
#include "limits/limit_measure.hpp"

namespace poise {

namespace {

// What all limits of the joints cost together, by the way that each joint has gone towards them.
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
    for (const LimitMeasure& m : measures(view.figure, view.q, Detail::kValues))
      total += cost(m, weights_of(m), slope, bend);
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
    for (const LimitMeasure& m : measures(view.figure, view.q, Detail::kRates)) {
      const auto rates = m.rates.leftCols(m.size);
      Eigen::Matrix2d bend;
      Vec2 slope;
      total += cost(m, weights_of(m), slope, bend);
      gradient.segment(m.dof, m.size) += rates.transpose() * slope;
      hessian.block(m.dof, m.dof, m.size, m.size) +=
          rates.transpose() * bend * rates + slope[0] * m.bend.topLeftCorner(m.size, m.size);
    }
    return total;
  }

 protected:
  // The cost of a measure, its gradient and its Hessian by z. `weights`: of its coordinates.
  virtual double cost(const LimitMeasure& m, const Vec2& weights, Vec2& slope, Eigen::Matrix2d& bend) const = 0;
  virtual void measure_swing_of(std::size_t i, const Joint& joint, const ConstVec& q, Detail detail,
                                std::vector<LimitMeasure>& out) const {
    measure_swing(joint, boxes_[i], q, detail, out);
  }
  std::vector<LimitMeasure> measures(const Figure& figure, const ConstVec& q, Detail detail) const {
    std::vector<LimitMeasure> found;
    found.reserve(static_cast<std::size_t>(figure.dof()));
    for (std::size_t i = 0; i < figure.joints().size(); ++i) {
      const Joint& joint = figure.joints()[i];
      if (weights_.segment(joint.v, size_of(joint.model).dof).isZero(0.0)) continue;
      measure_ranges(joint, q, found);
      if (!std::holds_alternative<std::monostate>(joint.limit.swing)) measure_swing_of(i, joint, q, detail, found);
      measure_twist(joint, q, detail, found);
    }
    return found;
  }

 private:
  Vec2 weights_of(const LimitMeasure& m) const {
    const int k = m.dof + m.coordinate;
    return {weights_[k], m.coordinate + 1 < m.size ? weights_[k + 1] : 0.0};
  }

  VecX weights_;
  std::vector<SwingBox> boxes_;
};

class MidRange final : public LimitCriterion {
  using LimitCriterion::LimitCriterion;

 protected:
  double cost(const LimitMeasure& m, const Vec2& weights, Vec2& slope, Eigen::Matrix2d& bend) const override {
    slope = weights.cwiseProduct(m.z);
    bend = weights.asDiagonal();
    return 0.5 * m.z.dot(slope);
  }
};

// 1 − |z|² of a joint that rests at its limit: as if it had a twentieth of half its range left, so that it is not
// pushed off where it rests, and costs about the same at the other end (estimate).
constexpr double kLeastRoom = 0.1;

// How far from z₀, where the joint rests, to the edge of the unit disc on the way through z, and its derivatives. With
// d = z − z₀ it is the t of |z₀ + d/t| = 1: t = (b + √(b² + a |d|²)) / a, a = 1 − |z₀|², b = z₀·d. In one dimension
// d / (1 − z₀) upward and −d / (1 + z₀) downward.
struct Way {
  double t = 0.0;
  Vec2 slope = Vec2::Zero();
  Eigen::Matrix2d bend = Eigen::Matrix2d::Zero();
};
Way way_to_limit(const Vec2& rest, const Vec2& z) {
  const double a = std::max(1.0 - rest.squaredNorm(), kLeastRoom);
  const Vec2 d = z - rest;
  const double b = rest.dot(d), root = std::sqrt(b * b + a * d.squaredNorm());
  if (root < 1e-100) return {};
  const Vec2 lean = b * rest + a * d;  // ½ ∂ root²
  const Eigen::Matrix2d curve = rest * rest.transpose() + a * Eigen::Matrix2d::Identity();
  const Vec2 unit = lean / root;
  return {(b + root) / a, (rest + unit) / a, (curve - unit * unit.transpose()) / (root * a)};
}

class AwayFromLimits final : public LimitCriterion {
 public:
  AwayFromLimits(const Figure& figure, const VecX& rest, VecX weights)
      : LimitCriterion(figure, std::move(weights)), rest_(static_cast<std::size_t>(figure.dof()), Vec2::Zero()) {
    for (const Joint& joint : figure.joints()) {
      const auto* polygon = std::get_if<SphericalPolygon>(&joint.limit.swing);
      rooms_.push_back(polygon != nullptr ? std::optional<PolygonRoom>({*polygon, limb_direction(joint, rest)})
                                          : std::nullopt);
    }
    for (const LimitMeasure& m : measures(figure, rest, Detail::kValues))
      rest_[static_cast<std::size_t>(m.dof + m.coordinate)] = m.z;
  }

 protected:
  double cost(const LimitMeasure& m, const Vec2& weights, Vec2& slope, Eigen::Matrix2d& bend) const override {
    const Way way = way_to_limit(rest_[static_cast<std::size_t>(m.dof + m.coordinate)], m.z);
    const double w = weights[0], t = way.t;
    slope = 2.0 * w * t * t * t * way.slope;
    bend = 6.0 * w * t * t * way.slope * way.slope.transpose() + 2.0 * w * t * t * t * way.bend;
    return 0.5 * w * t * t * t * t;
  }
  void measure_swing_of(std::size_t i, const Joint& joint, const ConstVec& q, Detail detail,
                        std::vector<LimitMeasure>& out) const override {
    if (rooms_[i])
      rooms_[i]->measure(joint, q, detail, out);
    else
      LimitCriterion::measure_swing_of(i, joint, q, detail, out);
  }

 private:
  std::vector<std::optional<PolygonRoom>> rooms_;  // per joint
  std::vector<Vec2> rest_;                         // z of every limit at rest, by its first coordinate
};

}  // namespace

std::unique_ptr<Criterion> mid_range_criterion(const Figure& figure, const VecX& weights) {
  return std::make_unique<MidRange>(figure, weights);
}

std::unique_ptr<Criterion> away_from_limits_criterion(const Figure& figure, const VecX& rest, const VecX& weights) {
  return std::make_unique<AwayFromLimits>(figure, rest, weights);
}

}  // namespace poise
