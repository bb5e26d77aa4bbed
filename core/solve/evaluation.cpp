#include "solve/evaluation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tasks/tree_curvature.hpp"

namespace poise {

namespace {

constexpr double kAtHand = 1.0;       // m, rad: inequalities that are farther away may as well have no end on that side
constexpr double kSameNumber = 1e-9;  // share of (1 + a number): up to this two sides of a question are the same
constexpr double kNearlySame = 0.01;  // the same of sides that are nearly so: goals up to 5 mm beside the middle
constexpr int kManyFreedoms = 128;    // from so many on, Hessians are kept as matrices over the tree where they can be

}  // namespace

Evaluation::Evaluation(std::shared_ptr<const Problem> problem, const VecX& start)
    : problem_(std::move(problem)), levels_(problem_), posed_(*problem_->figure), symmetry_(*problem_) {
  place_start(start);
  take_variables();
}

void Evaluation::begin_anew(const VecX& start) {
  steps_ = 0;
  symmetry_.forget();
  if (place_start(start)) take_variables();
}

// Whether the variables of a step are others from there.
bool Evaluation::place_start(const VecX& start) {
  q_ = clamp(*problem_->figure, start);
  posed_.update_twists(q_);
  return levels_.choose_variables(view());
}

void Evaluation::take_variables() {
  limits_.emplace(*problem_->figure, levels_.variables());
  if (problem_->figure->dof() < kManyFreedoms) return;
  form_ = tree_of(*problem_->figure);
  levels_.variables().take_both(form_);
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
  look_for_symmetry();
  score_ = score_of(current_);
  return reshaped;
}

void Evaluation::update_jacobians() {
  posed_.update_twists(q_);
  if (!jacobians_stale_) return;
  for (std::size_t k = 0; k < current_.size(); ++k) levels_.evaluate(k, view(), current_[k]);
  jacobians_stale_ = false;
}

void Evaluation::evaluate_criteria(Objective& objective) const {
  objective = {};
  const StepVariables& variables = levels_.variables();
  if (!by_joint_.exists()) by_joint_ = tree_of(*problem_->figure);
  if (are_criteria_by_joint()) {
    objective.tree = by_joint_;
    evaluate_by_joint(problem_->criteria, view(), objective.gradient, objective.tree);
    variables.take_both(objective.tree);
  } else {
    evaluate_mixed(problem_->criteria, view(), objective.gradient, objective.hessian, by_joint_);
    variables.take_both(objective.hessian);
    if (are_over_tree(problem_->criteria)) objective.leaves_first = variables.leaves_first();
  }
  variables.take(objective.gradient);
}

VecX Evaluation::criteria_gradient() const {
  VecX gradient;
  slope(problem_->criteria, view(), gradient);
  levels_.variables().take(gradient);
  return gradient;
}

VecX Evaluation::moved(const VecX& q, const VecX& step) const {
  const VecX moved = limits_->moved(place(q), levels_.variables().motion(step));
  if (!symmetry_.holds()) return moved;
  const VecX middle = symmetry_.middle(moved);  // it too keeps to all that a step may not do
  return limits_->moved(place(middle), VecX::Zero(problem_->figure->dof()));
}

VecX Evaluation::symmetric_part(const VecX& step) const {
  const StepVariables& variables = levels_.variables();
  const VecX image = mirror_motion(*problem_->figure, *problem_->mirror, variables.motion(step));
  return 0.5 * (step + variables.step_of(image));
}

// What all levels and the criteria make of a pose: the same for its mirror image when the question is symmetric.
VecX Evaluation::fingerprint(const VecX& q) {
  posed_.update_places(q);
  VecX print(static_cast<Eigen::Index>(candidate_.size()) + 1);
  for (std::size_t k = 0; k < candidate_.size(); ++k) {
    LevelRows& rows = candidate_[k];
    levels_.measure(k, view(), rows);
    const auto near = [](const VecX& room) { return room.cwiseMax(-kAtHand).cwiseMin(kAtHand).squaredNorm(); };
    print[static_cast<Eigen::Index>(k)] = std::sqrt(rows.e.squaredNorm() + near(rows.low) + near(rows.high));
  }
  print[print.size() - 1] = problem_->criteria.empty() ? 0.0 : value(problem_->criteria, view());
  return print;
}

void Evaluation::look_for_symmetry() {
  symmetry_.set(false);
  symmetry_.unlike = 0.0;
  if (!symmetry_.fits(q_) || asks_functions()) return;
  symmetry_.unlike = unlike(q_, 0.0);
  symmetry_.set(symmetry_.unlike <= kSameNumber);
  posed_.update_twists(q_);
}

// How far what the levels and criteria make of a crooked pose is from what they make of its mirror image.
double Evaluation::unlike(const VecX& q, double pattern) {
  const VecX probe = symmetry_.probe(q, pattern);
  const VecX here = fingerprint(probe), there = fingerprint(symmetry_.image(probe));
  return ((here - there).array().abs() / (1.0 + here.array().abs())).maxCoeff();
}

// At three poses, so that none is taken for nearly symmetric by chance.
bool Evaluation::is_nearly_its_image(const VecX& q) {
  if (symmetry_.unlike > kNearlySame || !symmetry_.fits_nearly(q) || asks_functions()) return false;
  const VecX middle = symmetry_.middle(q);
  bool alike = true;
  for (const double pattern : {0.0, 1.0, 3.0}) alike = alike && unlike(middle, pattern) <= kNearlySame;
  posed_.update_twists(q_);
  return alike;
}

bool Evaluation::begin_upright(const VecX& asked_at, const VecX& from) {
  if (!is_nearly_its_image(asked_at)) return false;
  q_ = clamp(*problem_->figure, symmetry_.middle(from));
  levels_.forget_revisions();
  jacobians_stale_ = loosely_restored_ = false;
  refresh();
  symmetry_.keep();
  return true;
}

// Functions of the user are asked at poses of the solve only.
bool Evaluation::asks_functions() const {
  const auto is_function = [](const Demand& demand) { return demand.enabled && demand.task->changes_by_itself(); };
  return std::any_of(problem_->demands.begin(), problem_->demands.end(), is_function);
}

bool Evaluation::has_inequalities() const {
  return std::any_of(current_.begin(), current_.end(), [](const LevelRows& rows) { return rows.low.size() > 0; });
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

const Bounds& Evaluation::bounds_at(const VecX& q) const { return limits_->bounds_at(place(q)); }

const Bounds& Evaluation::bounds_near(const VecX& q, double reach) const { return limits_->bounds_at(place(q), reach); }

void Evaluation::add_curvature(std::size_t level, const Multipliers& multipliers, const std::vector<LevelRows>& rows,
                               MatX& curvature) const {
  const TaskView pose = view();
  levels_.add_curvature(level, multipliers, rows, pose, curvature);
  limits_->limits().add_curvature(pose.figure, pose.q, multipliers.bounds, curvature);
  levels_.variables().take_both(curvature);
}

bool Evaluation::add_tree_curvature(std::size_t level, const Multipliers& multipliers,
                                    const std::vector<LevelRows>& rows, TreeMatrix& curvature) const {
  const TaskView pose = view();
  TreeMatrix own = tree_of(pose.figure);
  if (!levels_.add_tree_curvature(level, multipliers, rows, pose, own)) return false;
  limits_->limits().add_curvature(pose.figure, pose.q, multipliers.bounds, own);
  levels_.variables().take_both(own);
  curvature.add(own, 1.0);
  return true;
}

Score Evaluation::score_of(const std::vector<LevelRows>& rows) const {
  Score score{VecX(static_cast<Eigen::Index>(rows.size())), 0.0};
  for (std::size_t k = 0; k < rows.size(); ++k) score.levels[static_cast<Eigen::Index>(k)] = rows[k].e.norm();
  if (!problem_->criteria.empty()) score.cost = value(problem_->criteria, view());
  return score;
}

}  // namespace poise
