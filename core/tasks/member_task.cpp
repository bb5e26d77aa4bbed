#include "tasks/member_task.hpp"

#include <utility>

#include "tasks/task_parts.hpp"
#include "tasks/tree_curvature.hpp"

namespace poise {

namespace {

using Twists = MemberPose::Twists;

class MemberTask final : public Task {
 public:
  MemberTask(Member member, std::shared_ptr<Task> task) : member_(std::move(member)), task_(std::move(task)) {}

  int rows() const override { return task_->rows(); }
  void evaluate(const TaskView& view, Out error, OutT Jt) const override {
    const MemberPose pose(member_, view.q, Twists::kYes);
    task_->evaluate(seen(pose, view), error, own_rows(Jt));
  }
  void measure(const TaskView& view, Out error) const override {
    const MemberPose pose(member_, view.q, Twists::kNo);
    task_->measure(seen(pose, view), error);
  }
  void add_curvature(const TaskView& view, const VecX& pull, MatX& H) const override {
    const MemberPose pose(member_, view.q, Twists::kYes);
    const int n = member_.figure->dof();
    MatX own = MatX::Zero(n, n);
    task_->add_curvature(seen(pose, view), pull, own);
    H.block(member_.v, member_.v, n, n) += own;
  }
  bool add_tree_curvature(const TaskView& view, const VecX& pull, TreeMatrix& H) const override {
    const MemberPose pose(member_, view.q, Twists::kYes);
    TreeMatrix own = tree_of(*member_.figure);
    own.omega = pose.kinematics.angular;
    if (!task_->add_tree_curvature(seen(pose, view), pull, own)) return false;
    add_member_tree(member_, own, H);
    return true;
  }
  bool is_inequality() const override { return task_->is_inequality(); }
  void evaluate_room(const TaskView& view, Out low, Out high, OutT Jt) const override {
    const MemberPose pose(member_, view.q, Twists::kYes);
    task_->evaluate_room(seen(pose, view), low, high, own_rows(Jt));
  }
  void measure_room(const TaskView& view, Out low, Out high) const override {
    const MemberPose pose(member_, view.q, Twists::kYes);
    task_->measure_room(seen(pose, view), low, high);
  }
  int lenient_row() const override { return task_->lenient_row(); }
  bool turns() const override { return task_->turns(); }
  bool is_angle(int row) const override { return task_->is_angle(row); }
  bool changes_by_itself() const override { return task_->changes_by_itself(); }
  int goal_size() const override { return task_->goal_size(); }
  void set_goal(const VecX& goal) override { task_->set_goal(goal); }

  // A centre of mass is that of the whole company there: of a member it cannot be said.
  std::vector<Match> matches(const Figure&) const override {
    std::vector<Match> found = task_->matches(*member_.figure);
    for (Match& match : found) {
      if (match.kind == Match::Kind::kCenter) return {};
      for (Match::End* end : {&match.moving, &match.wanted})
        if (end->segment != Match::kWorld) end->segment += member_.joint;
    }
    return found;
  }

 private:
  TaskView seen(const MemberPose& pose, const TaskView& view) const { return view_of(member_, pose, view.step); }
  Eigen::Ref<MatX> own_rows(OutT Jt) const { return Jt.middleRows(member_.v, member_.figure->dof()); }

  Member member_;
  std::shared_ptr<Task> task_;
};

}  // namespace

std::unique_ptr<Task> member_task(Member member, std::shared_ptr<Task> task) {
  return std::make_unique<MemberTask>(std::move(member), std::move(task));
}

void add_member_tree(const Member& member, const TreeMatrix& own, TreeMatrix& company) {
  const int n = own.size();
  for (const TreeNode& node : own.nodes()) {
    if (node.size == 0) continue;  // a fixed joint has no rows; the last one's would be past the end
    company.block(member.v + node.first, member.v + node.first, node.size, node.size) += own.own(node);
  }
  company.beta.middleCols(member.v, n) += own.beta;
  for (Eigen::Index k = 0; k < own.squares().cols(); ++k) {
    MatX u = MatX::Zero(company.size(), 1);
    u.col(0).segment(member.v, n) = own.squares().col(k);
    company.add_squares(u, own.weights()[k]);
  }
}

}  // namespace poise
