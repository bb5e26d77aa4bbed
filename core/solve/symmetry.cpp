#include "solve/symmetry.hpp"

#include <algorithm>
#include <cmath>

#include "solve/saved_pose.hpp"

namespace poise {

namespace {

constexpr double kNear = 0.1;   // rad (m): nearly its own mirror image, six degrees or ten centimetres
constexpr double kSame = 1e-9;  // rad (m): a pose is its own mirror image up to this

}  // namespace

bool Symmetry::fits(const VecX& q) {
  if (problem_.mirror == nullptr || problem_.figure->dof() == 0) return false;
  if (!are_both_led() || !are_hinges_alike(q)) return false;
  plane_ = mirror_plane(*problem_.figure, *problem_.mirror, q);
  return largest(difference(*problem_.figure, q, image(q))) <= kSame && are_sides_alike();
}

bool Symmetry::fits_nearly(const VecX& q) {
  if (problem_.upright.size() != q.size() || !fits(problem_.upright)) return false;
  return largest(difference(*problem_.figure, q, image(q))) < kNear;
}

// Whether joints are as willing to move, and to help, on both sides.
bool Symmetry::are_sides_alike() const {
  if (!are_alike(problem_.mobility)) return false;
  return std::all_of(problem_.levels.begin(), problem_.levels.end(), [&](const std::vector<int>& level) {
    VecX shares;
    for (const int i : level) {
      const Demand& demand = problem_.demands[static_cast<std::size_t>(i)];
      if (!demand.enabled || demand.joints.size() == 0) continue;
      shares = shares.size() == 0 ? demand.joints : VecX(shares + demand.joints);
    }
    return are_alike(shares);
  });
}

// Whether every level that leads a site of one side leads one of the other.
bool Symmetry::are_both_led() const {
  const std::vector<int>& partner = problem_.mirror->partner;
  const auto segment_led_by = [&](int i) {
    const Demand& demand = problem_.demands[static_cast<std::size_t>(i)];
    const int site = demand.enabled ? demand.task->led_site() : -1;
    return site < 0 ? -1 : problem_.figure->sites()[static_cast<std::size_t>(site)].segment;
  };
  return std::all_of(problem_.levels.begin(), problem_.levels.end(), [&](const std::vector<int>& level) {
    return std::all_of(level.begin(), level.end(), [&](int i) {
      const int segment = segment_led_by(i), other = segment < 0 ? -1 : partner[static_cast<std::size_t>(segment)];
      return other == segment ||
             std::any_of(level.begin(), level.end(), [&](int j) { return segment_led_by(j) == other; });
    });
  });
}

bool Symmetry::is_near(const VecX& q) const {
  if (problem_.mirror == nullptr || problem_.figure->dof() == 0) return false;
  const MirrorPlane plane = mirror_plane(*problem_.figure, *problem_.mirror, q);
  return largest(difference(*problem_.figure, q, mirror_image(*problem_.figure, *problem_.mirror, plane, q))) < kNear;
}

// Whether hinges, slides and elbows have the values of a symmetric pose. It is asked whenever a goal moves, and most
// poses show here already that they are none.
bool Symmetry::are_hinges_alike(const VecX& q) const {
  for (const Joint& joint : problem_.figure->joints()) {
    if (!has_ranges(joint.model)) continue;
    for (int at = joint.q; at < joint.q + size_of(joint.model).stored; ++at) {
      const double image = problem_.mirror->sign[at] * q[problem_.mirror->source[static_cast<std::size_t>(at)]];
      if (std::abs(q[at] - image) > kSame) return false;
    }
  }
  return true;
}

// Every joint has what its partner has; what is not given is alike.
bool Symmetry::are_alike(const VecX& by_dof) const {
  if (by_dof.size() == 0) return true;
  const std::vector<Joint>& joints = problem_.figure->joints();
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const Joint& other = joints[static_cast<std::size_t>(problem_.mirror->partner[i])];
    const int dof = size_of(joints[i].model).dof;
    if (by_dof.segment(joints[i].v, dof) != by_dof.segment(other.v, dof)) return false;
  }
  return true;
}

// A tenth of a radian here and there, by a rule without a pattern: the fractional parts of multiples of √2. Other poses
// of the kind for other numbers.
VecX Symmetry::probe(const VecX& q, double pattern) const {
  VecX v(problem_.figure->dof());
  for (Eigen::Index i = 0; i < v.size(); ++i) {
    const double x = static_cast<double>(i + 1) * std::sqrt(2.0 + pattern);
    v[i] = 0.2 * (x - std::floor(x)) - 0.1;
  }
  return integrate(*problem_.figure, q, v);
}

}  // namespace poise
