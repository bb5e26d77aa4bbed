#include "criteria/member_criterion.hpp"

#include "tasks/member_task.hpp"
#include "tasks/tree_curvature.hpp"

namespace poise {

namespace {

using Twists = MemberPose::Twists;

VecX among_all(const Member& member, const VecX& own, int dof) {
  VecX all = VecX::Zero(dof);
  all.segment(member.v, own.size()) = own;
  return all;
}

}  // namespace

double MemberCriterion::evaluate(const TaskView& view, VecX& gradient, MatX& hessian) const {
  const MemberPose pose(member_, view.q, Twists::kYes);
  VecX g;
  MatX H;
  const double f = own_->evaluate(view_of(member_, pose, view.step), g, H);
  gradient = among_all(member_, g, view.figure.dof());
  hessian = MatX::Zero(view.figure.dof(), view.figure.dof());
  hessian.block(member_.v, member_.v, g.size(), g.size()) = H;
  return f;
}

double MemberCriterion::evaluate_by_joint(const TaskView& view, VecX& gradient, TreeMatrix& hessian) const {
  const MemberPose pose(member_, view.q, Twists::kYes);
  VecX g;
  TreeMatrix H = tree_of(*member_.figure);
  const double f = own_->evaluate_by_joint(view_of(member_, pose, view.step), g, H);
  gradient = among_all(member_, g, view.figure.dof());
  add_member_tree(member_, H, hessian);
  return f;
}

double MemberCriterion::value(const TaskView& view) const {
  const MemberPose pose(member_, view.q, Twists::kYes);
  return own_->value(view_of(member_, pose, view.step));
}

}  // namespace poise
