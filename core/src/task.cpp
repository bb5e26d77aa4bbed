#include "poise/task.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace poise {

namespace {

using Out = Eigen::Ref<VecX>;
using OutT = Eigen::Ref<MatX>;

int segment_of(const Figure& figure, int site) { return figure.sites()[static_cast<std::size_t>(site)].segment; }

Vec3 velocity(const TaskView& view, const Vec3& arm, int k) {
  return view.kinematics.linear.col(k) + Vec3(view.kinematics.angular.col(k)).cross(arm);
}

// The rotation vector that takes `from` to `to`, both rotations.
Vec3 turn_between(const Mat3& from, const Mat3& to) {
  return log_rotation(Quat(Mat3(to * from.transpose())).normalized());
}

// −f · ∂²p/∂k∂l for a point that chain degrees of freedom k (nearer the root) and l move: ω_k × (∂p/∂l).
void add_chain_curvature(const TaskView& view, const std::vector<int>& root_first, const Eigen::Matrix3Xd& columns,
                         const Vec3& f, MatX& H) {
  for (std::size_t a = 0; a < root_first.size(); ++a) {
    const int k = root_first[a];
    const Vec3 turned = f.cross(Vec3(view.kinematics.angular.col(k)));  // f · (ω × J) = (f × ω) · J
    for (std::size_t b = a; b < root_first.size(); ++b) {
      const int l = root_first[b];
      const double h = -turned.dot(columns.col(l));
      H(k, l) += h;
      if (k != l) H(l, k) += h;
    }
  }
}

class PositionTask final : public Task {
 public:
  PositionTask(int site, const Vec3& goal, Eigen::Matrix3Xd axes) : site_(site), goal_(goal), axes_(std::move(axes)) {}
  int rows() const override { return static_cast<int>(axes_.cols()); }
  int goal_size() const override { return 3; }
  void set_goal(const VecX& goal) override { goal_ = goal; }
  void evaluate(const TaskView& view, Out error, OutT Jt) const override {
    const Vec3 p = site_frame(view.figure, view.kinematics, site_).p;
    const Vec3 arm = p - view.kinematics.reference;
    error = axes_.transpose() * (goal_ - p);
    for_each_carrier(view.figure, segment_of(view.figure, site_),
                     [&](int k) { Jt.row(k) = velocity(view, arm, k).transpose() * axes_; });
  }
  void add_curvature(const TaskView& view, const VecX& pull, MatX& H) const override {
    const Vec3 arm = site_frame(view.figure, view.kinematics, site_).p - view.kinematics.reference;
    std::vector<int> chain;
    for_each_carrier(view.figure, segment_of(view.figure, site_), [&](int k) { chain.push_back(k); });
    std::sort(chain.begin(), chain.end());  // tree order: carriers first
    Eigen::Matrix3Xd columns(3, view.figure.dof());
    for (const int k : chain) columns.col(k) = velocity(view, arm, k);
    add_chain_curvature(view, chain, columns, axes_ * pull, H);
  }

 private:
  int site_;
  Vec3 goal_;
  Eigen::Matrix3Xd axes_;
};

class OrientationTask final : public Task {
 public:
  OrientationTask(int site, const Mat3& goal) : site_(site), goal_(goal) {}
  int rows() const override { return 3; }
  int goal_size() const override { return 9; }
  void set_goal(const VecX& goal) override {
    goal_ = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(goal.data());
  }
  void evaluate(const TaskView& view, Out error, OutT Jt) const override {
    error = turn_between(site_frame(view.figure, view.kinematics, site_).R, goal_);
    for_each_carrier(view.figure, segment_of(view.figure, site_),
                     [&](int k) { Jt.row(k) = view.kinematics.angular.col(k).transpose(); });
  }

 private:
  int site_;
  Mat3 goal_;
};

// Two rows across the wanted direction u: the turn that brings axis d to u, and how the angle between them changes when
// the site turns (ω) and, if u points from the site to a fixed point, when it moves (−u × ṗ/ρ turns u).
class AimTask final : public Task {
 public:
  AimTask(int site, const Vec3& axis, const Vec3& goal, bool at_point)
      : site_(site), axis_(axis.normalized()), goal_(goal), at_point_(at_point) {}
  int rows() const override { return 2; }
  int goal_size() const override { return 3; }
  void set_goal(const VecX& goal) override { goal_ = goal; }
  void evaluate(const TaskView& view, Out error, OutT Jt) const override {
    const Placement frame = site_frame(view.figure, view.kinematics, site_);
    const Vec3 d = frame.R * axis_;
    const Vec3 way = at_point_ ? Vec3(goal_ - frame.p) : goal_;
    const double distance = std::max(way.norm(), 1e-6);
    const Vec3 u = way.norm() > 1e-9 ? Vec3(way.normalized()) : d;  // at the point itself every direction is right
    const Vec3 turn = log_rotation(direct_rotation(d, u));
    Eigen::Matrix<double, 3, 2> across;
    across.col(0) = u.unitOrthogonal();
    across.col(1) = u.cross(across.col(0));
    error = across.transpose() * turn;
    const Vec3 arm = frame.p - view.kinematics.reference;
    for_each_carrier(view.figure, segment_of(view.figure, site_), [&](int k) {
      Vec3 rate = view.kinematics.angular.col(k);
      if (at_point_) rate += u.cross(velocity(view, arm, k)) / distance;
      Jt.row(k) = rate.transpose() * across;
    });
  }

