#include "body/pose.hpp"

#include <algorithm>
#include <utility>

namespace poise {

Pose::Pose(std::shared_ptr<const Figure> figure, VecX q)
    : figure_(std::move(figure)), q_(std::move(q)), run_(std::make_shared<Run>()) {
  canonicalize(*figure_, q_);
}

const Kinematics& Pose::placed() const {
  std::call_once(run_->placed, [&] { place(*figure_, q_, run_->kinematics); });
  return run_->kinematics;
}

const Pose::Run& Pose::run() const {
  placed();
  std::call_once(run_->once, [&] {
    add_twists(*figure_, q_, run_->kinematics);
    carry_masses(*figure_, run_->kinematics, run_->masses);
  });
  return *run_;
}

double farthest_moved(const Pose& pose, const Pose& other, const std::vector<int>& segments) {
  constexpr double kBeside = 0.5;
  double most = 0.0;
  for (const int segment : segments) {
    const auto i = static_cast<std::size_t>(segment);
    const Placement &a = pose.placed().segments[i], &b = other.placed().segments[i];
    most = std::max(most, (a.p - b.p).norm() + kBeside * (a.R - b.R).norm());
  }
  return most;
}

Sweep::Sweep(const Figure& figure)
    : sites(figure.sites().size()),
      site_jacobians(figure.sites().size(), Eigen::Matrix<double, 6, Eigen::Dynamic>::Zero(6, figure.dof())),
      center_jacobian(3, figure.dof()) {}

void Sweep::run(const Figure& figure, const ConstVec& q) {
  forward(figure, q, kinematics);
  carry_masses(figure, kinematics, masses);
  for (std::size_t i = 0; i < sites.size(); ++i) {
    sites[i] = site_frame(figure, kinematics, static_cast<int>(i));
    point_jacobian(figure, kinematics, figure.sites()[i].segment, sites[i].p, site_jacobians[i]);
  }
  poise::center_jacobian(figure, kinematics, masses, center_jacobian);
}

}  // namespace poise
