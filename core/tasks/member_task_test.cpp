#include "tasks/member_task.hpp"

#include "tasks/body_task.hpp"
#include "tasks/site_task.hpp"
#include "tasks/tree_curvature.hpp"
#include "testing/zoo.hpp"

using namespace poise;

namespace {

// Two figures side by side on the world, which is joint 0.
Figure company(const Figure& first, const Figure& second) {
  std::vector<Joint> joints(1);
  std::vector<Segment> segments(1);
  std::vector<Site> sites;
  for (const Figure* figure : {&first, &second}) {
    const int base = static_cast<int>(joints.size());
    for (Joint joint : figure->joints()) {
      joint.carrier = joint.carrier < 0 ? 0 : joint.carrier + base;
      joints.push_back(joint);
    }
    segments.insert(segments.end(), figure->segments().begin(), figure->segments().end());
    for (Site site : figure->sites()) {
      site.segment += base;
      sites.push_back(site);
    }
  }
  return Figure(joints, segments, sites, {}, Vec3(0.0, -9.81, 0.0));
}

struct Posed {
  Posed(const Figure& posed, VecX coordinates) : figure(posed), q(std::move(coordinates)) {
    forward(figure, q, kinematics);
    carry_masses(figure, kinematics, masses);
  }
  TaskView view() const { return {figure, q, kinematics, masses}; }

  const Figure& figure;
  VecX q;
  Kinematics kinematics;
  MassState masses;
};

struct Rows {
  Rows(const Task& task, const Posed& pose) : error(task.rows()), Jt(MatX::Zero(pose.figure.dof(), task.rows())) {
    task.evaluate(pose.view(), error, Jt);
  }
  VecX error;
  MatX Jt;
};

}  // namespace

TEST("a task of a member is that of the member alone, and wants nothing of the others") {
  const Figure first = test::zoo(false);
  const auto second = std::make_shared<const Figure>(test::zoo(true));
  const Figure both = company(first, *second);
  const VecX own = test::random_coordinates(*second);
  VecX q(both.size());
  q << test::random_coordinates(first), own;
  const Posed alone(*second, own), together(both, q);
  const Member member(both, 1 + static_cast<int>(first.joints().size()), second);
  CHECK(member.q == first.size() && member.v == first.dof());

  const std::shared_ptr<Task> center = center_task(Vec3(0.3, 0.2, 0.1), Mat3::Identity());
  const std::unique_ptr<Task> task = member_task(member, center);
  const Rows wanted(*center, alone), found(*task, together);
  CHECK(found.error == wanted.error && found.Jt.bottomRows(second->dof()) == wanted.Jt);
  CHECK(found.Jt.topRows(first.dof()).isZero(0.0));
  VecX measured(3);
  task->measure(together.view(), measured);
  CHECK(measured == wanted.error);

  const VecX pull = Vec3(0.4, -0.3, 0.7);
  const int n = second->dof();
  MatX H = MatX::Zero(n, n), all = MatX::Zero(both.dof(), both.dof());
  center->add_curvature(alone.view(), pull, H);
  task->add_curvature(together.view(), pull, all);
  CHECK(all.bottomRightCorner(n, n) == H && all.leftCols(first.dof()).isZero(0.0));
}

TEST("a site of a member is the same site of the company, as rows, as geometry and in its curvature") {
  const Figure first = test::zoo(false);
  const auto second = std::make_shared<const Figure>(test::zoo(true));
  const Figure both = company(first, *second);
  VecX q(both.size());
  q << test::random_coordinates(first), test::random_coordinates(*second);
  const Posed together(both, q);
  const Member member(both, 1 + static_cast<int>(first.joints().size()), second);
  const Vec3 goal(1.0, 2.0, 3.0);
  const auto plain = position_task(2, goal, Mat3::Identity());
  const auto task = member_task(member, position_task(0, goal, Mat3::Identity()));
  const Rows wanted(*plain, together), found(*task, together);
  CHECK_NEAR(found.error, wanted.error, 1e-13);
  CHECK_NEAR(found.Jt, wanted.Jt, 1e-13);
  CHECK(task->matches(both).at(0).moving.segment == plain->matches(both).at(0).moving.segment);

  TreeMatrix one = tree_of(both), other = tree_of(both);
  one.omega = other.omega = together.kinematics.angular;
  const VecX pull = Vec3(0.4, -0.3, 0.7);
  CHECK(plain->add_tree_curvature(together.view(), pull, one) &&
        task->add_tree_curvature(together.view(), pull, other));
  CHECK_NEAR(one.dense(), other.dense(), 1e-12);
}
