#include "solve/task_levels.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace poise {

namespace {

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

std::vector<int> by_freedom(const Figure& figure) {
  std::vector<int> order(static_cast<std::size_t>(figure.dof()));
  std::iota(order.begin(), order.end(), 0);
  return order;
}

}  // namespace

TaskLevels::TaskLevels(std::shared_ptr<const Problem> problem) : problem_(std::move(problem)) {
  variables_.set(by_freedom(*problem_->figure), VecX());
}

bool TaskLevels::choose_variables(const TaskView& view) {
  std::vector<LevelRows> rows(problem_->levels.size());
  const auto n = static_cast<std::size_t>(problem_->figure->dof());
  const std::vector<int> before = variables_.order();
  std::vector<int> order = by_freedom(*problem_->figure);
  variables_.set(order, VecX());
  position_first_level_ = -1;
  std::vector<std::size_t> first(n, rows.size());
  for (std::size_t k = rows.size(); k-- > 0;) {
    shape(k, rows[k]);
    evaluate(k, view, rows[k]);
    for (std::size_t i = 0; i < n && rows[k].Jt.cols() > 0; ++i) {
      if ((rows[k].Jt.row(static_cast<Eigen::Index>(i)).array() != 0.0).any()) first[i] = k;
    }
  }
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return first[static_cast<std::size_t>(a)] < first[static_cast<std::size_t>(b)];
  });
  variables_.set(order, problem_->mobility.cwiseSqrt());
  return order != before;
}

bool TaskLevels::counts(std::size_t level, const Demand& demand) const {
  return demand.enabled && !(static_cast<int>(level) == position_first_level_ && demand.task->turns());
}

bool TaskLevels::has_changed(std::size_t level) const {
  if (revisions_.empty()) return true;
  return std::any_of(problem_->levels[level].begin(), problem_->levels[level].end(), [&](int i) {
    const Demand& demand = problem_->demands[static_cast<std::size_t>(i)];
    return demand.revision != revisions_[static_cast<std::size_t>(i)] || demand.task->changes_by_itself();
  });
}

void TaskLevels::note_revisions() {
  revisions_.resize(problem_->demands.size());
  for (std::size_t i = 0; i < revisions_.size(); ++i) revisions_[i] = problem_->demands[i].revision;
}

bool TaskLevels::needs_shaping() const {
  const auto same = [](const Demand& demand, const std::pair<const Task*, bool>& was) {
    return demand.task.get() == was.first && demand.enabled == was.second;
  };
  const std::vector<Demand>& demands = problem_->demands;
  return revisions_.empty() ||
         !std::equal(demands.begin(), demands.end(), shaped_for_.begin(), shaped_for_.end(), same);
}

void TaskLevels::shape(std::vector<LevelRows>& current, std::vector<LevelRows>& candidate) {
  shaped_for_.clear();
  for (const Demand& demand : problem_->demands) shaped_for_.emplace_back(demand.task.get(), demand.enabled);
  current.resize(problem_->levels.size());
  candidate.resize(current.size());
  for (std::size_t k = 0; k < current.size(); ++k) {
    shape(k, current[k]);
    shape(k, candidate[k]);
  }
}

void TaskLevels::shape(std::size_t level, LevelRows& rows) const {
  const Eigen::Index n = problem_->figure->dof();
  Eigen::Index m = 0;
  bool some_joints = false, inequalities = false;
  int tasks = 0;
  const Demand* only = nullptr;
  rows.lenient.clear();
  for (const int i : problem_->levels[level]) {
    const Demand& demand = problem_->demands[static_cast<std::size_t>(i)];
    if (!counts(level, demand)) continue;
    if (demand.task->lenient_row() >= 0) rows.lenient.push_back(static_cast<int>(m) + demand.task->lenient_row());
    m += demand.task->rows();
    some_joints = some_joints || demand.joints.size() > 0;
    inequalities = inequalities || demand.task->is_inequality();
    ++tasks;
    only = &demand;
  }
  const bool diagonal = tasks == 1 && only->task->diagonal() != nullptr && !some_joints;
  rows.diagonal = diagonal ? VecX(std::sqrt(only->weight) * *only->task->diagonal()) : VecX();
  if (diagonal) variables_.take(rows.diagonal);
  rows.Jt.resize(n, diagonal ? 0 : m);
  rows.e.resize(diagonal ? n : m);
  rows.low.resize(inequalities ? m : 0);
  rows.high.resize(inequalities ? m : 0);
  rows.allowed_Jt.resize(n, some_joints ? m : 0);
}

