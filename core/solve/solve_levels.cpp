// The levels of a solver: their shapes, errors, Jacobians and curvatures.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "solve/solve_parts.hpp"

namespace poise {

namespace {

VecX norms(const std::vector<LevelRows>& levels) {
  VecX r(static_cast<Eigen::Index>(levels.size()));
  for (std::size_t k = 0; k < levels.size(); ++k) r[static_cast<Eigen::Index>(k)] = levels[k].e.norm();
  return r;
}

// The errors of a task, measured in rows `at` …, by its weight; of an inequality, from the room that it has. Beside
// inequalities, what wants to be met exactly has no room.
void weigh(const Demand& demand, Eigen::Index at, LevelRows& rows) {
  const double root = std::sqrt(demand.weight);
  const int m = demand.task->rows();
  auto error = rows.e.segment(at, m);
  if (demand.task->is_inequality()) {
    auto low = rows.low.segment(at, m), high = rows.high.segment(at, m);
    low *= root;
    high *= root;
    error = low.cwiseMax(0.0) + high.cwiseMin(0.0);
  } else {
    error *= root;
    if (rows.low.size() > 0) rows.low.segment(at, m) = rows.high.segment(at, m) = error;
  }
}

}  // namespace

bool Solver::counts(std::size_t level, const Demand& demand) const {
  return demand.enabled && !(static_cast<int>(level) == places_first_ && demand.task->turns());
}

// Whether a level is another one than here_ shows at the same pose.
bool Solver::is_news(std::size_t level) const {
  if (seen_.empty()) return true;
  return std::any_of(problem_->levels[level].begin(), problem_->levels[level].end(), [&](int i) {
    const Demand& demand = problem_->demands[static_cast<std::size_t>(i)];
    return demand.revision != seen_[static_cast<std::size_t>(i)] || demand.task->changes_by_itself();
  });
}

// Whether other tasks count than those that the levels were shaped for.
bool Solver::are_others() const {
  const auto same = [](const Demand& demand, const std::pair<const Task*, bool>& was) {
    return demand.task.get() == was.first && demand.enabled == was.second;
  };
  return !std::equal(problem_->demands.begin(), problem_->demands.end(), shaped_.begin(), shaped_.end(), same);
}

void Solver::shape_levels() {
  shaped_.clear();
  for (const Demand& demand : problem_->demands) shaped_.emplace_back(demand.task.get(), demand.enabled);
  here_.resize(problem_->levels.size());
  there_.resize(here_.size());
  const Eigen::Index n = problem_->figure->dof();
  for (std::size_t k = 0; k < here_.size(); ++k) {
    Eigen::Index rows = 0;
    bool choosy = false, inequalities = false;
    int tasks = 0;
    const Demand* only = nullptr;
    for (const int i : problem_->levels[k]) {
      const Demand& demand = problem_->demands[static_cast<std::size_t>(i)];
      if (!counts(k, demand)) continue;
      rows += demand.task->rows();
      choosy = choosy || demand.joints.size() > 0;
      inequalities = inequalities || demand.task->is_inequality();
      ++tasks;
      only = &demand;
    }
    const bool diagonal = tasks == 1 && only->task->diagonal() != nullptr && !choosy;
    for (LevelRows* level : {&here_[k], &there_[k]}) {
      level->diagonal = diagonal ? VecX(std::sqrt(only->weight) * *only->task->diagonal()) : VecX();
      if (diagonal) variables_.take(level->diagonal);
      level->Jt.resize(n, diagonal ? 0 : rows);
      level->e.resize(diagonal ? n : rows);
      level->low.resize(inequalities ? rows : 0);
      level->high.resize(inequalities ? rows : 0);
      level->allowed_Jt.resize(n, choosy ? rows : 0);
    }
  }
}

// Degrees of freedom in the order of the first level that they move.
void Solver::choose_variables(const VecX& start) {
  const VecX scale = problem_->mobility.cwiseSqrt();
  const auto n = static_cast<std::size_t>(problem_->figure->dof());
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  variables_.set(order, VecX());
  q_ = clamp(*problem_->figure, start);
  shape_levels();
  look(q_);
  std::vector<std::size_t> first(n, here_.size());
  for (std::size_t k = here_.size(); k-- > 0;) {
    evaluate_level(k, here_[k]);
    for (std::size_t i = 0; i < n && here_[k].Jt.cols() > 0; ++i) {
      if ((here_[k].Jt.row(static_cast<Eigen::Index>(i)).array() != 0.0).any()) first[i] = k;
    }
  }
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return first[static_cast<std::size_t>(a)] < first[static_cast<std::size_t>(b)];
  });
  variables_.set(order, scale);
  limits_.reorder(variables_);
}

