#include "world/contact_tasks.hpp"

#include "testing/zoo.hpp"

using namespace poise;

namespace {

struct Posed {
  Figure figure = test::zoo(false);
  VecX q = test::random_coordinates(figure);
  Kinematics kinematics;
  MassState masses;

  Posed() { move(VecX::Zero(figure.dof())); }
  void move(const VecX& v) {
    forward(figure, integrate(figure, q, v), kinematics);
    carry_masses(figure, kinematics, masses);
  }
  TaskView view() const { return {figure, q, kinematics, masses}; }
};

std::shared_ptr<World> world_of(const SolidPtr& solid, const Vec3& at) {
  return std::make_shared<World>(
      std::vector<Obstacle>{{solid, {Mat3::Identity(), at}, 0.0, Vec3::Zero(), Vec3::Zero()}});
}

}  // namespace

TEST("rows of touching are derivatives of the distances, and their curvature that of the rows") {
  Posed body;
  const int n = body.figure.dof();
  const Placement frame = body.kinematics.segments[5];
  const auto world = world_of(ellipsoid(Vec3(0.1, 0.2, 0.15)), frame.p + Vec3(0.3, 0.1, -0.2));
  const auto task = touch_task({{5, Vec3(0.1, 0.0, 0.05), 0.02}, {5, Vec3(-0.1, 0.1, 0.0), 0.0}}, world);
  VecX error(2), there(2);
  MatX Jt = MatX::Zero(n, 2), H = MatX::Zero(n, n), expected = MatX::Zero(n, n);
  task->evaluate(body.view(), error, Jt);
  CHECK_NEAR(error[0], 0.02 - world->obstacles()[0].nearness(frame.R * Vec3(0.1, 0.0, 0.05) + frame.p).distance, 1e-12);
  const auto errors = [&](const VecX& v) {
    body.move(v);
    MatX ignored = MatX::Zero(n, 2);
    task->evaluate(body.view(), there, ignored);
    return there;
  };
  const VecX pull = VecX::Ones(2);
  task->add_curvature(body.view(), pull, H);
  constexpr double kStep = 1e-4;
  for (int k = 0; k < n; ++k) {
    const VecX h = 1e-6 * VecX::Unit(n, k);
    const VecX ahead = errors(h), behind = errors(-h);
    CHECK_NEAR(VecX(Jt.row(k).transpose()), VecX((behind - ahead) / 2e-6), 1e-7);
    for (int l = 0; l < n; ++l) {
      const VecX a = kStep * VecX::Unit(n, k), b = kStep * VecX::Unit(n, l);
      const auto sum = [&](const VecX& v) { return errors(v).sum(); };
      expected(k, l) = (sum(a + b) - sum(a - b) - sum(b - a) + sum(-a - b)) / (4.0 * kStep * kStep);
    }
  }
  CHECK_NEAR(H, expected, 1e-3);
}

TEST("rows of a clear sight are derivatives of the room of the line; what the point is in does not count") {
  Posed body;
  const int n = body.figure.dof(), site = 0;
  const Vec3 eye = site_frame(body.figure, body.kinematics, site).p;
  const Vec3 point = eye + Vec3(1.0, 0.3, 0.5), middle = 0.6 * eye + 0.4 * point;
  for (const SolidPtr& solid : {ellipsoid(Vec3(0.1, 0.2, 0.15)), box(Vec3(0.2, 0.3, 0.1), 0.02)}) {
    const auto world = world_of(solid, middle + Vec3(0.05, -0.25, 0.02));
    const auto task = sight_task(site, point, world, 0.5);
    VecX low(1), high(1);
    MatX Jt = MatX::Zero(n, 1);
    task->evaluate_room(body.view(), low, high, Jt);
    const auto room = [&](const VecX& v) {
      body.move(v);
      const Round line{site_frame(body.figure, body.kinematics, site).p, point, kSightRadius, 0.0};
      return solid->against(line.moved(world->obstacles()[0].frame.inverse())).distance;
    };
    for (int k = 0; k < n; ++k) {
      const VecX h = 1e-6 * VecX::Unit(n, k);
      CHECK_NEAR(Jt(k, 0), (room(h) - room(-h)) / 2e-6, 1e-6);
    }
    body.move(VecX::Zero(n));
    CHECK(low[0] < 0.0 && low[0] > -1.0);
    task->set_goal(world->obstacles()[0].frame.p);
    task->measure_room(body.view(), low, high);
    CHECK(low[0] < -1e299);
  }
}
