// Times inside the core of what a step asks of a pose, part by part: for benchmarks.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>

#include "arrays.hpp"
#include "bench.hpp"
#include "body/pose.hpp"
#include "tasks/body_task.hpp"
#include "tasks/site_task.hpp"

namespace poise::python {

namespace {

using Clock = std::chrono::steady_clock;
using Tasks = std::vector<std::unique_ptr<Task>>;

constexpr int kRounds = 41;  // the median of so many means

template <typename Work>
double seconds_per_call(int repeats, Work&& work) {
  std::vector<double> means;
  for (int round = 0; round < kRounds; ++round) {
    const auto start = Clock::now();
    for (int i = 0; i < repeats; ++i) work();
    means.push_back(std::chrono::duration<double>(Clock::now() - start).count() / repeats);
  }
  std::nth_element(means.begin(), means.begin() + kRounds / 2, means.end());
  return means[kRounds / 2];
}

// One level of tasks as a solver keeps it.
struct Level {
  Tasks tasks;
  VecX e;
  MatX Jt;

  void shape(int dof) {
    Eigen::Index rows = 0;
    for (const auto& task : tasks) rows += task->rows();
    e.resize(rows);
    Jt.resize(dof, rows);
  }
  void evaluate(const TaskView& view) {
    Eigen::Index at = 0;
    Jt.setZero();
    for (const auto& task : tasks) {
      const int m = task->rows();
      task->evaluate(view, e.segment(at, m), Jt.middleCols(at, m));
      at += m;
    }
  }
  void measure(const TaskView& view) {
    Eigen::Index at = 0;
    for (const auto& task : tasks) {
      const int m = task->rows();
      task->measure(view, e.segment(at, m));
      at += m;
    }
  }
};

std::vector<std::tuple<std::string, double>> seconds_of_parts(const std::shared_ptr<Figure>& figure,
                                                              const In1& coordinates, const std::vector<int>& held,
                                                              int turned, int reached, int repeats) {
  const VecX q = vector(coordinates, figure->size(), "coordinates");
  nb::gil_scoped_release release;
  const Figure& body = *figure;
  const int n = body.dof();
  const VecX step = VecX::Constant(n, 1e-3), goal = integrate(body, q, step);
  Kinematics kinematics;
  MassState masses;
  forward(body, q, kinematics);
  carry_masses(body, kinematics, masses);
  const TaskView view{body, q, kinematics, masses};

  std::vector<Level> levels(4);
  for (const int site : held) {
    levels[0].tasks.push_back(position_task(site, Vec3::Ones(), Mat3::Identity()));
    levels[0].tasks.push_back(orientation_task(site, Mat3::Identity()));
  }
  levels[1].tasks.push_back(center_task(Vec3::Ones(), Mat3::Identity().leftCols<2>()));
  levels[2].tasks.push_back(orientation_task(turned, Mat3::Identity()));
  levels[3].tasks.push_back(position_task(reached, Vec3::Ones(), Mat3::Identity()));
  for (Level& level : levels) level.shape(n);
  const auto posture = posture_task(goal, VecX::Ones(n));
  VecX way(n);

  std::vector<std::tuple<std::string, double>> parts;
  const auto time = [&](const char* what, auto&& work) { parts.emplace_back(what, seconds_per_call(repeats, work)); };
  time("place", [&] { place(body, q, kinematics); });
  time("place, masses", [&] {
    place(body, q, kinematics);
    carry_masses(body, kinematics, masses);
  });
  time("twists", [&] { add_twists(body, q, kinematics); });
  time("twists, Jacobians of all levels", [&] {
    add_twists(body, q, kinematics);
    for (Level& level : levels) level.evaluate(view);
    posture->evaluate_freedoms(view, way);
  });
  for (std::size_t k = 0; k < levels.size(); ++k)
    time(("  level " + std::to_string(k + 1)).c_str(), [&] { levels[k].evaluate(view); });
  time("  posture", [&] { posture->evaluate_freedoms(view, way); });
  time("errors of the first two levels", [&] {
    levels[0].measure(view);
    levels[1].measure(view);
  });
  VecX moved;
  time("integrate", [&] { moved = integrate(body, q, step); });
  time("difference", [&] { way = difference(body, q, goal); });
  time("a pose", [&] { const Pose pose(figure, q); });
  time("a pose that is asked for its frames", [&] { Pose(figure, q).kinematics(); });
  return parts;
}

double seconds_per_sweep(const Figure& figure, const In1& coordinates, int repeats) {
  const VecX q = vector(coordinates, figure.size(), "coordinates");
  nb::gil_scoped_release release;
  Sweep sweep(figure);
  const auto start = Clock::now();
  for (int i = 0; i < repeats; ++i) sweep.run(figure, q);
  return std::chrono::duration<double>(Clock::now() - start).count() / repeats;
}

}  // namespace

void bind_sweep(nb::module_& m) {
  m.def("seconds_per_sweep", &seconds_per_sweep, nb::arg("figure"), nb::arg("coordinates"), nb::arg("repeats"),
        "Mean time inside the core for frames, all site Jacobians and the centre-of-mass Jacobian of one pose.");
  m.def("seconds_of_parts", &seconds_of_parts, nb::arg("figure"), nb::arg("coordinates"), nb::arg("held"),
        nb::arg("turned"), nb::arg("reached"), nb::arg("repeats"),
        "Median times of what a step asks of a pose: sites held, one turned, one reached, and the centre of mass.");
}

}  // namespace poise::python