void TaskLevels::evaluate(std::size_t level, const TaskView& view, LevelRows& rows) const {
  Eigen::Index at = 0;
  if (jacobian_.cols() < rows.Jt.cols()) jacobian_.resize(rows.Jt.rows(), rows.Jt.cols());
  jacobian_.leftCols(rows.Jt.cols()).setZero();
  for (const int i : problem_->levels[level]) {
    const Demand& demand = problem_->demands[static_cast<std::size_t>(i)];
    if (!counts(level, demand)) continue;
    const double root = std::sqrt(demand.weight);
    if (rows.is_posture()) {
      demand.task->evaluate_freedoms(view, rows.e);
      rows.e *= root;
      variables_.reorder(rows.e);
      return;
    }
    const int m = demand.task->rows();
    auto Jt = jacobian_.middleCols(at, m);
    if (demand.task->is_inequality())
      demand.task->evaluate_room(view, rows.low.segment(at, m), rows.high.segment(at, m), Jt);
    else
      demand.task->evaluate(view, rows.e.segment(at, m), Jt);
    weigh(demand, at, rows);
    if (root != 1.0) Jt *= root;
    at += m;
  }
  variables_.take(jacobian_, rows.Jt);
  if (rows.allowed_Jt.cols() > 0) keep_allowed_joints(level, rows);
}

// The rows of a level, less the joints that shall not help.
void TaskLevels::keep_allowed_joints(std::size_t level, LevelRows& rows) const {
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

void TaskLevels::measure(std::size_t level, const TaskView& view, LevelRows& rows) const {
  if (rows.is_posture()) return evaluate(level, view, rows);
  Eigen::Index at = 0;
  for (const int i : problem_->levels[level]) {
    const Demand& demand = problem_->demands[static_cast<std::size_t>(i)];
    if (!counts(level, demand)) continue;
    const int m = demand.task->rows();
    if (demand.task->is_inequality())
      demand.task->measure_room(view, rows.low.segment(at, m), rows.high.segment(at, m));
    else
      demand.task->measure(view, rows.e.segment(at, m));
    weigh(demand, at, rows);
    at += m;
  }
}

// Calls visit(task, pull) for all tasks that pull at a level or hold it, as long as it returns true.
template <typename Visit>
bool TaskLevels::for_each_pull(std::size_t level, const Multipliers& multipliers, const std::vector<LevelRows>& rows,
                               Visit&& visit) const {
  for (std::size_t k = 0; k <= level && k < multipliers.levels.size(); ++k) {
    if (rows[k].is_posture()) continue;
    Eigen::Index at = 0;
    for (const int i : problem_->levels[k]) {
      const Demand& demand = problem_->demands[static_cast<std::size_t>(i)];
      if (!counts(k, demand)) continue;
      const int m = demand.task->rows();
      const double root = std::sqrt(demand.weight);
      VecX weights = -root * multipliers.levels[k].segment(at, m);
      if (k == level) weights += root * rows[k].e.segment(at, m);
      if (weights.squaredNorm() > 0.0 && !visit(*demand.task, weights)) return false;
      at += m;
    }
  }
  return true;
}

void TaskLevels::add_curvature(std::size_t level, const Multipliers& multipliers, const std::vector<LevelRows>& rows,
                               const TaskView& view, MatX& curvature) const {
  for_each_pull(level, multipliers, rows, [&](const Task& task, const VecX& pull) {
    task.add_curvature(view, pull, curvature);
    return true;
  });
}

bool TaskLevels::add_tree_curvature(std::size_t level, const Multipliers& multipliers,
                                    const std::vector<LevelRows>& rows, const TaskView& view,
                                    TreeMatrix& curvature) const {
  curvature.omega = view.kinematics.angular;
  return for_each_pull(level, multipliers, rows, [&](const Task& task, const VecX& pull) {
    return task.add_tree_curvature(view, pull, curvature);
  });
}

}  // namespace poise
