// The curvature of second-order levels in the general way: it needs the Lagrange multipliers of all that holds them.
#include <algorithm>
#include <utility>

#include "kernel/general_method.hpp"

namespace poise {

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
  const Multipliers multipliers = multipliers_by_owner(gradient);
  const auto level = static_cast<std::size_t>(problem.level);
  Curvature& curvature = *problem.curvature;
  curvature.tree = {};
  if (problem.f.tree.exists()) {
    curvature.tree = *request_.source->form();
    if (request_.source->add_tree_curvature(level, multipliers, curvature.tree)) {
      problem.f.tree.add(curvature.tree, 1.0);
      curvature.dense.resize(0, 0);
      return;
    }
    curvature.tree = {};
    problem.make_dense();
  }
  curvature.dense.setZero(factors_.size(), factors_.size());
  request_.source->add_curvature(level, multipliers, curvature.dense);
  problem.f.hessian += curvature.dense;
}

// Takes it away again.
void GeneralMethod::remove_curvature(Subproblem& problem) {
  if (!problem.f.tree.exists()) {
    problem.f.hessian -= problem.curvature->dense;
    return;
  }
  problem.f.tree = problem.bare;
  if (problem.above.exists()) problem.f.tree.add(problem.above, 1.0);
}

// The same in place of the curvature it has. Whether the step that the old one led to is a poor one by the new one.
bool GeneralMethod::renew_curvature(Subproblem& problem, const VecX& start) {
  const auto change = [&] {
    const VecX d = v_ - start;
    return d.dot(problem.f.slope(start + 0.5 * d));
  };
  const double predicted = change();
  const VecX slope = problem.f.slope(v_);
  remove_curvature(problem);
  add_curvature(problem, slope);
  return change() > kPoorShare * predicted;
}

// The level's rows join those above; its model is kept for the levels below to respect.
void GeneralMethod::keep(Subproblem& problem, double motion) {
  const bool by_rows = problem.rows->diagonal.size() == 0;  // then the rows themselves are held
  Kept kept{by_rows ? *form_ : problem.bare, v_, 0.0};
  if (problem.curved && problem.curvature->tree.exists()) kept.model.add(problem.curvature->tree, 1.0);
  closed_ = level_.lock_by_tree(problem, kept.model, factors_, motion, kept.least);
  if (!problem.curved && by_rows) return;
  if (kept_.empty()) kept_rank_ = factors_.rank();
  kept_.push_back(std::move(kept));
}

// What levels above have kept joins the problem. A curvature c that counts there is made as stiff here as its share
// c / least of the stiffest that the problem has itself.
void GeneralMethod::respect_kept(Subproblem& problem) const {
  if (kept_.empty()) return;
  become_quadratic(problem, *form_);
  const bool dense = !problem.f.tree.exists();
  const VecX stiffness = dense ? VecX(problem.f.hessian.diagonal()) : problem.f.tree.diagonal();
  const double scale = std::max(kFlat, stiffness.cwiseAbs().maxCoeff());
  problem.above = *form_;
  problem.f.start = v_;
  for (const Kept& kept : kept_) {
    problem.above.add(kept.model, scale / kept.least);
    problem.f.gradient -= scale / kept.least * kept.model.times(kept.at);
  }
  if (dense)
    problem.f.hessian += problem.above.dense();
  else
    problem.f.tree.add(problem.above, 1.0);
}

}  // namespace poise
