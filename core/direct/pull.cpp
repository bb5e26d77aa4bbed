#include "direct/pull.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "body/jacobian_rows.hpp"
#include "direct/lengths.hpp"

namespace poise {

namespace {

// The degrees of freedom of a joint that slide: [begin, end) of its own.
std::pair<int, int> slides_of(Model model) {
  if (model == Model::kSlide) return {0, 1};
  if (model == Model::kFree) return {0, 3};
  return {0, 0};
}

const MatX& helped_rows(const LevelRows& rows) { return rows.allowed_Jt.cols() > 0 ? rows.allowed_Jt : rows.Jt; }

}  // namespace

Pull::Pull(const Evaluation& evaluation) {
  const Figure& figure = *evaluation.problem().figure;
  unit_ = unit_of(figure);
  const std::vector<double> links = link_lengths(figure);
  gains_ = lengths_ = VecX::Ones(figure.dof());
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Joint& joint = figure.joints()[i];
    const auto [begin, end] = slides_of(joint.model);
    for (int k = 0; k < size_of(joint.model).dof; ++k) {
      const bool slides = k >= begin && k < end;
      lengths_[joint.v + k] = slides ? unit_ : 1.0;
      gains_[joint.v + k] = slides ? unit_ : std::sqrt(unit_ / links[i]);
    }
  }
  evaluation.variables().reorder(gains_);
}

void Pull::read(const Evaluation& evaluation) {
  const Problem& problem = evaluation.problem();
  read_points(problem);
  units_.assign(problem.levels.size(), VecX());
  for (std::size_t level = 0; level < units_.size(); ++level) {
    const LevelRows& rows = evaluation.current()[level];
    units_[level] = VecX::Ones(rows.e.size());
    if (rows.is_posture()) continue;
    Eigen::Index at = 0;
    for (const int i : problem.levels[level]) {
      const Demand& demand = problem.demands[static_cast<std::size_t>(i)];
      if (!demand.enabled) continue;
      for (int row = 0; row < demand.task->rows(); ++row, ++at) {
        if (!demand.task->is_angle(row)) units_[level][at] = 1.0 / unit_;
      }
    }
  }
}

void Pull::read_points(const Problem& problem) {
  points_.clear();
  if (problem.levels.empty()) return;
  for (const int i : problem.levels.back()) {
    const Demand& demand = problem.demands[static_cast<std::size_t>(i)];
    if (!demand.enabled) continue;
    const std::vector<Match> matches = demand.task->matches(*problem.figure);
    const auto is_point = [](const Match& match) {
      return match.kind == Match::Kind::kPoint && match.wanted.segment == Match::kWorld;
    };
    if (matches.empty() || demand.joints.size() > 0 || !std::all_of(matches.begin(), matches.end(), is_point)) {
      points_.clear();
      return;
    }
    for (const Match& match : matches) {
      const double weight = demand.weight * match.weight / (unit_ * unit_);
      points_.push_back({match.moving.segment, match.moving.at, match.wanted.at, weight * match.along});
    }
  }
}

// The work of a force when a degree of freedom moves (jacobian_rows.hpp), for each point along the joints that carry
// it.
VecX Pull::force_at_points(const Evaluation& evaluation) const {
  const TaskView view = evaluation.view();
  VecX sum = VecX::Zero(gains_.size());
  for (const Point& point : points_) {
    const Placement& segment = view.kinematics.segments[static_cast<std::size_t>(point.segment)];
    const Vec3 place = segment.p + segment.R * point.at, force = point.P * (point.goal - place);
    Eigen::Map<MatX> column(sum.data(), sum.size(), 1);
    add_rows(view.figure, view.kinematics, point.segment, forces_at(view.kinematics, place, force), column);
  }
  evaluation.variables().take(sum);
  return sum;
}

VecX Pull::force(const Evaluation& evaluation, std::size_t from, std::size_t to) const {
  if (is_at_points() && from + 1 == units_.size() && from + 1 == to) return force_at_points(evaluation);
  VecX sum = VecX::Zero(gains_.size());
  for (std::size_t level = from; level < to; ++level) {
    const LevelRows& rows = evaluation.current()[level];
    const VecX pull = units_[level].cwiseAbs2().cwiseProduct(rows.e);
    if (rows.is_posture())
      sum += rows.diagonal.cwiseProduct(pull);
    else
      sum.noalias() += helped_rows(rows) * pull;
  }
  return sum;
}

double Pull::energy(const std::vector<LevelRows>& rows, std::size_t from, std::size_t to) const {
  double sum = 0.0;
  for (std::size_t level = from; level < to; ++level) sum += units_[level].cwiseProduct(rows[level].e).squaredNorm();
  return 0.5 * sum;
}

double Pull::stretch(const Evaluation& evaluation, const VecX& u, std::size_t from, std::size_t to) const {
  double sum = 0.0;
  for (std::size_t level = from; level < to; ++level) {
    const LevelRows& rows = evaluation.current()[level];
    const VecX moved = rows.is_posture() ? VecX(rows.diagonal.cwiseProduct(u)) : VecX(rows.Jt.transpose() * u);
    for (Eigen::Index i = 0; i < moved.size(); ++i) {
      if (rows.e[i] != 0.0) sum += std::pow(units_[level][i] * moved[i], 2);  // an inequality that holds has no band
    }
  }
  return sum;
}

double Pull::largest_motion(const VecX& v) const {
  return v.size() > 0 ? v.cwiseQuotient(lengths_).cwiseAbs().maxCoeff() : 0.0;
}

}  // namespace poise
