#include "body/figure.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace poise {

namespace {

// Rounding of a quaternion's numbers must not let a twist through that is at its limit.
constexpr double kClearlyInside = 1e-12;

TwistBand twist_band(const Joint& joint) {
  if (joint.model != Model::kBall) return {};
  const Range common = common_twist_range(joint.limit.twist);
  if (common.min > common.max) return {};
  const auto tangent = [](double twist) { return std::tan(0.5 * std::clamp(twist, -kPi, kPi)); };
  return {tangent(common.min) + kClearlyInside, tangent(common.max) - kClearlyInside};
}

}  // namespace

Figure::Figure(std::vector<Joint> joints, std::vector<Segment> segments, std::vector<Site> sites,
               std::vector<Coupling> couplings, const Vec3& gravity)
    : joints_(std::move(joints)),
      segments_(std::move(segments)),
      sites_(std::move(sites)),
      couplings_(std::move(couplings)),
      gravity_(gravity) {
  for (Joint& joint : joints_) {
    joint.q = size_;
    joint.v = dof_;
    joint.x = natural_;
    joint.in_turns = joint.in.R != Mat3::Identity();
    joint.out_turns = joint.out.R != Mat3::Identity();
    joint.out_moves = joint.out_turns || joint.out.p != Vec3::Zero();
    joint.coordinate_axis = -1;
    for (int k = 0; k < 3; ++k)
      if (joint.axis.cwiseAbs() == Vec3::Unit(k)) joint.coordinate_axis = k;
    joint.twist_band = twist_band(joint);
    const ModelSize size = size_of(joint.model);
    size_ += size.stored;
    dof_ += size.dof;
    natural_ += size.natural;
    dofs_end_.push_back(dof_);
  }
  find_ranges();
  find_coupled_joints();
  for (Site& site : sites_) site.turns = site.placement.R != Mat3::Identity();
  plan_ = SweepPlan(joints_, segments_);
  for (const Segment& segment : segments_) carried_mass_.push_back(segment.mass);
  for (std::size_t i = joints_.size(); i-- > 1;) {
    const auto carrier = static_cast<std::size_t>(joints_[i].carrier);
    carried_mass_[carrier] += carried_mass_[i];
    dofs_end_[carrier] = std::max(dofs_end_[carrier], dofs_end_[i]);
  }
}

void Figure::find_ranges() {
  least_ = VecX::Constant(size_, -1e300);
  most_ = VecX::Constant(size_, 1e300);
  ranges_alone_ = couplings_.empty();
  for (const Joint& joint : joints_) {
    if (has_swing(joint.model)) ranges_alone_ = false;
    if (!has_ranges(joint.model)) continue;
    for (int i = 0; i < size_of(joint.model).stored; ++i) {
      least_[joint.q + i] = joint.limit.ranges[i].min;
      most_[joint.q + i] = joint.limit.ranges[i].max;
    }
  }
}

void Figure::find_coupled_joints() {
  for (const Coupling& coupling : couplings_) {
    for (const int natural : coupling.indices) {
      const int joint = joint_of_natural(natural);
      if (std::find(coupled_joints_.begin(), coupled_joints_.end(), joint) == coupled_joints_.end())
        coupled_joints_.push_back(joint);
    }
  }
}

int Figure::joint_of_natural(int coordinate) const {
  const auto after = std::upper_bound(joints_.begin(), joints_.end(), coordinate,
                                      [](int x, const Joint& joint) { return x < joint.x; });
  return static_cast<int>(after - joints_.begin()) - 1;
}

}  // namespace poise
