#include "poise/keep_task.hpp"

#include <utility>

#include "task_parts.hpp"

namespace poise {

namespace {

class BalanceTask final : public Inequality {
 public:
  BalanceTask(Eigen::Matrix3Xd normals, Eigen::Matrix3Xd points, double margin)
      : normals_(std::move(normals)), points_(std::move(points)), margin_(margin) {}
  int rows() const override { return static_cast<int>(normals_.cols()); }
  int goal_size() const override { return 0; }
  void set_goal(const VecX&) override {}
  void evaluate_room(const TaskView& view, Out low, Out high, OutT Jt) const override {
    for (int i = 0; i < rows(); ++i) low[i] = margin_ - normals_.col(i).dot(view.masses.center - points_.col(i));
    high.setConstant(1e300);
    Eigen::Matrix3Xd J(3, view.figure.dof());
    center_jacobian(view.figure, view.kinematics, view.masses, J);
    Jt = J.transpose() * normals_;
  }

 private:
  Eigen::Matrix3Xd normals_, points_;
  double margin_;
};

class SideTask final : public Inequality {
 public:
  SideTask(int site, const Vec3& point, const Vec3& normal)
      : site_(site), point_(point), normal_(normal.normalized()) {}
  int rows() const override { return 1; }
  int goal_size() const override { return 3; }
  void set_goal(const VecX& goal) override { point_ = goal; }
  void evaluate_room(const TaskView& view, Out low, Out high, OutT Jt) const override {
    const Vec3 p = site_frame(view.figure, view.kinematics, site_).p, arm = p - view.kinematics.reference;
    low[0] = -normal_.dot(p - point_);
    high[0] = 1e300;
    for_each_carrier(view.figure, segment_of(view.figure, site_),
                     [&](int k) { Jt(k, 0) = normal_.dot(velocity(view, arm, k)); });
  }

 private:
  int site_;
  Vec3 point_, normal_;
};

class DistanceTask final : public Inequality {
 public:
  DistanceTask(int site, const Vec3& point, double min, double max)
      : site_(site), point_(point), min_(min), max_(max) {}
  int rows() const override { return 1; }
  int goal_size() const override { return 3; }
  void set_goal(const VecX& goal) override { point_ = goal; }
  void evaluate_room(const TaskView& view, Out low, Out high, OutT Jt) const override {
    const Vec3 p = site_frame(view.figure, view.kinematics, site_).p, arm = p - view.kinematics.reference;
    const double distance = (p - point_).norm();
    const Vec3 away =
        distance > 1e-9 ? Vec3((p - point_) / distance) : Vec3(Vec3::UnitY());  // at the point any way leads off
    low[0] = min_ - distance;
    high[0] = max_ - distance;
    for_each_carrier(view.figure, segment_of(view.figure, site_),
                     [&](int k) { Jt(k, 0) = away.dot(velocity(view, arm, k)); });
  }

 private:
  int site_;
  Vec3 point_;
  double min_, max_;
};

}  // namespace

std::unique_ptr<Task> balance_task(const Eigen::Matrix3Xd& normals, const Eigen::Matrix3Xd& points, double margin) {
  return std::make_unique<BalanceTask>(normals, points, margin);
}
std::unique_ptr<Task> side_task(int site, const Vec3& point, const Vec3& normal) {
  return std::make_unique<SideTask>(site, point, normal);
}
std::unique_ptr<Task> distance_task(int site, const Vec3& point, double min, double max) {
  return std::make_unique<DistanceTask>(site, point, min, max);
}

}  // namespace poise
