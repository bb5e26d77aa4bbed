// The strict kernel alone, on bare matrices: for benchmarks, and for comparison with other ways to the same step.
#include <chrono>

#include "arrays.hpp"
#include "bench.hpp"
#include "kernel/kernel.hpp"

namespace poise::python {

namespace {

// One linear problem, solved as often as asked.
struct LinearProblem {
  int n;
  std::vector<LevelRows> levels;
  Bounds bounds;
  std::vector<ActiveBound> held;
  poise::Kernel kernel;

  // A level of rows J v = e; a posture is diagonal.
  void add_level(const MatX& J, const VecX& e) {
    LevelRows level;
    if (J.rows() == n && J.isDiagonal(0.0)) {
      level.diagonal = J.diagonal();
    } else {
      level.Jt = J.transpose();
    }
    level.e = e;
    levels.push_back(level);
  }

  void bound(const VecX& lower, const VecX& upper) {
    bounds = {};
    for (int i = 0; i < n; ++i) {
      if (lower[i] <= -kUnbounded && upper[i] >= kUnbounded) continue;
      BoundRow& row = bounds.add({i});
      bounds.factor(row.begin) = 1.0;
      row.lower = lower[i];
      row.upper = upper[i];
    }
    held.assign(bounds.size(), {});
  }

  // Warm: what was held in the last step is the guess for this one.
  const VecX& step(bool warm) {
    if (!warm) held.assign(bounds.size(), {});
    return kernel.step(levels, levels.size(), bounds, held, {});
  }
};

double seconds_per_step(LinearProblem& problem, int repeats, bool warm) {
  nb::gil_scoped_release release;
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < repeats; ++i) problem.step(warm);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  return elapsed.count() / repeats;
}

MatX matrix(const In2& rows, int columns) {
  if (static_cast<int>(rows.shape(1)) != columns) {
    throw std::invalid_argument("J must have " + std::to_string(columns) + " columns, not " +
                                std::to_string(rows.shape(1)));
  }
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const RowMajor>(rows.data(), static_cast<Eigen::Index>(rows.shape(0)), columns);
}

}  // namespace

void bind_kernel(nb::module_& m) {
  nb::class_<LinearProblem>(m, "Kernel")
      .def(
          "__init__", [](LinearProblem* self, int n) { new (self) LinearProblem{n, {}, {}, {}, {}}; }, nb::arg("n"))
      .def(
          "add_level",
          [](LinearProblem& k, const In2& J, const In1& e) {
            const MatX rows = matrix(J, k.n);
            k.add_level(rows, vector(e, static_cast<int>(rows.rows()), "e"));
          },
          nb::arg("J"), nb::arg("e"), "A strict level below those before: J v = e as well as it can be.")
      .def(
          "bound",
          [](LinearProblem& k, const In1& lower, const In1& upper) {
            k.bound(vector(lower, k.n, "lower"), vector(upper, k.n, "upper"));
          },
          nb::arg("lower"), nb::arg("upper"), "lower ≤ v ≤ upper above all levels; ±1e300 for none.")
      .def(
          "step", [](LinearProblem& k, bool warm) { return array1(k.step(warm)); }, nb::arg("warm") = false,
          "(n,) the step.")
      .def("seconds_per_step", &seconds_per_step, nb::arg("repeats"), nb::arg("warm") = false)
      .def_prop_ro(
          "rounds", [](const LinearProblem& k) { return k.kernel.rounds(); },
          "Partial factorisations of the last step.");
}

}  // namespace poise::python
