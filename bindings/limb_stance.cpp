// Limbs on a pose for Python: goals one by one or by the thousand.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <optional>

#include "arrays.hpp"
#include "module.hpp"
#include "poise/limb_batch.hpp"
#include "poise/limits.hpp"

namespace poise::python {

namespace {

using Stance = LimbStance;

// How a goal of each kind comes as plain numbers: point; 4 × 4; point, axis, direction; point, axis.
int numbers_of(GoalKind kind) {
  constexpr int kCounts[] = {3, 16, 9, 6};
  return kCounts[static_cast<int>(kind)];
}

Vec3 direction_at(const double* x) {
  const Vec3 v = Eigen::Map<const Vec3>(x);
  if (v.norm() < 1e-12) throw std::invalid_argument("a goal of a limb has a direction of no length");
  return v.normalized();
}

Mat3 rotation_in(const Eigen::Matrix4d& frame) {
  const Mat3 axes = frame.topLeftCorner<3, 3>();
  const bool orthonormal = (axes.transpose() * axes - Mat3::Identity()).cwiseAbs().maxCoeff() <= 1e-5;
  if (!orthonormal || axes.determinant() < 0.0 || frame.row(3) != Eigen::RowVector4d(0.0, 0.0, 0.0, 1.0))
    throw std::invalid_argument("a frame must be a rigid placement: orthonormal right-handed axes, last row 0 0 0 1");
  return Quat(axes).normalized().toRotationMatrix();
}

LimbGoal goal_of(GoalKind kind, const double* x) {
  using RowMajor = Eigen::Matrix<double, 4, 4, Eigen::RowMajor>;
  for (int i = 0; i < numbers_of(kind); ++i)
    if (!std::isfinite(x[i])) throw std::invalid_argument("a goal must be finite, but holds NaN or infinity");
  LimbGoal goal;
  goal.kind = kind;
  if (kind == GoalKind::kPlacement) {
    const Eigen::Matrix4d frame = Eigen::Map<const RowMajor>(x);
    goal.axes = rotation_in(frame);
    goal.point = frame.topRightCorner<3, 1>();
    return goal;
  }
  goal.point = Eigen::Map<const Vec3>(x);
  if (kind != GoalKind::kPosition) goal.axis = direction_at(x + 3);
  if (kind == GoalKind::kAxis) goal.direction = direction_at(x + 6);
  return goal;
}

LimbGoal goal_of(int kind, const In1& numbers) {
  const GoalKind k = static_cast<GoalKind>(kind);
  return goal_of(k, numbers.data());
}

const SwivelFamily& family_of(const FamilyList& list, int branch) {
  for (int i = 0; i < list.count; ++i)
    if (list.items[static_cast<std::size_t>(i)].branch == branch) return list.items[static_cast<std::size_t>(i)];
  return list.items[0];
}

using Interval = std::tuple<double, double, int>;

std::vector<Interval> intervals_of(const Stance& stance, const LimbGoal& goal, double second) {
  std::vector<Interval> found;
  const FamilyList list = families_of(stance, goal, second, true);
  for (int i = 0; i < list.count; ++i) {
    const SwivelFamily& family = list.items[static_cast<std::size_t>(i)];
    if (family.miss > 1e-12) continue;
    for (const Arc& arc : joined_at_pi(allowed_swivels(stance, family).all))
      found.emplace_back(arc.start, arc.stop, family.branch);
  }
  return found;
}

VecX tangent_of(const Stance& stance, const LimbAnswer& answer, const LimbRates& rates) {
  const Limb& limb = *stance.limb;
  VecX v = VecX::Zero(limb.figure->dof());
  const Vec3 root = tangent_rates(limb.root, answer.root, answer.root_natural, rates.root);
  const Vec3 end = tangent_rates(limb.end, answer.end, answer.end_natural, rates.end);
  for (int i = 0; i < 3; ++i) {
    v[limb.root.tangents[static_cast<std::size_t>(i)]] = root[i];
    v[limb.end.tangents[static_cast<std::size_t>(i)]] = end[i];
  }
  v[limb.hinge_tangent] = rates.hinge;
  return v;
}

// (figure.dof,) by the swivel and by the second angle.
std::tuple<Out, Out> rates_at(const Stance& stance, const LimbGoal& goal, double second, double swivel, int branch) {
  const FamilyList list = families_of(stance, goal, second, true);
  const SwivelFamily& family = family_of(list, branch);
  const Allowed allowed = allowed_swivels(stance, family);
  const LimbAnswer answer = answer_at(stance, family, &allowed, swivel);
  VecX by_second = VecX::Zero(stance.limb->figure->dof());
  if (has_second(goal.kind)) by_second = tangent_of(stance, answer, second_rates(stance, goal, family, swivel));
  return {array1(tangent_of(stance, answer, swivel_rates(family))), array1(by_second)};
}

// Center, and the two half-axes of the elbow circle, world.
std::tuple<Out, Out, Out> circle_of(const Stance& stance, const SwivelFamily& family) {
  const Vec3 center = stance.base.p + stance.base.R * (stance.limb->shoulder + family.center);
  return {array1(center), array1(stance.base.R * family.u), array1(stance.base.R * family.v)};
}

using Many = std::tuple<Out, Out, Out>;  // stored numbers; swivel, second, hinge, lack; verdict, branch

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
  const Out words = make({count, 2}, [&](double* out) {
    for (const LimbAnswer& a : answers) {
      *out++ = static_cast<int>(a.verdict);
      *out++ = a.branch;
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

void bind_limb_stance(nb::module_& m) {
  nb::class_<Stance>(m, "LimbStance")
      .def(
          "__init__",
          [](Stance* self, const std::shared_ptr<Limb>& limb, const In1& coordinates, const In1& rest,
             const std::optional<In1>& reference) {
            const int size = limb->figure->size();
            new (self)
                Stance(make_stance(limb, vector(coordinates, size, "coordinates"), vector(rest, size, "coordinates")));
            if (!reference) return;
            self->swivel_zero.projected = true;
            self->swivel_zero.direction = self->base.R.transpose() * vector3(*reference);
          },
          nb::arg("limb"), nb::arg("coordinates"), nb::arg("rest"), nb::arg("reference") = nb::none())
      .def_ro("rest_swivel", &Stance::rest_swivel)
      .def_ro("rest_hinge", &Stance::rest_hinge)
      .def("shoulder", [](const Stance& s) { return array1(s.base.p + s.base.R * s.limb->shoulder); })
      .def(
          "solve",
          [](const Stance& s, int kind, const In1& numbers, double swivel, bool middle, double second, bool limits,
             int branch) {
            const LimbGoal goal = goal_of(kind, numbers);
            nb::gil_scoped_release release;
            return best_limb(s, goal, {swivel, middle, second, limits, branch});
          },
          nb::arg("kind"), nb::arg("numbers"), nb::arg("swivel"), nb::arg("middle"), nb::arg("second"),
          nb::arg("limits"), nb::arg("branch"))
      .def(
          "solve_many",
          [](const Stance& s, int kind, const In2& numbers, const In2& wanted, bool middle, bool limits, int branch,
             int threads) { return solve_many(s, kind, numbers, wanted, {0.0, middle, 0.0, limits, branch}, threads); },
          nb::arg("kind"), nb::arg("numbers"), nb::arg("wanted"), nb::arg("middle"), nb::arg("limits"),
          nb::arg("branch"), nb::arg("threads"))
      .def(
          "intervals",
          [](const Stance& s, int kind, const In1& numbers, double second) {
            return intervals_of(s, goal_of(kind, numbers), second);
          },
          nb::arg("kind"), nb::arg("numbers"), nb::arg("second"))
      .def(
          "at",
          [](const Stance& s, int kind, const In1& numbers, double second, double swivel, int branch) {
            const FamilyList list = families_of(s, goal_of(kind, numbers), second, true);
            const SwivelFamily& family = family_of(list, branch);
            const Allowed allowed = allowed_swivels(s, family);
            LimbAnswer answer = answer_at(s, family, &allowed, swivel);
            answer.second = second;
            return answer;
          },
          nb::arg("kind"), nb::arg("numbers"), nb::arg("second"), nb::arg("swivel"), nb::arg("branch"))
      .def(
          "rates",
          [](const Stance& s, int kind, const In1& numbers, double second, double swivel, int branch) {
            return rates_at(s, goal_of(kind, numbers), second, swivel, branch);
          },
          nb::arg("kind"), nb::arg("numbers"), nb::arg("second"), nb::arg("swivel"), nb::arg("branch"))
      .def(
          "circle",
          [](const Stance& s, int kind, const In1& numbers, double second, int branch) {
            const FamilyList list = families_of(s, goal_of(kind, numbers), second, true);
            return circle_of(s, family_of(list, branch));
          },
          nb::arg("kind"), nb::arg("numbers"), nb::arg("second"), nb::arg("branch"))
      .def(
          "branches",
          [](const Stance& s, int kind, const In1& numbers, double second) {
            std::vector<std::tuple<int, double, double>> found;
            const FamilyList list = families_of(s, goal_of(kind, numbers), second, true);
            for (int i = 0; i < list.count; ++i) {
              const SwivelFamily& f = list.items[static_cast<std::size_t>(i)];
              found.emplace_back(f.branch, f.hinge, f.miss);
            }
            return found;
          },
          nb::arg("kind"), nb::arg("numbers"), nb::arg("second"), "(branch, hinge angle, metres out of reach) of each.")
      .def(
          "errors",
          [](const Stance& s, int kind, const In1& numbers, const In1& coordinates) {
            const VecX q = vector(coordinates, s.limb->figure->size(), "coordinates");
            const LimbErrors errors = errors_of(s, goal_of(kind, numbers), q);
            return std::make_tuple(errors.position, errors.orientation);
          },
          nb::arg("kind"), nb::arg("numbers"), nb::arg("coordinates"))
      .def("violations", &violations, nb::arg("values"), "The largest violation of each pose of the limb.")
      .def(
          "coordinates", [](const Stance& s, const LimbAnswer& a) { return array1(coordinates_of(s, a)); },
          nb::arg("answer"));
}

}  // namespace poise::python
