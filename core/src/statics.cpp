#include "poise/statics.hpp"

#include <algorithm>

namespace poise {

namespace {

using Wrench6X = Eigen::Matrix<double, 6, Eigen::Dynamic>;

// Numbers the segments that are touched; returns how many there are.
int number_groups(ForceProblem& problem) {
  std::vector<int> segments;
  for (const Contact& contact : problem.contacts) {
    const auto found = std::find(segments.begin(), segments.end(), contact.segment);
    problem.group.push_back(static_cast<int>(found - segments.begin()));
    if (found == segments.end()) segments.push_back(contact.segment);
  }
  return static_cast<int>(segments.size());
}

// Rows of J map joint torques to the wrench of a group; the base holds nothing by itself.
MatX group_jacobians(const Pose& pose, const ForceProblem& problem, int groups, double length) {
  const Figure& figure = pose.figure();
  const int base = size_of(figure.joints()[0].model).dof;
  MatX J = MatX::Zero(6 * groups, figure.dof());
  Wrench6X one(6, figure.dof());
  std::vector<char> done(static_cast<std::size_t>(groups), 0);
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const auto g = static_cast<std::size_t>(problem.group[i]);
    if (done[g]) continue;
    done[g] = 1;
    one.setZero();
    point_jacobian(figure, pose.kinematics(), problem.contacts[i].segment, pose.masses().center, one);
    one.bottomRows<3>() *= length;
    J.middleRows<6>(static_cast<Eigen::Index>(6 * g)) = one;
  }
  J.leftCols(base).setZero();
  return J;
}

// |Jᵀ w − τ|² is |Lᵀ w − s|² and a constant, with L Lᵀ = J Jᵀ of the size of the groups.
void price_torques(const Pose& pose, const VecX& torques, double price, const Scale& scale, ForceProblem& problem) {
  const int groups = number_groups(problem);
  const MatX J = group_jacobians(pose, problem, groups, scale.length) / price;
  MatX square = J * J.transpose();
  square.diagonal().array() += 1e-13 * std::max(square.trace(), 1e-12);
  const Eigen::LLT<MatX> root(square);
  problem.effort = root.matrixL();
  const VecX pulled = J * torques / (price * scale.force);
  problem.offset = root.matrixL().solve(pulled);
}

// The forces that leave least missing, where none leave nothing.
void nearest_miss(ForceProblem& problem, ForceAnswer& answer) {
  problem.give = 1e-6 * Mat6::Identity();
  const ForceAnswer nearest = contact_forces(problem, problem.wanted);
  answer.forces = nearest.forces;
  answer.missing = nearest.missing + problem.give * nearest.motion;
}

}  // namespace

Scale scale_of(const Pose& pose, const std::vector<Load>& loads, const std::vector<Contact>& contacts) {
  double force = pose.figure().mass() * pose.figure().gravity().norm(), length = 0.0;
  for (const Load& load : loads) force += load.force.norm();
  for (const Contact& contact : contacts) length = std::max(length, (contact.point - pose.masses().center).norm());
  return {force > 0.0 ? force : 1.0, length > 0.0 ? length : 1.0};
}

ForceProblem scaled_problem(const Pose& pose, const Vec6& load, const std::vector<Contact>& contacts,
                            const Scale& scale) {
  ForceProblem problem;
  problem.contacts = contacts;
  problem.center.setZero();
  for (Contact& contact : problem.contacts) contact.point = (contact.point - pose.masses().center) / scale.length;
  problem.wanted.head<3>() = -load.head<3>() / scale.force;
  problem.wanted.tail<3>() = -load.tail<3>() / (scale.force * scale.length);
  return problem;
}

ForceAnswer supporting_forces(const Pose& pose, const std::vector<Load>& loads, const std::vector<Contact>& contacts,
                              double price) {
  const Scale scale = scale_of(pose, loads, contacts);
  const Vec6 load = unbalanced(pose.figure(), pose.kinematics(), pose.masses(), loads);
  ForceProblem problem = scaled_problem(pose, load, contacts, scale);
  ForceAnswer answer = contact_forces(problem, problem.wanted);
  if (answer.possible && price > 0.0) {
    const VecX torques = holding_torques(pose.figure(), pose.kinematics(), pose.masses(), loads);
    price_torques(pose, torques, price, scale, problem);
    const ForceAnswer priced = contact_forces(problem, answer.motion);
    if (priced.possible) answer = priced;
  }
  if (!answer.possible) nearest_miss(problem, answer);
  answer.forces *= scale.force;
  answer.missing.head<3>() *= scale.force;
  answer.missing.tail<3>() *= scale.force * scale.length;
  answer.motion.tail<3>() /= scale.length;
  answer.motion.normalize();
  answer.at_least *= scale.force;
  return answer;
}

std::vector<Load> contact_loads(const Pose& pose, const std::vector<Contact>& contacts,
                                const Eigen::Matrix3Xd& forces) {
  std::vector<Load> loads(contacts.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Placement& frame = pose.kinematics().segments[static_cast<std::size_t>(contacts[i].segment)];
    loads[i].segment = contacts[i].segment;
    loads[i].point = frame.R.transpose() * (contacts[i].point - frame.p);
    loads[i].force = forces.col(static_cast<Eigen::Index>(i));
  }
  return loads;
}

}  // namespace poise
