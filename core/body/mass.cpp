#include "body/mass.hpp"

#include "math/four.hpp"
#include "math/wide.hpp"

namespace poise {

namespace {

// Second moment of one segment about a point, world axes.
Mat3 second_moment(const Segment& segment, const Placement& frame, const Vec3& about) {
  const Vec3 r = frame.R * segment.center + frame.p - about;
  return frame.R * segment.second * frame.R.transpose() + segment.mass * r * r.transpose();
}

Mat3 inertia_of(const Mat3& second) { return second.trace() * Mat3::Identity() - second; }

// h of the upper body of every joint, from the leaves to the root; `frames` holds the placements of the segments, 12
// numbers each. What the next link carries is still in registers; only other branches are found in memory.
POISE_BY_MACHINE void gather_moments(const SweepPlan::Link* links, int count, const double* frames,
                                     const double* reference, double* moments) {
  for (int i = 0; i < count; ++i) {
    if (links[i].forks) moments[3 * i] = moments[3 * i + 1] = moments[3 * i + 2] = 0.0;
  }
  Four o{}, X{}, Y{}, Z{}, P{}, branches{}, carried{};
  read_three(reference, o);
  for (int i = count - 1; i >= 0; --i) {
    const SweepPlan::Link& link = links[i];
    if (i + 1 == count || links[i + 1].carrier != i) carried = Four{};
    if (link.forks) {
      read_three(moments + 3 * i, branches);
      carried += branches;
    }
    if (link.mass > 0.0) {
      const double* frame = frames + 12 * i;
      read_four(frame, X);
      read_four(frame + 3, Y);
      read_four(frame + 6, Z);
      read_three(frame + 9, P);
      carried += (P - o) * link.mass + X * link.moment[0] + Y * link.moment[1] + Z * link.moment[2];
    }
    write_three(carried, moments + 3 * i);
    if (i > 0 && link.carrier != i - 1) {
      double* branch = moments + 3 * link.carrier;
      read_three(branch, branches);
      branches += carried;
      write_three(branches, branch);
    }
  }
}

// For every degree of freedom k: the momentum of what it carries, per unit of its velocity, m_j^U ν_k + ω_k × h_j.
template <typename Visit>
void for_each_momentum(const Figure& figure, const Kinematics& kinematics, const MassState& masses, Visit&& visit) {
  for (std::size_t i = 0; i < figure.joints().size(); ++i) {
    const Joint& joint = figure.joints()[i];
    const double mass = figure.carried_mass(static_cast<int>(i));
    const Vec3 first = masses.first[i];
    const int end = joint.v + size_of(joint.model).dof;
    for (int k = joint.v; k < end; ++k) {
      const Vec3 omega = kinematics.angular.col(k), nu = kinematics.linear.col(k);
      visit(k, Vec3(mass * nu + omega.cross(first)));
    }
  }
}

}  // namespace

void carry_masses(const Figure& figure, const Kinematics& kinematics, MassState& out) {
  const std::vector<SweepPlan::Link>& links = figure.plan().links;
  out.first.resize(links.size());
  static_assert(sizeof(Vec3) == 3 * sizeof(double));
  gather_moments(links.data(), static_cast<int>(links.size()),
                 reinterpret_cast<const double*>(kinematics.segments.data()), kinematics.reference.data(),
                 reinterpret_cast<double*>(out.first.data()));
  out.center = kinematics.reference;
  if (figure.mass() > 0.0) out.center += out.first[0] / figure.mass();
}

void center_jacobian(const Figure& figure, const Kinematics& kinematics, const MassState& masses,
                     Eigen::Ref<Eigen::Matrix3Xd> out) {
  const double share = figure.mass() > 0.0 ? 1.0 / figure.mass() : 0.0;
  for_each_momentum(figure, kinematics, masses, [&](int k, const Vec3& momentum) { out.col(k) = share * momentum; });
}

Mat3 central_inertia(const Figure& figure, const Kinematics& kinematics, const MassState& masses) {
  Mat3 second = Mat3::Zero();
  for (std::size_t i = 0; i < figure.segments().size(); ++i) {
    second += second_moment(figure.segments()[i], kinematics.segments[i], masses.center);
  }
  return inertia_of(second);
}

Eigen::Matrix<double, 9, Eigen::Dynamic> central_inertia_jacobian(const Figure& figure, const Kinematics& kinematics,
                                                                  const MassState& masses) {
  const std::size_t n = figure.joints().size();
  const Vec3 shift = masses.center - kinematics.reference;
  std::vector<Mat3> second(n);
  for (std::size_t i = 0; i < n; ++i)
    second[i] = second_moment(figure.segments()[i], kinematics.segments[i], masses.center);
  for (std::size_t i = n; i-- > 1;) second[static_cast<std::size_t>(figure.joints()[i].carrier)] += second[i];

  Eigen::Matrix<double, 9, Eigen::Dynamic> out(9, figure.dof());
  for (std::size_t i = 0; i < n; ++i) {
    const Joint& joint = figure.joints()[i];
    const Vec3 first = masses.first[i] - figure.carried_mass(static_cast<int>(i)) * shift;  // about G
    for (int k = joint.v; k < joint.v + size_of(joint.model).dof; ++k) {
      const Vec3 omega = kinematics.angular.col(k);
      const Vec3 nu = kinematics.linear.col(k) + omega.cross(shift);  // of the body point at G
      const Mat3 half = cross_matrix(omega) * second[i] + nu * first.transpose();
      const Mat3 change = inertia_of(half + half.transpose());
      out.col(k) = Eigen::Map<const Eigen::Matrix<double, 9, 1>>(change.data());
    }
  }
  return out;
}

VecX gravity_torques(const Figure& figure, const Kinematics& kinematics, const MassState& masses) {
  VecX torques(figure.dof());
  for_each_momentum(figure, kinematics, masses,
                    [&](int k, const Vec3& momentum) { torques[k] = -figure.gravity().dot(momentum); });
  return torques;
}

}  // namespace poise
