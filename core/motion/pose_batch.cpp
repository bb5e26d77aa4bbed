#include "motion/pose_batch.hpp"

#include "body/mass.hpp"
#include "limits/limits.hpp"

namespace poise {

HeldPoses sampled(const PoseCurve& curve, const VecX& times, bool hold) {
  const Figure& figure = curve.figure();
  HeldPoses held{MatX(figure.size(), times.size()), std::vector<bool>(static_cast<std::size_t>(times.size()))};
  for (Eigen::Index i = 0; i < times.size(); ++i) {
    curve.place(times[i], held.poses.col(i));
    if (!hold || worst_violation(figure, held.poses.col(i)).amount == 0.0) continue;
    held.poses.col(i) = clamp(figure, held.poses.col(i));
    held.moved[static_cast<std::size_t>(i)] = true;
  }
  return held;
}

MatX site_places(const Figure& figure, const MatX& poses, const std::vector<int>& sites) {
  MatX out(3 * static_cast<Eigen::Index>(sites.size()), poses.cols());
  Kinematics kinematics;
  for (Eigen::Index i = 0; i < poses.cols(); ++i) {
    place(figure, poses.col(i), kinematics);
    for (std::size_t s = 0; s < sites.size(); ++s)
      out.col(i).segment<3>(3 * static_cast<Eigen::Index>(s)) = site_point(figure, kinematics, sites[s]);
  }
  return out;
}

MatX mass_centers(const Figure& figure, const MatX& poses) {
  MatX out(3, poses.cols());
  Kinematics kinematics;
  MassState masses;
  for (Eigen::Index i = 0; i < poses.cols(); ++i) {
    forward(figure, poses.col(i), kinematics);
    carry_masses(figure, kinematics, masses);
    out.col(i) = masses.center;
  }
  return out;
}

MatX segment_placements(const Figure& figure, const MatX& poses) {
  const auto count = static_cast<Eigen::Index>(figure.segments().size());
  MatX out(7 * count, poses.cols());
  Kinematics kinematics;
  for (Eigen::Index i = 0; i < poses.cols(); ++i) {
    place(figure, poses.col(i), kinematics);
    for (Eigen::Index s = 0; s < count; ++s) {
      const Placement& at = kinematics.segments[static_cast<std::size_t>(s)];
      out.col(i).segment<3>(7 * s) = at.p;
      out.col(i).segment<4>(7 * s + 3) = Quat(at.R).coeffs();
    }
  }
  return out;
}

}  // namespace poise
