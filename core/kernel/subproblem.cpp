#include "kernel/subproblem.hpp"

#include "kernel/diagonal_level.hpp"

namespace poise {

namespace {

// Whether every degree of freedom that has an effect on a level may move for it.
bool all_may_move(const LevelRows& level) {
  for (Eigen::Index i = 0; i < level.Jt.rows(); ++i) {
    if (!may_move(level, i) && (level.Jt.row(i).array() != 0.0).any()) return false;
  }
  return true;
}

// |J v − e|² as a quadratic function, but for a factor of two and a constant.
Quadratic squares_of(const LevelRows& rows, const TreeMatrix* form) {
  Quadratic f;
  if (form != nullptr) {
    f.tree = *form;
    if (rows.is_posture()) {
      f.gradient = -rows.diagonal.cwiseProduct(rows.e);
      f.tree.add_diagonal(rows.diagonal.cwiseAbs2());
    } else {
      f.gradient.noalias() = rows.Jt * -rows.e;
      f.tree.add_squares(rows.Jt, 1.0);
    }
  } else if (rows.is_posture()) {
    f.gradient = -rows.diagonal.cwiseProduct(rows.e);
    f.hessian = rows.diagonal.cwiseAbs2().asDiagonal();
  } else {
    f.gradient.noalias() = rows.Jt * -rows.e;
    f.hessian.noalias() = rows.Jt.lazyProduct(rows.Jt.transpose());  // a few rows only
  }
  f.damping = rows.damping;
  return f;
}

}  // namespace

bool may_move(const LevelRows& level, Eigen::Index dof) { return (level.allowed_Jt.row(dof).array() != 0.0).any(); }

MatX allowed_directions(const LevelRows& level) {
  const Eigen::Index n = level.Jt.rows();
  MatX units = MatX::Zero(n, n);
  Eigen::Index m = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    if (may_move(level, i)) units(i, m++) = 1.0;
  }
  return units.leftCols(m);
}

VecX Subproblem::gradient(const VecX& v) const {
  if (kind == Kind::kUniformObjective) return f.gradient + damping * v;
  if (is_second_order()) return f.slope(v);
  return rows->diagonal.cwiseProduct(rows->diagonal.cwiseProduct(v) - rows->e);
}

void Subproblem::make_dense() {
  f.hessian = f.tree.dense();
  f.tree = bare = above = {};
  if (curvature == nullptr || !curvature->tree.exists()) return;
  curvature->dense = curvature->tree.dense();
  curvature->tree = {};
}

Subproblem subproblem_of(const LevelRows& rows, int level, bool last, const TreeMatrix* form) {
  Subproblem problem;
  problem.level = level;
  problem.rows = &rows;
  problem.last = last;
  problem.damping = rows.damping;
  const bool second_order = rows.second_order && rows.e.size() > 0;
  problem.curved = second_order;
  if (second_order) problem.f = squares_of(rows, form);
  if (rows.allowed_Jt.cols() > 0 && !(second_order && all_may_move(rows))) {
    problem.kind = Subproblem::Kind::kAllowedJoints;
  } else if (second_order) {
    problem.kind = Subproblem::Kind::kQuadratic;
  } else if (last && rows.is_posture() && is_uniform(rows.diagonal)) {
    problem.kind = Subproblem::Kind::kUniformDiagonal;
  } else if (form != nullptr && rows.is_posture()) {
    become_quadratic(problem, *form);
  }
  problem.bare = problem.f.tree;
  return problem;
}

Subproblem subproblem_of(const Objective& objective, int level) {
  Subproblem problem;
  problem.level = level;
  problem.f.gradient = objective.gradient;
  if (objective.is_uniform()) {
    problem.kind = Subproblem::Kind::kUniformObjective;
    problem.damping = objective.stiffness;
  } else {
    problem.kind = Subproblem::Kind::kQuadratic;
    problem.curved = true;
    problem.f.hessian = objective.hessian;
    problem.f.tree = problem.bare = objective.tree;
    problem.f.damping = objective.damping;
  }
  return problem;
}

void become_quadratic(Subproblem& problem, const TreeMatrix& form) {
  if (problem.is_second_order()) return;
  if (problem.kind == Subproblem::Kind::kUniformObjective) {
    problem.f.tree = form;
    problem.f.tree.add_diagonal(VecX::Constant(form.size(), problem.damping));
  } else {
    problem.f = squares_of(*problem.rows, &form);
  }
  problem.kind = Subproblem::Kind::kQuadratic;
  problem.bare = problem.f.tree;
}

}  // namespace poise
