#include "solve/middle.hpp"

#include <algorithm>

#include "limits/limits.hpp"
#include "math/dense.hpp"

namespace poise {

std::vector<bool> serving(const Evaluation& evaluation, std::size_t count) {
  const std::vector<int>& order = evaluation.variables().order();
  std::vector<bool> serves(order.size(), false);
  for (std::size_t k = 0; k < count; ++k) {
    const MatX Jt = rows_of(evaluation.current()[k]);
    const MatX& allowed = evaluation.current()[k].allowed_Jt;
    const MatX& rows = allowed.cols() > 0 ? allowed : Jt;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if ((rows.row(static_cast<Eigen::Index>(i)).array() != 0.0).any())
        serves[static_cast<std::size_t>(order[i])] = true;
    }
  }
  return serves;
}

VecX towards_middle(const Evaluation& evaluation, const std::vector<bool>& these, const VecX& start, double share) {
  const Problem& problem = evaluation.problem();
  const Figure& figure = *problem.figure;
  const std::vector<Preference> middle{{mid_range_criterion(figure, VecX::Ones(figure.dof())), 1.0}};
  Kinematics kinematics;
  MassState masses;
  forward(figure, start, kinematics);
  carry_masses(figure, kinematics, masses);
  VecX gradient;
  MatX hessian;
  evaluate(middle, {figure, start, kinematics, masses}, gradient, hessian);
  const double flat = 1e-9 * std::max(1.0, hessian.diagonal().maxCoeff());
  hessian.diagonal().array() += flat;
  VecX to_middle = solve_symmetric(hessian, -gradient);
  for (Eigen::Index i = 0; i < to_middle.size(); ++i) {
    if (!these[static_cast<std::size_t>(i)]) to_middle[i] = 0.0;
  }
  return clamp(figure, integrate(figure, start, share * to_middle));
}

}  // namespace poise
