#include "limits/limit_measure.hpp"

namespace poise {

LimitMeasure measure_of(const Joint& joint) {
  LimitMeasure m{joint.v, size_of(joint.model).dof, Vec2::Zero(), {}};
  m.rates.setZero();
  return m;
}

Eigen::Matrix3Xd limb_rates(const Joint& joint, const ConstVec& q) {
  const Mat3 body = -cross_matrix(Vec3::UnitZ());  // a body rotation ω moves the limb by R (ω × z)
  if (joint.model == Model::kSwing) {
    const Vec2 swing = q.segment<2>(joint.q);
    return rotation_of_swing(swing).toRotationMatrix() * body * swing_body_rates(swing);
  }
  return stored_rotation(joint, q).toRotationMatrix() * body;
}

SwingBox swing_box(const SwingLimit& limit) {
  SwingBox box;
  if (const auto* cone = std::get_if<Cone>(&limit)) box.half.setConstant(cone->angle);
  if (const auto* ellipse = std::get_if<Ellipse>(&limit)) box.half = Vec2(ellipse->x, ellipse->y);
  if (const auto* polygon = std::get_if<SphericalPolygon>(&limit)) {
    Vec2 low = Vec2::Constant(kPi), high = -low;
    for (const Vec3& vertex : polygon->vertices()) {
      low = low.cwiseMin(swing_of(vertex));
      high = high.cwiseMax(swing_of(vertex));
    }
    box.middle = 0.5 * (low + high);
    box.half = 0.5 * (high - low);
  }
  return box;
}

void measure_ranges(const Joint& joint, const ConstVec& q, std::vector<LimitMeasure>& out) {
  if (joint.model != Model::kHinge && joint.model != Model::kSlide && joint.model != Model::kElbow) return;
  for (int i = 0; i < size_of(joint.model).dof; ++i) {
    const Range& range = joint.limit.ranges[i];
    const double half = 0.5 * (range.max - range.min);
    if (half < kNoRoom || half > 1e100) continue;
    LimitMeasure m = measure_of(joint);
    m.z[0] = (q[joint.q + i] - 0.5 * (range.min + range.max)) / half;
    m.rates(0, i) = 1.0 / half;
    m.coordinate = i;
    out.push_back(m);
  }
}

void measure_swing(const Joint& joint, const SwingBox& box, const ConstVec& q, Detail detail,
                   std::vector<LimitMeasure>& out) {
  if (box.half.minCoeff() < kNoRoom) return;
  const Vec2 scale = box.half.cwiseInverse();
  LimitMeasure m = measure_of(joint);
  if (joint.model == Model::kSwing) {
    m.z = scale.cwiseProduct(Vec2(q.segment<2>(joint.q)) - box.middle);
    m.rates.leftCols<2>() = scale.asDiagonal();
  } else {
    const SwingTwist angles = swing_twist(stored_rotation(joint, q));
    m.z = scale.cwiseProduct(angles.swing - box.middle);
    if (detail == Detail::kRates) m.rates = scale.asDiagonal() * swing_twist_rates(angles).topRows<2>();
  }
  out.push_back(m);
}

void measure_twist(const Joint& joint, const ConstVec& q, Detail detail, std::vector<LimitMeasure>& out) {
  if (joint.model != Model::kBall || std::holds_alternative<std::monostate>(joint.limit.twist)) return;
  const Vec3 direction = limb_direction(joint, q);
  const Range range = twist_range(joint.limit.twist, direction);
  const double half = 0.5 * (range.max - range.min), middle = 0.5 * (range.min + range.max);
  if (half < kNoRoom || half >= kPi) return;
  const SwingTwist angles = swing_twist(stored_rotation(joint, q));
  LimitMeasure m = measure_of(joint);
  m.coordinate = 2;
  m.z[0] = wrapped_angle(angles.twist - middle) / half;
  if (detail == Detail::kRates) {
    const RangeSlope slope = twist_range_slope(joint.limit.twist, direction);
    const Eigen::Matrix3Xd turn = limb_rates(joint, q);
    const Vec3 middle_rates = turn.transpose() * (0.5 * (slope.min + slope.max));
    const Vec3 half_rates = turn.transpose() * (0.5 * (slope.max - slope.min));
    m.rates.row(0) = (swing_twist_rates(angles).row(2) - (middle_rates + m.z[0] * half_rates).transpose()) / half;
  }
  out.push_back(m);
}

}  // namespace poise