VecX Solver::moved(const VecX& q, const VecX& step) const {
  const Figure& figure = *problem_->figure;
  return clamp(figure, integrate(figure, q, variables_.motion(step)));
}

void Solver::update_limits(const VecX& q) {
  limits_.update(*problem_->figure, q);
  limits_.rescale(variables_);
}

void Solver::glance(const VecX& q) {
  looked_ = q;
  place(*problem_->figure, looked_, kinematics_);
  carry_masses(*problem_->figure, kinematics_, masses_);
  twisted_ = false;
}

void Solver::look(const VecX& q) {
  if (looked_.size() == 0 || looked_ != q) glance(q);
  if (!twisted_) add_twists(*problem_->figure, looked_, kinematics_);
  twisted_ = true;
}

void Solver::evaluate_level(std::size_t level, LevelRows& rows) const {
  const TaskView view = this->view();
  Eigen::Index at = 0;
  if (given_.cols() < rows.Jt.cols()) given_.resize(rows.Jt.rows(), rows.Jt.cols());
  given_.leftCols(rows.Jt.cols()).setZero();
  for (const int i : problem_->levels[level]) {
    const Demand& demand = problem_->demands[static_cast<std::size_t>(i)];
    if (!counts(level, demand)) continue;
    const double root = std::sqrt(demand.weight);
    if (rows.diagonal.size() > 0) {
      demand.task->evaluate_freedoms(view, rows.e);
      rows.e *= root;
      variables_.reorder(rows.e);
      return;
    }
    const int m = demand.task->rows();
    auto Jt = given_.middleCols(at, m);
    if (demand.task->is_inequality())
      demand.task->evaluate_room(view, rows.low.segment(at, m), rows.high.segment(at, m), Jt);
    else
      demand.task->evaluate(view, rows.e.segment(at, m), Jt);
    weigh(demand, at, rows);
    if (root != 1.0) Jt *= root;
    at += m;
  }
  variables_.take(given_, rows.Jt);
  if (rows.allowed_Jt.cols() > 0) choose_helpers(level, rows);
}

// The rows of a level, less the joints that shall not help.
void Solver::choose_helpers(std::size_t level, LevelRows& rows) const {
  rows.allowed_Jt = rows.Jt;
  Eigen::Index at = 0;
  for (const int i : problem_->levels[level]) {
    const Demand& demand = problem_->demands[static_cast<std::size_t>(i)];
    if (!counts(level, demand)) continue;
    const int m = demand.task->rows();
    if (demand.joints.size() > 0) {
      VecX shares = demand.joints;
      variables_.reorder(shares);
      rows.allowed_Jt.middleCols(at, m).array().colwise() *= shares.array();
    }
    at += m;
  }
}

// The errors of a level alone.
void Solver::measure_level(std::size_t level, LevelRows& rows) const {
  if (rows.diagonal.size() > 0) return evaluate_level(level, rows);
  Eigen::Index at = 0;
  for (const int i : problem_->levels[level]) {
    const Demand& demand = problem_->demands[static_cast<std::size_t>(i)];
    if (!counts(level, demand)) continue;
    const int m = demand.task->rows();
    if (demand.task->is_inequality())
      demand.task->measure_room(view(), rows.low.segment(at, m), rows.high.segment(at, m));
    else
      demand.task->measure(view(), rows.e.segment(at, m));
    weigh(demand, at, rows);
    at += m;
  }
}

Solver::Score Solver::score(const std::vector<LevelRows>& levels) const {
  return {norms(levels), problem_->criteria.empty() ? 0.0 : value(problem_->criteria, view())};
}

// The curvature of a level's own errors and of the rows that hold it: the Hessian of its Lagrangian, but for the JᵀJ.
void Solver::add_curvature(std::size_t level, const Multipliers& multipliers, MatX& curvature) {
  if (level == here_.size() && !struggling_[level]) return;
  const TaskView view = this->view();
  for (std::size_t k = 0; k <= level && k < multipliers.levels.size(); ++k) {
    if (here_[k].diagonal.size() > 0) continue;
    Eigen::Index at = 0;
    for (const int i : problem_->levels[k]) {
      const Demand& demand = problem_->demands[static_cast<std::size_t>(i)];
      if (!counts(k, demand)) continue;
      const int m = demand.task->rows();
      const double root = std::sqrt(demand.weight);
      VecX pull = -root * multipliers.levels[k].segment(at, m);
      if (k == level) pull += root * (*bending_)[k].e.segment(at, m);
      if (pull.squaredNorm() > 0.0) demand.task->add_curvature(view, pull, curvature);
      at += m;
    }
  }
  limits_.add_curvature(view.figure, view.q, multipliers.bounds, curvature);
  variables_.take_both(curvature);
}

}  // namespace poise
