#include "tasks/custom_task.hpp"

#include <utility>

#include "tasks/task_parts.hpp"

namespace poise {

namespace {

class CustomTask final : public Task {
 public:
  CustomTask(int rows, CustomFunction evaluation) : rows_(rows), evaluation_(std::move(evaluation)) {}
  int rows() const override { return rows_; }
  bool changes_by_itself() const override { return true; }
  int goal_size() const override { return 0; }
  void set_goal(const VecX&) override {}
  void evaluate(const TaskView& view, Out error, OutT Jt) const override { evaluation_(view, error, Jt); }
  void add_curvature(const TaskView&, const VecX&, MatX&) const override {}  // would cost too many calls
  bool add_tree_curvature(const TaskView&, const VecX&, TreeMatrix&) const override { return true; }

 private:
  int rows_;
  CustomFunction evaluation_;
};

class RemarkTask final : public Task {
 public:
  int rows() const override { return 0; }
  int goal_size() const override { return 0; }
  void set_goal(const VecX&) override {}
  void evaluate(const TaskView&, Out, OutT) const override {}
  void measure(const TaskView&, Out) const override {}
  void add_curvature(const TaskView&, const VecX&, MatX&) const override {}
};

}  // namespace

std::unique_ptr<Task> custom_task(int rows, CustomFunction evaluation) {
  return std::make_unique<CustomTask>(rows, std::move(evaluation));
}

std::unique_ptr<Task> remark_task() { return std::make_unique<RemarkTask>(); }

}  // namespace poise
