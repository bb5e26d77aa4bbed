#include "kernel/general_method.hpp"

#include <algorithm>

#include "kernel/cut_step.hpp"

namespace poise {

void GeneralMethod::prepare(const StepRequest& request) {
  request_ = request;
  const std::vector<LevelRows>& levels = *request.levels;
  const Eigen::Index n =
      request.count > 0 ? std::max(levels[0].Jt.rows(), levels[0].diagonal.size()) : request.objective->gradient.size();
  factors_.clear(static_cast<int>(n));
  y_.setZero(n);
  v_.setZero(n);
  rounds_ = 0;
  reached_count_ = 0;
  closed_ = shared_ = false;
  form_ = request.source == nullptr ? nullptr : request.source->form();
  for (std::size_t k = 0; k < request.count; ++k) {
    if (levels[k].allowed_Jt.cols() > 0) form_ = nullptr;
  }
  kept_.clear();
  bounds_.start(*request.bounds, levels);
  active_.clear(bounds_.given());
  request.active->resize(bounds_.slots());
  needed_.assign(bounds_.slots(), {});
}

void GeneralMethod::step(const StepRequest& request) {
  prepare(request);
  hold_equalities();
  const int last = solve_levels();
  const auto levels = static_cast<int>(request.levels->size());
  for (const HeldBound& bound : active_.open())
    needed_[bounds_.slot(static_cast<std::size_t>(bound.row))] = {bound.side, levels};
  for (std::size_t i = 0; i < needed_.size(); ++i) {  // of levels that were not served the guess is as good as it was
    const ActiveBound& was = (*request.active)[i];
    const bool unknown = needed_[i].side == Side::kNone || needed_[i].level == levels;
    if (unknown && was.side != Side::kNone && was.level > last) needed_[i] = was;
  }
  *request.active = needed_;
}

// Couplings of joints are equalities above all levels.
void GeneralMethod::hold_equalities() {
  for (std::size_t i = 0; i < bounds_.given(); ++i) {
    if (bounds_[i].equality) active_.hold({static_cast<int>(i), Side::kUpper});
  }
  hold_all({0, 0});
  for (const HeldBound& bound : active_.open()) needed_[static_cast<std::size_t>(bound.row)] = {bound.side, 0};
  active_.open().clear();
  v_ = y_;
  factors_.reflections().unapply(v_);
}

// The last level that was served; the number of levels: the objective.
int GeneralMethod::solve_levels() {
  std::vector<LevelRows>& levels = *request_.levels;
  const Objective& objective = *request_.objective;
  const bool has_objective = objective.gradient.size() == factors_.size();
  for (std::size_t k = 0; k < request_.count; ++k) {
    const bool last = k + 1 == request_.count && !has_objective;
    const LevelRows& rows = bounds_.split(levels[k], static_cast<int>(k), v_);
    active_.grow_to(bounds_.size());
    // Rows below cannot respect a stiff term exactly enough: a level that has some keeps its directions as rows.
    const bool lowest = k + 1 == request_.count;
    Subproblem problem = subproblem_of(rows, static_cast<int>(k), last, lowest ? form_ : nullptr);
    serve(problem, levels[k].curvature);
    bounds_.bind_lenient(levels[k], static_cast<int>(k), v_);
    active_.grow_to(bounds_.size());
    shared_ = shared_ || (rows.e.size() > 0 && rows.allowed_Jt.cols() == 0);
    if (!bounds_.numbers().empty()) factors_.renumber(static_cast<int>(k), bounds_.numbers());
    if (goes_too_far()) return static_cast<int>(k);
  }
  if (has_objective) {
    Subproblem problem = subproblem_of(objective, static_cast<int>(levels.size()));
    if (problem.f.tree.exists() && request_.source != nullptr && request_.source->form() == nullptr)
      problem.make_dense();
    Curvature curvature;
    serve(problem, curvature);
  }
  return static_cast<int>(levels.size());
}

void GeneralMethod::serve(Subproblem& problem, Curvature& curvature) {
  respect_kept(problem);
  guess(problem.level);
  problem.curvature = &curvature;
  solve(problem);
  if (reached_.size() <= reached_count_) reached_.emplace_back();
  reached_[reached_count_++] = v_;
}

// The bounds that this level had a multiplier for in the last step.
void GeneralMethod::guess(int level) {
  for (std::size_t i = 0; i < bounds_.size(); ++i) {
    const ActiveBound& was = (*request_.active)[bounds_.slot(i)];
    const auto row = static_cast<int>(i);
    if (was.side == Side::kNone || bounds_[i].equality || active_.is_held(row) || was.level != level) continue;
    active_.hold({row, was.side});
  }
}

VecX GeneralMethod::within(double radius) const {
  VecX inside = VecX::Zero(factors_.size());
  for (std::size_t k = 0; k < reached_count_; ++k) {
    if (!advance_within(radius, reached_[k], inside)) break;
  }
  return inside;
}

// What an inequality that is held lacks where the first `count` levels are now, in units of its row. One of a level
// below them stays where it is: its error was not measured.
double GeneralMethod::lack(std::size_t bound, const std::vector<LevelRows>& levels, std::size_t count) const {
  const RowOwner row = bounds_.origin(bound);
  if (row.level >= static_cast<int>(count)) return 0.0;
  return levels[static_cast<std::size_t>(row.level)].e[row.row] / bounds_.length(bound);
}

VecX GeneralMethod::again(const std::vector<LevelRows>& levels, std::size_t count, const VecX& slack) const {
  VecX y = VecX::Zero(factors_.size());
  for (int i = 0; i < factors_.rank(); ++i) {
    const RowOwner owner = factors_.owner(i);
    if (owner.level >= static_cast<int>(count) || owner.level == RowOwner::kDirection) break;
    if (!kept_.empty() && i >= kept_rank_) break;
    double wanted = 0.0;
    if (owner.level >= 0)
      wanted = levels[static_cast<std::size_t>(owner.level)].e[owner.row];
    else if (const auto bound = static_cast<std::size_t>(owner.row); bound >= bounds_.given())
      wanted = lack(bound, levels, count);
    else if (owner.row < slack.size())
      wanted = slack[owner.row];
    y[i] = factors_.decided(i, wanted, y);
  }
  factors_.reflections().unapply(y);
  return y;
}

}  // namespace poise
