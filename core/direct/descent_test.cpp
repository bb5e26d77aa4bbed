#include "direct/descent.hpp"

#include "direct/lengths.hpp"
#include "limits/limits.hpp"
#include "tasks/body_task.hpp"
#include "tasks/pair_task.hpp"
#include "tasks/site_task.hpp"
#include "tasks/surface_task.hpp"
#include "testing/zoo.hpp"

using namespace poise;
using namespace poise::test;

namespace {

void add(Problem& problem, std::unique_ptr<Task> task, double weight = 1.0) {
  if (problem.levels.empty()) problem.levels.emplace_back();
  problem.levels[0].push_back(static_cast<int>(problem.demands.size()));
  problem.demands.push_back({std::move(task), weight, VecX(), true});
}

// A joint of every model, and a goal of every kind that descent knows.
std::shared_ptr<Problem> zoo_problem(bool reversed) {
  auto problem = std::make_shared<Problem>();
  problem->figure = std::make_shared<Figure>(zoo(reversed));
  problem->method = Method::kDescent;
  Dice dice;
  dice.vector(1.0);
  add(*problem, position_task(0, dice.vector(2.0), Mat3::Identity()), 2.0);
  add(*problem, orientation_task(0, dice.rotation().toRotationMatrix()), 0.5);
  add(*problem, position_task(1, dice.vector(2.0), Mat3::Identity().leftCols(2)));
  add(*problem, direction_task(1, Vec3::UnitX(), dice.direction()));
  add(*problem, together_task(0, 1, true, true), 0.3);
  add(*problem, seen_position_task(0, 1, dice.vector(0.5), Mat3::Identity().rightCols(1)));
  const Placement plane{dice.rotation().toRotationMatrix(), dice.vector(0.5)};
  add(*problem, on_surface_task(1, -1, {SurfaceKind::kPlane, plane, Vec3::Zero()}));
  add(*problem, on_surface_task(0, problem->figure->sites()[1].segment, {SurfaceKind::kPlane, plane, Vec3::Zero()}));
  add(*problem, center_task(dice.vector(0.5), Mat3::Identity().leftCols(2)), 3.0);
  return problem;
}

double measured(const Problem& problem, const VecX& q, double unit) {
  Kinematics kinematics;
  MassState masses;
  forward(*problem.figure, q, kinematics);
  carry_masses(*problem.figure, kinematics, masses);
  double sum = 0.0;
  for (const Demand& demand : problem.demands) {
    VecX e(demand.task->rows());
    demand.task->measure({*problem.figure, q, kinematics, masses}, e);
    for (int i = 0; i < e.size(); ++i) {  // a turn by θ counts 4 sin²(θ/2)
      if (!demand.task->is_angle(i)) sum += demand.weight * e[i] * e[i] / (unit * unit);
    }
    const bool mixed = demand.task->rows() == 6;
    if (mixed || demand.task->is_angle(0)) {
      const double theta = (mixed ? VecX(e.tail(3)) : e).norm();
      sum += demand.weight * 4.0 * std::pow(std::sin(theta / 2.0), 2);
    }
  }
  return sum;
}

}  // namespace

TEST("matches say the same as the errors of their tasks, and a cycle knows what it left") {
  for (const bool reversed : {false, true}) {
    const auto problem = zoo_problem(reversed);
    Descent descent(problem);
    const double unit = unit_of(*problem->figure);
    VecX q = random_coordinates(*problem->figure);
    CHECK_NEAR(descent.error(q), measured(*problem, q, unit), 1e-12);
    for (int i = 0; i < 5; ++i) {
      q = descent.cycle(q);
      const double here = descent.error_here();
      CHECK_NEAR(here, measured(*problem, q, unit), 1e-9);
    }
  }
}

TEST("the error never grows, with goals of every kind and joints of every model") {
  for (const bool reversed : {false, true}) {
    const auto problem = zoo_problem(reversed);
    Descent descent(problem);
    VecX q = random_coordinates(*problem->figure);
    const double first = descent.error(q);
    double before = first;
    for (int i = 0; i < 40; ++i) {
      q = descent.cycle(q);
      CHECK(descent.error(q) <= before * (1.0 + 1e-12));
      before = descent.error(q);
    }
    CHECK(before < 0.5 * first);
  }
}

// Descent is slow in a valley: after 3,000 cycles this one still falls by 0.3 %. At rest every joint is at its optimum
// to 1e-12 of the largest number it compares, which is a slope of √(2·10⁻¹²) of the curvature, here some hundreds.
TEST("where the error rests no joint alone can gain: its slope vanishes") {
  const auto problem = zoo_problem(false);
  Descent descent(problem);
  VecX q = random_coordinates(*problem->figure);
  for (double before = 1e9; descent.error(q) < before - 1e-12;) {
    before = descent.error(q);
    for (int i = 0; i < 1000; ++i) q = descent.cycle(q);
  }
  const Figure& figure = *problem->figure;
  for (int k = 0; k < figure.dof(); ++k) {
    VecX v = VecX::Zero(figure.dof());
    v[k] = 1e-6;
    const double slope = (descent.error(integrate(figure, q, v)) - descent.error(integrate(figure, q, -v))) / 2e-6;
    CHECK_NEAR(slope, 0.0, 1e-3);
  }
}

TEST("a stiff joint goes a share of its way; a joint that shall not help a goal does not") {
  auto problem = std::make_shared<Problem>();
  problem->figure = std::make_shared<Figure>(zoo(false));
  add(*problem, position_task(0, Vec3(0.3, 0.2, 0.1), Mat3::Identity()));
  const Figure& figure = *problem->figure;
  const VecX q = random_coordinates(figure);
  problem->demands[0].joints = VecX::Zero(figure.dof());
  const Joint& hinge = figure.joints()[2];
  problem->demands[0].joints[hinge.v] = 1.0;
  const VecX whole = Descent(problem).cycle(q);
  VecX motion = difference(figure, q, whole);
  const double way = motion[hinge.v];
  motion[hinge.v] = 0.0;
  CHECK(std::abs(way) > 0.01);
  CHECK_NEAR(motion.cwiseAbs().maxCoeff(), 0.0, 0.0);
  problem->mobility = VecX::Ones(figure.dof());
  problem->mobility[hinge.v] = 0.25;
  CHECK_NEAR(difference(figure, q, Descent(problem).cycle(q))[hinge.v], 0.25 * way, 1e-12);
}