 private:
  int site_;
  Vec3 axis_, goal_;
  bool at_point_;
};

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

class CenterTask final : public Task {
 public:
  CenterTask(const Vec3& goal, Eigen::Matrix3Xd axes) : goal_(goal), axes_(std::move(axes)) {}
  int rows() const override { return static_cast<int>(axes_.cols()); }
  int goal_size() const override { return 3; }
  void set_goal(const VecX& goal) override { goal_ = goal; }
  void evaluate(const TaskView& view, Out error, OutT Jt) const override {
    error = axes_.transpose() * (goal_ - view.masses.center);
    Eigen::Matrix3Xd J(3, view.figure.dof());
    center_jacobian(view.figure, view.kinematics, view.masses, J);
    Jt = J.transpose() * axes_;
  }

 private:
  Vec3 goal_;
  Eigen::Matrix3Xd axes_;
};

// A task of inequalities: derived classes say how much room there is; what is lacking follows.
class Inequality : public Task {
 public:
  bool is_inequality() const override { return true; }
  void evaluate(const TaskView& view, Out error, OutT Jt) const override {
    VecX low(rows()), high(rows());
    evaluate_room(view, low, high, Jt);
    error = low.cwiseMax(0.0) + high.cwiseMin(0.0);
  }
};

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

class PostureTask final : public Task {
 public:
  PostureTask(VecX coordinates, VecX weights) : goal_(std::move(coordinates)), roots_(weights.cwiseSqrt()) {
    for (int k = 0; k < roots_.size(); ++k) {
      if (roots_[k] > 0.0) dofs_.push_back(k);
    }
  }
  int rows() const override { return static_cast<int>(dofs_.size()); }
  int goal_size() const override { return static_cast<int>(goal_.size()); }
  void set_goal(const VecX& goal) override { goal_ = goal; }
  void evaluate(const TaskView& view, Out error, OutT Jt) const override {
    const VecX way = difference(view.figure, view.q, goal_);
    for (std::size_t i = 0; i < dofs_.size(); ++i) {
      const int k = dofs_[i];
      error[static_cast<Eigen::Index>(i)] = roots_[k] * way[k];
      Jt(k, static_cast<Eigen::Index>(i)) = roots_[k];
    }
  }

 private:
  VecX goal_, roots_;
  std::vector<int> dofs_;
};

}  // namespace

void Task::evaluate_room(const TaskView& view, Eigen::Ref<VecX> low, Eigen::Ref<VecX> high, Eigen::Ref<MatX> Jt) const {
  evaluate(view, low, Jt);
  high = low;
}

void Task::add_curvature(const TaskView&, const VecX&, MatX&) const {}

std::unique_ptr<Task> position_task(int site, const Vec3& goal, const Eigen::Matrix3Xd& axes) {
  return std::make_unique<PositionTask>(site, goal, axes);
}
std::unique_ptr<Task> orientation_task(int site, const Mat3& goal) {
  return std::make_unique<OrientationTask>(site, goal);
}
std::unique_ptr<Task> direction_task(int site, const Vec3& axis, const Vec3& direction) {
  return std::make_unique<AimTask>(site, axis, direction, false);
}
std::unique_ptr<Task> aim_task(int site, const Vec3& axis, const Vec3& point) {
  return std::make_unique<AimTask>(site, axis, point, true);
}
std::unique_ptr<Task> together_task(int a, int b, bool position, bool orientation) {
  return std::make_unique<TogetherTask>(a, b, position, orientation);
}
std::unique_ptr<Task> center_task(const Vec3& goal, const Eigen::Matrix3Xd& axes) {
  return std::make_unique<CenterTask>(goal, axes);
}
std::unique_ptr<Task> balance_task(const Eigen::Matrix3Xd& normals, const Eigen::Matrix3Xd& points, double margin) {
  return std::make_unique<BalanceTask>(normals, points, margin);
}
std::unique_ptr<Task> side_task(int site, const Vec3& point, const Vec3& normal) {
  return std::make_unique<SideTask>(site, point, normal);
}
std::unique_ptr<Task> distance_task(int site, const Vec3& point, double min, double max) {
  return std::make_unique<DistanceTask>(site, point, min, max);
}
std::unique_ptr<Task> posture_task(const VecX& coordinates, const VecX& weights) {
  return std::make_unique<PostureTask>(coordinates, weights);
}

}  // namespace poise
