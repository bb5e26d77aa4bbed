#include "statics/statics.hpp"

#include <algorithm>

#include "math/dense.hpp"

namespace poise {

namespace {

constexpr double kMissingIsDear = 1e-6;  // the price of y: so much of the load may be missing per unit of effort

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
MatX group_jacobians(const TaskView& body, const Vec3& center, const ForceProblem& problem, int groups, double length) {
  const Figure& figure = body.figure;
  const int base = size_of(figure.joints()[0].model).dof;
  MatX J = MatX::Zero(6 * groups, figure.dof());
  Wrench6X one(6, figure.dof());
  std::vector<char> done(static_cast<std::size_t>(groups), 0);
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const auto g = static_cast<std::size_t>(problem.group[i]);
    if (done[g]) continue;
    done[g] = 1;
    one.setZero();
    point_jacobian(figure, body.kinematics, problem.contacts[i].segment, center, one);
    one.bottomRows<3>() *= length;
    J.middleRows<6>(static_cast<Eigen::Index>(6 * g)) = one;
  }
  J.leftCols(base).setZero();
  return J;
}

// |Jᵀ w − τ|² is |Lᵀ w − s|² and a constant: the joints that carry no support fall away, and if more are left than
// wrenches have numbers, Jᵀ = Q R makes L = Rᵀ and s = Qᵀ τ of them. Nothing is squared, so that forces are exact.
// `roots` (dof) multiply the torques.
void price_torques(const TaskView& body, const Vec3& center, const VecX& torques, const VecX& roots, double price,
                   const Scale& scale, ForceProblem& problem) {
  const int groups = number_groups(problem);
  const MatX J = group_jacobians(body, center, problem, groups, scale.length) * roots.asDiagonal() / price;
  std::vector<Eigen::Index> carrying;
  for (Eigen::Index k = 0; k < J.cols(); ++k) {
    if (!J.col(k).isZero(0.0)) carrying.push_back(k);
  }
  problem.effort = J(Eigen::all, carrying);
  problem.offset = torques.cwiseProduct(roots)(carrying) / (price * scale.force);
  const Eigen::Index wrenches = J.rows();
  if (problem.effort.cols() <= wrenches) return;
  MatX R = problem.effort.transpose();
  triangularise(R, problem.offset);
  problem.effort = R.transpose();
}

// The forces that leave least missing, where none leave nothing.
void nearest_miss(ForceProblem& problem, ForceAnswer& answer) {
  problem.give = 1e-6 * Mat6::Identity();
  const ForceAnswer nearest = contact_forces(problem, problem.wanted);
  answer.forces = nearest.forces;
  answer.missing = nearest.missing + problem.give * nearest.motion;
}

double force_scale(const TaskView& body, const std::vector<Load>& loads) {
  double force = body.figure.mass() * body.figure.gravity().norm();
  for (const Load& load : loads) force += load.force.norm();
  return force > 0.0 ? force : 1.0;
}

}  // namespace

Scale scale_of(const TaskView& body, const std::vector<Load>& loads, const std::vector<Contact>& contacts) {
  double length = 0.0;
  for (const Contact& contact : contacts) length = std::max(length, (contact.point - body.masses.center).norm());
  return {force_scale(body, loads), length > 0.0 ? length : 1.0};
}

ForceProblem scaled_problem(const Vec3& center, const Vec6& load, const std::vector<Contact>& contacts,
                            const Scale& scale) {
  ForceProblem problem;
  problem.contacts = contacts;
  problem.center.setZero();
  for (Contact& contact : problem.contacts) contact.point = (contact.point - center) / scale.length;
  problem.wanted.head<3>() = -load.head<3>() / scale.force;
  problem.wanted.tail<3>() = -load.tail<3>() / (scale.force * scale.length);
  return problem;
}

ForceAnswer supporting_forces(const TaskView& body, const std::vector<Load>& loads,
                              const std::vector<Contact>& contacts, double price) {
  const Scale scale = scale_of(body, loads, contacts);
  const Vec6 load = unbalanced(body.figure, body.kinematics, body.masses, loads);
  ForceProblem problem = scaled_problem(body.masses.center, load, contacts, scale);
  ForceAnswer answer = contact_forces(problem, problem.wanted);
  if (answer.possible && price > 0.0) {
    const VecX torques = holding_torques(body.figure, body.kinematics, body.masses, loads);
    price_torques(body, body.masses.center, torques, VecX::Ones(torques.size()), price, scale, problem);
    const ForceAnswer priced = contact_forces(problem, answer.motion);
    if (priced.possible) answer = priced;
  }
  if (!answer.possible) nearest_miss(problem, answer);
  answer.forces *= scale.force;
  answer.missing.head<3>() *= scale.force;
  answer.missing.tail<3>() *= scale.force * scale.length;
  answer.motion.tail<3>() /= scale.length;
  answer.motion.normalize();
  if (answer.proven) answer.motion = -answer.motion;
  answer.at_least *= scale.force;
  return answer;
}

Effort least_effort(const TaskView& body, const std::vector<Load>& loads, const std::vector<Contact>& contacts,
                    const VecX& weights, double price, const ForceGuess& guess) {
  // About the base's own origin and in constant units, so that what is missing is charged for alike in every pose.
  const Scale scale{force_scale(body, loads), 1.0};
  const Vec3 origin = joint_frame(body.figure, body.kinematics, 0).p;
  Vec6 load = unbalanced(body.figure, body.kinematics, body.masses, loads);
  load.tail<3>() += (body.masses.center - origin).cross(Vec3(load.head<3>()));
  ForceProblem problem = scaled_problem(origin, load, contacts, scale);
  const VecX alone = holding_torques(body.figure, body.kinematics, body.masses, loads);
  price_torques(body, origin, alone, weights.cwiseSqrt(), price, scale, problem);
  problem.give = kMissingIsDear * Mat6::Identity();
  const bool cold = guess.forces.cols() != static_cast<Eigen::Index>(contacts.size());
  const ForceAnswer answer =
      cold ? contact_forces(problem, problem.wanted) : contact_forces(problem, guess.motion, guess.forces);
  const Eigen::Matrix3Xd forces = scale.force * answer.forces;
  Effort effort{0.0, VecX(), contact_loads(body, contacts, forces), {answer.motion, answer.forces}};
  std::vector<Load> all = effort.loads;
  all.insert(all.end(), loads.begin(), loads.end());
  const VecX torques = holding_torques(body.figure, body.kinematics, body.masses, all);
  effort.multipliers = weights.cwiseProduct(torques);
  effort.multipliers.head<6>() = price * price / kMissingIsDear * torques.head<6>();
  effort.value = 0.5 * torques.dot(effort.multipliers) + 0.5 * price * price * forces.squaredNorm();
  return effort;
}

std::vector<Load> contact_loads(const TaskView& body, const std::vector<Contact>& contacts,
                                const Eigen::Matrix3Xd& forces) {
  std::vector<Load> loads(contacts.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Placement& frame = body.kinematics.segments[static_cast<std::size_t>(contacts[i].segment)];
    loads[i].segment = contacts[i].segment;
    loads[i].point = frame.R.transpose() * (contacts[i].point - frame.p);
    loads[i].force = forces.col(static_cast<Eigen::Index>(i));
  }
  return loads;
}

}  // namespace poise
