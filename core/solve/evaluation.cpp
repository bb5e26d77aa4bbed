#include "solve/evaluation.hpp"

#include <utility>

namespace poise {

Evaluation::Evaluation(std::shared_ptr<const Problem> problem, const VecX& start)
    : problem_(std::move(problem)), levels_(problem_), posed_(*problem_->figure), limits_(*problem_->figure) {
  q_ = clamp(*problem_->figure, start);
  posed_.update_twists(q_);
  levels_.choose_variables(view());
  limits_.reorder(levels_.variables());
}

void Evaluation::begin(const VecX& q) {
  q_ = q;
  levels_.forget_revisions();
  jacobians_stale_ = loosely_restored_ = false;
  refresh();
}

bool Evaluation::refresh() {
  const bool reshaped = levels_.needs_shaping();
  if (reshaped) levels_.shape(current_, candidate_);
  posed_.update_twists(q_);
  for (std::size_t k = 0; k < current_.size(); ++k) {
    if (!levels_.has_changed(k)) continue;
    if (jacobians_stale_)
      levels_.measure(k, view(), current_[k]);
    else
      levels_.evaluate(k, view(), current_[k]);
  }
  levels_.note_revisions();
  score_ = score_of(current_);
  return reshaped;
}

void Evaluation::update_jacobians() {
  posed_.update_twists(q_);
  if (!jacobians_stale_) return;
  for (std::size_t k = 0; k < current_.size(); ++k) levels_.evaluate(k, view(), current_[k]);
  jacobians_stale_ = false;
}

void Evaluation::evaluate_criteria(VecX& gradient, MatX& hessian) const {
  evaluate(problem_->criteria, view(), gradient, hessian);
  levels_.variables().take(gradient);
  levels_.variables().take_both(hessian);
}

VecX Evaluation::moved(const VecX& q, const VecX& step) const {
  const Figure& figure = *problem_->figure;
  return clamp(figure, integrate(figure, q, levels_.variables().motion(step)));
}

double Evaluation::motion_to(const VecX& q) const { return largest(difference(*problem_->figure, q_, q)); }

void Evaluation::evaluate_candidate(const VecX& q, std::size_t count) {
  posed_.update_twists(q);
  for (std::size_t k = 0; k < count; ++k) levels_.evaluate(k, view(), candidate_[k]);
}

void Evaluation::accept(const VecX& q, const Score& score, bool loosely_restored) {
  q_ = q;
  std::swap(current_, candidate_);
  score_ = score;
  jacobians_stale_ = loosely_restored_ = loosely_restored;
  ++steps_;
}

void Evaluation::go_back(const SavedPose& pose) {
  q_ = pose.coordinates;
  score_ = pose.score;
  ++steps_;
  jacobians_stale_ = true;
  update_jacobians();
}

const Bounds& Evaluation::bounds_at(const VecX& q) {
  limits_.update(*problem_->figure, q);
  limits_.rescale(levels_.variables());
  return limits_.bounds();
}

void Evaluation::add_curvature(std::size_t level, const Multipliers& multipliers, const std::vector<LevelRows>& rows,
                               MatX& curvature) const {
  const TaskView pose = view();
  levels_.add_curvature(level, multipliers, rows, pose, curvature);
  limits_.add_curvature(pose.figure, pose.q, multipliers.bounds, curvature);
  levels_.variables().take_both(curvature);
}

Score Evaluation::score_of(const std::vector<LevelRows>& rows) const {
  Score score{VecX(static_cast<Eigen::Index>(rows.size())), 0.0};
  for (std::size_t k = 0; k < rows.size(); ++k) score.levels[static_cast<Eigen::Index>(k)] = rows[k].e.norm();
  if (!problem_->criteria.empty()) score.cost = value(problem_->criteria, view());
  return score;
}

}  // namespace poise
