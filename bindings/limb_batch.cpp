// Limbs on a pose for Python: goals by the thousand.
#include "limb/limb_batch.hpp"

#include <nanobind/stl/tuple.h>

#include "arrays.hpp"
#include "limb_goals.hpp"
#include "limits/limits.hpp"

namespace poise::python {

namespace {

using Stance = LimbStance;

using Many =
    std::tuple<Out, Out, Out>;  // stored numbers; swivel, second, hinge, lack; verdict, branch, whether certain

Many solve_many(const Stance& stance, int kind, const In2& numbers, const In2& wanted, const LimbChoice& choice,
                int threads) {
  const GoalKind k = static_cast<GoalKind>(kind);
  const std::size_t count = numbers.shape(0), size = stance.limb->slots.size();
  std::vector<LimbAnswer> answers;
  {
    nb::gil_scoped_release release;
    std::vector<LimbGoal> goals(count);
    for (std::size_t i = 0; i < count; ++i) {
      try {
        goals[i] = goal_of(k, numbers.data() + i * static_cast<std::size_t>(numbers_of(k)));
      } catch (const std::invalid_argument& error) {
        throw std::invalid_argument("goal " + std::to_string(i) + ": " + error.what());
      }
    }
    std::vector<LimbChoice> choices(wanted.shape(0), choice);
    for (std::size_t i = 0; i < choices.size(); ++i) {
      choices[i].swivel = wanted.data()[2 * i];
      choices[i].second = wanted.data()[2 * i + 1];
    }
    solve_limbs(stance, goals, choices, threads, answers);
  }
  const Out stored = make({count, size}, [&](double* out) {
    for (const LimbAnswer& a : answers) out = std::copy_n(a.stored.data(), size, out);
  });
  const Out angles = make({count, 4}, [&](double* out) {
    for (const LimbAnswer& a : answers) {
      for (const double x : {a.swivel, a.second, a.hinge, a.lack}) *out++ = x;
    }
  });
  const Out words = make({count, 3}, [&](double* out) {
    for (const LimbAnswer& a : answers) {
      *out++ = static_cast<int>(a.verdict);
      *out++ = a.branch;
      *out++ = a.certain ? 1.0 : 0.0;
    }
  });
  return {stored, angles, words};
}

// The largest violation of each of many poses of the limb.
Out violations(const Stance& stance, const In2& values) {
  const std::size_t count = values.shape(0), size = stance.limb->slots.size();
  return make({count}, [&](double* out) {
    VecX q = stance.coordinates;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t k = 0; k < size; ++k) q[stance.limb->slots[k]] = values.data()[i * size + k];
      out[i] = worst_violation(*stance.limb->figure, q).amount;
    }
  });
}

}  // namespace

void bind_limb_batch(nb::class_<Stance>& bound) {
  bound
      .def(
          "solve_many",
          [](const Stance& s, int kind, const In2& numbers, const In2& wanted, bool middle, bool limits, int branch,
             bool closest, int threads) {
            return solve_many(s, kind, numbers, wanted, {0.0, middle, 0.0, limits, branch, closest}, threads);
          },
          nb::arg("kind"), nb::arg("numbers"), nb::arg("wanted"), nb::arg("middle"), nb::arg("limits"),
          nb::arg("branch"), nb::arg("closest"), nb::arg("threads"))
      .def(
          "wrist_circles",
          [](const Stance& s, const In2& numbers) {
            const std::size_t count = numbers.shape(0);
            return make({count, 3, 3}, [&](double* out) {
              for (std::size_t i = 0; i < count; ++i) {
                const WristCircle c = wrist_circle(s, goal_of(GoalKind::kAxis, numbers.data() + 9 * i));
                const Vec3 center = s.base.p + s.base.R * (s.limb->shoulder + c.center);
                for (const Vec3& v : {center, Vec3(s.base.R * c.u), Vec3(s.base.R * c.v)})
                  out = std::copy_n(v.data(), 3, out);
              }
            });
          },
          nb::arg("numbers"), "Center and half-axes (n, 3, 3) of the circles that the wrist draws about axis goals.")
      .def("violations", &violations, nb::arg("values"), "The largest violation of each pose of the limb.");
}

}  // namespace poise::python
