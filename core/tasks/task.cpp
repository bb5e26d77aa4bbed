#include "tasks/task.hpp"

#include <cmath>

#include "tasks/task_parts.hpp"

namespace poise {

// Up to a quarter turn read off the skew part, axis × sin θ; small ones by the series of arcsin.
Vec3 turn_between(const Mat3& from, const Mat3& to) {
  const Mat3 R = to * from.transpose();
  const Vec3 skew = 0.5 * Vec3(R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1));
  const double cosine = 0.5 * (R.trace() - 1.0), square = skew.squaredNorm();
  if (cosine < 0.0) return log_rotation(Quat(R).normalized());
  if (square < 1e-3) {
    const double more = 15.0 / 336.0 + square * (105.0 / 3456.0 + square * (945.0 / 42240.0));
    return (1.0 + square * (1.0 / 6.0 + square * (3.0 / 40.0 + square * more))) * skew;
  }
  const double sine = std::sqrt(square);
  return (std::atan2(sine, cosine) / sine) * skew;
}

void Task::evaluate_room(const TaskView& view, Eigen::Ref<VecX> low, Eigen::Ref<VecX> high, Eigen::Ref<MatX> Jt) const {
  evaluate(view, low, Jt);
  high = low;
}

void Task::measure_room(const TaskView& view, Eigen::Ref<VecX> low, Eigen::Ref<VecX> high) const {
  MatX Jt = MatX::Zero(view.figure.dof(), rows());
  evaluate_room(view, low, high, Jt);
}

void Task::measure(const TaskView& view, Eigen::Ref<VecX> error) const {
  MatX Jt = MatX::Zero(view.figure.dof(), rows());
  evaluate(view, error, Jt);
}

// By central differences of Jᵀ w: of a smooth function in exponential coordinates the symmetric part is the Hessian.
void Task::add_curvature(const TaskView& view, const VecX& pull, MatX& H) const {
  constexpr double kStep = 1e-5;
  const int n = view.figure.dof();
  Kinematics kinematics;
  MassState masses;
  VecX low(rows()), high(rows());
  MatX Jt(n, rows()), D(n, n);
  const auto drawn = [&](const VecX& v) -> VecX {
    const VecX q = integrate(view.figure, view.q, v);
    forward(view.figure, q, kinematics);
    carry_masses(view.figure, kinematics, masses);
    Jt.setZero();
    evaluate_room({view.figure, q, kinematics, masses, view.step}, low, high, Jt);
    return Jt * pull;
  };
  for (int k = 0; k < n; ++k) {
    const VecX h = kStep * VecX::Unit(n, k);
    D.col(k) = (drawn(h) - drawn(-h)) / (2.0 * kStep);
  }
  H -= 0.5 * (D + D.transpose());
}

bool Task::add_tree_curvature(const TaskView&, const VecX&, TreeMatrix&) const { return false; }

void Task::evaluate_freedoms(const TaskView&, VecX&) const {}

void Inequality::evaluate(const TaskView& view, Out error, OutT Jt) const {
  VecX low(rows()), high(rows());
  evaluate_room(view, low, high, Jt);
  error = low.cwiseMax(0.0) + high.cwiseMin(0.0);
}

bool Task::is_angle(int) const { return turns(); }

std::vector<Match> Task::matches(const Figure&) const { return {}; }

Match::End point_of(const Figure& figure, int site, const Vec3& at) {
  const Site& s = figure.sites()[static_cast<std::size_t>(site)];
  return {s.segment, s.placement.p + s.placement.R * at};
}

Match::End direction_of(const Figure& figure, int site, const Vec3& direction) {
  const Site& s = figure.sites()[static_cast<std::size_t>(site)];
  return {s.segment, s.placement.R * direction};
}

// Three axes each: |R − R'|² = 8 sin²(θ/2), twice the squared angle where that is small.
void add_turn_matches(const Figure& figure, int site, int other, const Mat3& goal, std::vector<Match>& out) {
  for (int i = 0; i < 3; ++i) {
    Match match{Match::Kind::kDirection, direction_of(figure, site, Vec3::Unit(i)), {}, Mat3::Identity(), 0.5};
    match.wanted = other < 0 ? Match::End{Match::kWorld, goal.col(i)} : direction_of(figure, other, goal.col(i));
    out.push_back(match);
  }
}

}  // namespace poise
