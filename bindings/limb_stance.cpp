// Limbs on a pose for Python: one goal, its intervals, its families.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "arrays.hpp"
#include "limb/limb_best.hpp"
#include "limb_goals.hpp"
#include "module.hpp"

namespace poise::python {

namespace {

using Stance = LimbStance;

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
    if (family.miss > kReachTolerance) continue;
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

}  // namespace

void bind_limb_stance(nb::module_& m) {
  nb::class_<Stance> bound(m, "LimbStance");
  bound
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
             int branch, bool closest) {
            const LimbGoal goal = goal_of(kind, numbers);
            nb::gil_scoped_release release;
            return best_limb(s, goal, {swivel, middle, second, limits, branch, closest});
          },
          nb::arg("kind"), nb::arg("numbers"), nb::arg("swivel"), nb::arg("middle"), nb::arg("second"),
          nb::arg("limits"), nb::arg("branch"), nb::arg("closest"))
      .def(
          "closed",
          [](const Stance& s, int kind, const In1& numbers, double swivel, double second) {
            return solve_limb(s, goal_of(kind, numbers), {swivel, false, second, true, -1, false});
          },
          nb::arg("kind"), nb::arg("numbers"), nb::arg("swivel"), nb::arg("second"),
          "As solve, but without a search for the best when closed form finds no pose.")
      .def(
          "present_swivel", [](const Stance& s, int kind) { return present_swivel(s, static_cast<GoalKind>(kind)); },
          nb::arg("kind"))
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
      .def(
          "coordinates", [](const Stance& s, const LimbAnswer& a) { return array1(coordinates_of(s, a)); },
          nb::arg("answer"));
  bind_limb_batch(bound);
}

}  // namespace poise::python
