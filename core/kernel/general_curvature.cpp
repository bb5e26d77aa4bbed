// The curvature of second-order levels in the general way: it needs the Lagrange multipliers of all that holds them.
#include "kernel/general_method.hpp"

namespace poise {

namespace {

constexpr double kPoorShare = 0.5;  // of the reduction that the old curvature predicted: a step that gains less is poor

}  // namespace

// The multipliers of all rows at a gradient, by the levels and bounds that they belong to.
Multipliers GeneralMethod::multipliers_by_owner(const VecX& gradient) {
  VecX g = gradient;
  factors_.reflections().apply(g);
  factors_.multipliers(g, factors_.rank(), multipliers_);
  Multipliers found;
  for (const LevelRows& level : *request_.levels) found.levels.push_back(VecX::Zero(level.e.size()));
  found.bounds.setZero(static_cast<Eigen::Index>(bounds_.given()));
  for (int i = 0; i < factors_.rank(); ++i) {
    RowOwner owner = factors_.owner(i);
    double multiplier = multipliers_[i];
    if (owner.level == RowOwner::kBound) {
      const auto bound = static_cast<std::size_t>(owner.row);
      if (bound < bounds_.given()) {
        found.bounds[owner.row] = multiplier;
        continue;
      }
      multiplier /= bounds_.length(bound);
      owner = bounds_.origin(bound);
    }
    if (owner.level >= 0) found.levels[static_cast<std::size_t>(owner.level)][owner.row] += multiplier;
  }
  return found;
}

// The level's Hessian gets the curvature by the multipliers of what is held now.
void GeneralMethod::add_curvature(Subproblem& problem, const VecX& gradient) {
  problem.curvature->setZero(factors_.size(), factors_.size());
  const Multipliers multipliers = multipliers_by_owner(gradient);
  request_.source->add_curvature(static_cast<std::size_t>(problem.level), multipliers, *problem.curvature);
  problem.f.hessian += *problem.curvature;
}

// The same in place of the curvature it has. Whether the step that the old one led to is a poor one by the new one.
bool GeneralMethod::renew_curvature(Subproblem& problem, const VecX& start) {
  const auto change = [&] {
    const VecX d = v_ - start;
    return d.dot(problem.f.gradient + problem.f.hessian * (start + 0.5 * d));
  };
  const double predicted = change();
  const VecX slope = problem.f.gradient + problem.f.hessian * v_;
  problem.f.hessian -= *problem.curvature;
  add_curvature(problem, slope);
  return change() > kPoorShare * predicted;
}

}  // namespace poise
