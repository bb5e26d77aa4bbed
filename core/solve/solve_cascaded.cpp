// The solver's steps when its levels are cascaded: plain resolved motion. Small steps, limits by truncation, no
// promises.
#include <algorithm>

#include "kernel/cascade.hpp"
#include "solve/solve_parts.hpp"

namespace poise {

namespace {

constexpr double kLongest = 0.3;  // radians (metres) that a step moves a degree of freedom

// Down the gradient of all criteria, by no more than their bend allows.
VecX downhill(const std::vector<Preference>& criteria, const TaskView& view) {
  VecX gradient;
  MatX hessian;
  evaluate(criteria, view, gradient, hessian);
  return -gradient / std::max(1.0, hessian.cwiseAbs().rowwise().sum().maxCoeff());
}

}  // namespace

double Solver::cascaded_step() {
  const Figure& figure = *problem_->figure;
  look(q_);
  VecX wish = downhill(problem_->criteria, view());
  variables_.take(wish);
  VecX v = cascade_step(here_, wish);
  if (largest(v) > kLongest) v *= kLongest / largest(v);
  const VecX q = moved(q_, v);
  const double motion = largest(difference(figure, q_, q));
  settled_ = motion < kStill;
  if (settled_) return 0.0;
  q_ = q;
  look(q_);
  for (std::size_t k = 0; k < here_.size(); ++k) evaluate_level(k, here_[k]);
  score_ = score(here_);
  ++steps_;
  return motion;
}

}  // namespace poise
