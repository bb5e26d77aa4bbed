#include "solve/cascaded.hpp"

#include <algorithm>
#include <utility>

#include "kernel/cascade.hpp"

namespace poise {

namespace {

// Down the gradient of all criteria, by no more than their Hessian allows.
VecX downhill(const std::vector<Preference>& criteria, const TaskView& view) {
  VecX gradient;
  MatX hessian;
  evaluate(criteria, view, gradient, hessian);
  return -gradient / std::max(1.0, hessian.cwiseAbs().rowwise().sum().maxCoeff());
}

}  // namespace

CascadedSolver::CascadedSolver(std::shared_ptr<const Problem> problem, const VecX& start)
    : evaluation_(std::move(problem), start), none_(evaluation_.limit_meaning().size()) {
  begin(VecX(evaluation_.coordinates()), {}, -1);
}

void CascadedSolver::begin(const VecX& q, std::vector<ActiveBound>, int position_first_level) {
  evaluation_.postpone_orientations(position_first_level);
  evaluation_.begin(q);
  settled_ = evaluation_.problem().figure->dof() == 0;  // what cannot move has settled where it is
}

void CascadedSolver::refresh() {
  evaluation_.refresh();
  settled_ = evaluation_.problem().figure->dof() == 0;
}

double CascadedSolver::step() {
  if (settled_) return 0.0;
  const Problem& problem = evaluation_.problem();
  const Tolerances& t = problem.tolerances;
  evaluation_.update_jacobians();
  VecX z = downhill(problem.criteria, evaluation_.view());
  evaluation_.variables().take(z);
  VecX v = cascade_step(evaluation_.current(), z);
  if (largest(v) > t.longest_cascaded_step) v *= t.longest_cascaded_step / largest(v);
  const VecX q = evaluation_.moved(evaluation_.coordinates(), v);
  const double motion = evaluation_.motion_to(q);
  settled_ = motion < t.precision.last_motion;
  if (settled_) return 0.0;
  evaluation_.evaluate_candidate(q, evaluation_.level_count());
  evaluation_.accept(q, evaluation_.candidate_score(), false);
  return motion;
}

}  // namespace poise
