#include "tasks/body_task.hpp"

#include <utility>

#include "body/jacobian_rows.hpp"
#include "tasks/curvature.hpp"
#include "tasks/task_parts.hpp"
#include "tasks/tree_curvature.hpp"

namespace poise {

namespace {

class CenterTask final : public Task {
 public:
  CenterTask(const Vec3& goal, Eigen::Matrix3Xd axes) : goal_(goal), axes_(std::move(axes)) {}
  int rows() const override { return static_cast<int>(axes_.cols()); }
  int goal_size() const override { return 3; }
  void set_goal(const VecX& goal) override { goal_ = goal; }
  void measure(const TaskView& view, Out error) const override {
    const Vec3 way = goal_ - view.masses.center;
    for (Eigen::Index i = 0; i < axes_.cols(); ++i) error[i] = axes_.col(i).dot(way);
  }
  void evaluate(const TaskView& view, Out error, OutT Jt) const override {
    measure(view, error);
    write_center_rows(view.figure, view.kinematics, view.masses, axes_, Jt);
  }
  void add_curvature(const TaskView& view, const VecX& pull, MatX& H) const override {
    add_center_curvature(view, axes_ * pull, H);
  }
  bool add_tree_curvature(const TaskView& view, const VecX& pull, TreeMatrix& H) const override {
    add_center_curvature(view, axes_ * pull, H);
    return true;
  }
  std::vector<Match> matches(const Figure&) const override {
    return {{Match::Kind::kCenter, {}, {Match::kWorld, goal_}, Mat3(axes_ * axes_.transpose()), 1.0}};
  }

 private:
  Vec3 goal_;
  Eigen::Matrix3Xd axes_;
};

class PostureTask final : public Task {
 public:
  PostureTask(VecX coordinates, VecX weights) : goal_(std::move(coordinates)), roots_(weights.cwiseSqrt()) {
    for (int k = 0; k < roots_.size(); ++k) {
      if (roots_[k] > 0.0) dofs_.push_back(k);
    }
  }
  int rows() const override { return static_cast<int>(dofs_.size()); }
  bool is_angle(int) const override { return true; }
  int goal_size() const override { return static_cast<int>(goal_.size()); }
  void set_goal(const VecX& goal) override { goal_ = goal; }
  void measure(const TaskView& view, Out error) const override {
    const VecX way = difference(view.figure, view.q, goal_);
    for (std::size_t i = 0; i < dofs_.size(); ++i)
      error[static_cast<Eigen::Index>(i)] = roots_[dofs_[i]] * way[dofs_[i]];
  }
  void evaluate(const TaskView& view, Out error, OutT Jt) const override {
    measure(view, error);
    for (std::size_t i = 0; i < dofs_.size(); ++i) Jt(dofs_[i], static_cast<Eigen::Index>(i)) = roots_[dofs_[i]];
  }
  void add_curvature(const TaskView&, const VecX&, MatX&) const override {}  // straight but for large turns
  bool add_tree_curvature(const TaskView&, const VecX&, TreeMatrix&) const override { return true; }
  const VecX* diagonal() const override { return &roots_; }
  void evaluate_freedoms(const TaskView& view, VecX& error) const override {
    error = roots_.cwiseProduct(difference(view.figure, view.q, goal_));
  }

 private:
  VecX goal_, roots_;
  std::vector<int> dofs_;
};

}  // namespace

std::unique_ptr<Task> center_task(const Vec3& goal, const Eigen::Matrix3Xd& axes) {
  return std::make_unique<CenterTask>(goal, axes);
}
std::unique_ptr<Task> posture_task(const VecX& coordinates, const VecX& weights) {
  return std::make_unique<PostureTask>(coordinates, weights);
}

}  // namespace poise
