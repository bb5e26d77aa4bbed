#include "poise/pair_task.hpp"

#include "task_parts.hpp"

namespace poise {

namespace {

class TogetherTask final : public Task {
 public:
  TogetherTask(int a, int b, bool position, bool orientation)
      : a_(a), b_(b), position_(position), orientation_(orientation) {}
  int rows() const override { return (position_ ? 3 : 0) + (orientation_ ? 3 : 0); }
  int goal_size() const override { return 0; }
  void set_goal(const VecX&) override {}
  void evaluate(const TaskView& view, Out error, OutT Jt) const override {
    const Placement a = site_frame(view.figure, view.kinematics, a_), b = site_frame(view.figure, view.kinematics, b_);
    if (position_) error.head<3>() = b.p - a.p;
    if (orientation_) error.tail<3>() = turn_between(a.R, b.R);
    add(view, a_, a.p, 1.0, Jt);
    add(view, b_, b.p, -1.0, Jt);
  }

 private:
  void add(const TaskView& view, int site, const Vec3& p, double sign, OutT Jt) const {
    const Vec3 arm = p - view.kinematics.reference;
    for_each_carrier(view.figure, segment_of(view.figure, site), [&](int k) {
      if (position_) Jt.row(k).head<3>() += sign * velocity(view, arm, k).transpose();
      if (orientation_) Jt.row(k).tail<3>() += sign * view.kinematics.angular.col(k).transpose();
    });
  }

  int a_, b_;
  bool position_, orientation_;
};

}  // namespace

std::unique_ptr<Task> together_task(int a, int b, bool position, bool orientation) {
  return std::make_unique<TogetherTask>(a, b, position, orientation);
}

}  // namespace poise
