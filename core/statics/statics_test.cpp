#include "statics/statics.hpp"
#include "statics/equilibrium_task.hpp"
#include "statics/torque_criterion.hpp"
#include "testing/zoo.hpp"

using namespace poise;

namespace {

struct Seen {
  Kinematics kinematics;
  MassState masses;
  VecX q;
  const Figure& figure;

  Seen(const Figure& of, VecX coordinates) : q(std::move(coordinates)), figure(of) {
    forward(figure, q, kinematics);
    carry_masses(figure, kinematics, masses);
  }
  TaskView view() const { return {figure, q, kinematics, masses}; }
};

std::vector<Load> some_loads(const Figure& figure) {
  std::vector<Load> loads;
  for (int i = 0; i < static_cast<int>(figure.segments().size()); i += 2) {
    const Vec3 v(1.0 + i, -2.0, 0.5 * i);
    const int with = i % 4 == 0 ? i : i % 6 == 0 ? (i + 3) % 7 : -1;  // along, with another segment, or not at all
    const int rider = i % 3 == 0 ? (i + 2) % 7 : -1;                  // another segment presses there
    loads.push_back({i, 0.1 * v, 10.0 * v, Vec3(v.reverse()), with, rider});
  }
  return loads;
}

// Central differences of f along every degree of freedom, as columns.
template <typename Function>
MatX slopes(const Figure& figure, const VecX& q, Function&& f) {
  MatX found(f(q).size(), figure.dof());
  for (int k = 0; k < figure.dof(); ++k) {
    const VecX h = 1e-6 * VecX::Unit(figure.dof(), k);
    found.col(k) = (f(integrate(figure, q, h)) - f(integrate(figure, q, -h))) / 2e-6;
  }
  return found;
}

void check_task(const Figure& figure, const Task& task, const VecX& q) {
  const auto error_at = [&](const VecX& at, MatX& Jt) {
    const Seen seen(figure, at);
    VecX error(task.rows());
    Jt = MatX::Zero(figure.dof(), task.rows());
    task.evaluate(seen.view(), error, Jt);
    return error;
  };
  MatX Jt, ignored;
  error_at(q, Jt);
  CHECK_NEAR(MatX(Jt.transpose()), MatX(-slopes(figure, q, [&](const VecX& at) { return error_at(at, ignored); })),
             1e-6);
}

}  // namespace

TEST("tasks about forces have the derivatives of their errors") {
  for (const bool reversed : {false, true}) {
    const Figure figure = test::zoo(reversed);
    const VecX q = test::random_coordinates(figure);
    const std::vector<Load> loads = some_loads(figure);
    check_task(figure, *equilibrium_task(loads, Vec3(0.1, 0.2, 0.3), 50.0), q);
    Eigen::Matrix3Xd normals(3, 2), points(3, 2);
    normals << 1.0, 0.0, 0.0, 0.0, 0.0, 1.0;
    points << 9.0, 0.0, 0.0, 0.0, 0.0, 9.0;   // outside, where the rows lack something
    for (const double least : {-2e3, 1e3}) {  // the moment is outside on either side, too
      check_task(figure, *loaded_balance_task(normals, points, 0.1, loads, Vec3(1.0, 2.0, 3.0), least, least + 1e3), q);
    }
  }
}

TEST("torques change as their Jacobian says") {
  for (const bool reversed : {false, true}) {
    const Figure figure = test::zoo(reversed);
    const VecX q = test::random_coordinates(figure);
    const std::vector<Load> loads = some_loads(figure);
    const Seen seen(figure, q);
    const auto torques = [&](const VecX& at) {
      const Seen there(figure, at);
      return holding_torques(figure, there.kinematics, there.masses, loads);
    };
    const MatX J = holding_torque_jacobian(figure, seen.kinematics, seen.masses, q, loads);
    CHECK_NEAR(J, slopes(figure, q, torques), 1e-6);
  }
}

TEST("the nearest force of a cone is in it, and its slope is its derivative") {
  const Contact cone{ContactKind::kFriction, 0, Vec3::Zero(), Vec3(1.0, 2.0, 2.0) / 3.0, 0.7};
  for (const Vec3& v : {Vec3(1.0, 2.0, 2.0), Vec3(3.0, -1.0, 0.4), Vec3(-1.0, -2.0, -2.1), Vec3(0.0, 0.0, 0.0)}) {
    Mat3 slope;
    const Vec3 f = nearest_force(cone, v, slope);
    const double along = cone.normal.dot(f);
    CHECK((f - along * cone.normal).norm() <= 0.7 * along + 1e-12);
    CHECK(std::abs(f.dot(v - f)) < 1e-12);  // the way there is square to the cone
    if (v.isZero()) continue;
    for (int k = 0; k < 3; ++k) {
      const Vec3 h = 1e-7 * Vec3::Unit(k);
      CHECK_NEAR(Vec3(slope.col(k)), Vec3((nearest_force(cone, v + h) - nearest_force(cone, v - h)) / 2e-7), 1e-6);
    }
  }
}

TEST("a table on three legs carries what the lever law says") {
  ForceProblem problem;
  for (const Vec3& leg : {Vec3(0.0, 0.0, 0.0), Vec3(1.0, 0.0, 0.0), Vec3(0.0, 0.0, 1.0)})
    problem.contacts.push_back({ContactKind::kFriction, 0, leg, Vec3::UnitY(), 0.5});
  problem.wanted << 0.0, 1.0, 0.0, Vec3(0.3, 0.5, 0.2).cross(Vec3::UnitY());
  const ForceAnswer answer = contact_forces(problem, problem.wanted);
  CHECK(answer.possible);
  CHECK_NEAR(VecX(answer.forces.row(1).transpose()), VecX(Vec3(0.5, 0.3, 0.2)), 1e-9);
  problem.wanted << 0.0, 1.0, 0.0, Vec3(-0.01, 0.5, 0.2).cross(Vec3::UnitY());
  CHECK(!contact_forces(problem, problem.wanted).possible);
}

TEST("criteria about torques have exact gradients and Hessians under loads that keep their direction") {
  for (const bool reversed : {false, true}) {
    const Figure figure = test::zoo(reversed);
    const VecX q = test::random_coordinates(figure);
    std::vector<Load> loads = some_loads(figure);
    for (Load& load : loads) {
      load.turns_with = load.rides_on = -1;
      load.torque.setZero();
    }
    const VecX weights = VecX::LinSpaced(figure.dof(), 0.0, 1.5);
    const auto least = least_torque_criterion(loads, weights, 30.0);
    const auto support =
        support_torque_criterion(figure, {{5, Vec3(0.1, 0.2, 0.0), 0.3}, {7, Vec3::Zero(), 0.7}}, Vec3::Zero(), 0.5);
    for (const Criterion* criterion : {least.get(), support.get()}) {
      VecX gradient, slope;
      MatX hessian, ignored;
      const auto value = [&](const VecX& at) { return VecX::Constant(1, criterion->value(Seen(figure, at).view())); };
      const auto gradient_at = [&](const VecX& at) {
        criterion->evaluate(Seen(figure, at).view(), slope, ignored);
        return slope;
      };
      const double found = criterion->evaluate(Seen(figure, q).view(), gradient, hessian);
      CHECK_NEAR(found, value(q)[0], 1e-12 * (1.0 + found));
      CHECK_NEAR(MatX(gradient.transpose()), slopes(figure, q, value), 1e-7);
      const MatX bent = slopes(figure, q, gradient_at);
      CHECK_NEAR(hessian, MatX(0.5 * (bent + bent.transpose())), 1e-6);
    }
  }
}
