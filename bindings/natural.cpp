// Natural posture for Python: the net, what it is told, and what is foreseen.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string_view>

#include "arrays.hpp"
#include "module.hpp"
#include "natural/beginning.hpp"

namespace poise::python {

namespace {

// One question or several, a row each.
Out answers(const Net& net, const In2& questions) {
  if (questions.shape(1) != net.inputs()) throw std::invalid_argument("a question has another number of inputs");
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Rows found(static_cast<Eigen::Index>(questions.shape(0)), static_cast<Eigen::Index>(net.outputs()));
  for (std::size_t i = 0; i < questions.shape(0); ++i)
    net.evaluate(questions.data() + i * net.inputs(), found.row(static_cast<Eigen::Index>(i)).data());
  return array2(MatX(found));
}

// What a task says of a part, and of where on it or on the head.
using Points = std::optional<std::tuple<Numbers, Numbers>>;

void make_saying(Saying* self, int part, const Points& place, const std::optional<Numbers>& rotation,
                 const Points& gaze) {
  if (part < 0 || part >= kParts) throw std::invalid_argument("the net knows no such part");
  new (self) Saying();
  self->part = part;
  self->placed = place.has_value();
  self->turned = rotation.has_value();
  self->looks = gaze.has_value();
  if (const Points& said = place ? place : gaze; said) {
    self->point = vector3(std::get<0>(*said));
    self->local = vector3(std::get<1>(*said));
  }
  if (rotation) self->turn = turn(*rotation);
}

// A question from what tasks say, by somebody who faces as a pose does.
Told told_by(const Pose& pose, int pelvis, double kept, const std::vector<const Saying*>& sayings) {
  Told told;
  told.facing = facing_of(pose.placed().segments[static_cast<std::size_t>(pelvis)].R);
  told.kept = kept;
  for (const Saying* saying : sayings) hear(*saying, told);
  join_places(told);
  return told;
}

Proportions proportions_of(double leg, const In1& numbers) {
  return {leg, vector(numbers, kProportions, "proportions")};
}

// Of both sides: upper arm, forearm, thigh, shank, site of the hand.
using Sides = std::array<std::array<int, 2>, 5>;

void make_foreseer(Foreseer* self, const std::shared_ptr<Net>& net, const std::shared_ptr<Figure>& figure, double leg,
                   const In1& proportions, const std::array<int, kParts>& segments,
                   const std::array<int, kNetJoints>& joints, const Sides& sides, std::vector<int> twists,
                   std::vector<int> bent, const In1& usual, const In1& rest, const In1& up,
                   const std::shared_ptr<Criterion>& habit) {
  Person person;
  person.figure = figure;
  person.body = proportions_of(leg, proportions);
  person.segments = segments;
  person.joints = joints;
  person.upper_arms = sides[0];
  person.forearms = sides[1];
  person.thighs = sides[2];
  person.shanks = sides[3];
  person.hand_sites = sides[4];
  person.twists = std::move(twists);
  person.bent = std::move(bent);
  person.usual = vector(usual, figure->dof(), "usual weights");
  person.rest = vector(rest, figure->size(), "rest");
  person.up = vector3(up);
  person.habit = habit;
  new (self) Foreseer(net, std::move(person));
}

std::optional<Foresight> foresee(const Foreseer& foreseer, const Pose& begun, const Told& told,
                                 const std::vector<std::pair<int, double>>& others) {
  UntoldTasks untold;
  for (const auto& [hand, error] : others) untold.push_back({hand, error});
  return foreseer.foresee(begun, told, untold);
}

void bind_foresight(nb::module_& m) {
  nb::class_<Foresight>(m, "Foresight")
      .def("coordinates", [](const Foresight& f) { return array1(f.pose); })
      .def("weights", [](const Foresight& f) { return array1(f.weights); })
      .def_ro("tilt", &Foresight::tilt)
      .def_ro("heading", &Foresight::heading)
      .def_ro("trust", &Foresight::trust)
      .def(
          "trusted",
          [](const Foresight& f, double trust) {
            Foresight other = f;
            other.trust = trust;
            return other;
          },
          nb::arg("trust"));
  nb::class_<Foreseer>(m, "Foreseer")
      .def("__init__", &make_foreseer, nb::arg("net"), nb::arg("figure"), nb::arg("leg"), nb::arg("proportions"),
           nb::arg("segments"), nb::arg("joints"), nb::arg("sides"), nb::arg("twists"), nb::arg("bent"),
           nb::arg("usual"), nb::arg("rest"), nb::arg("up"), nb::arg("habit"))
      .def("foresee", &foresee, nb::arg("begun"), nb::arg("told"), nb::arg("others"),
           nb::call_guard<nb::gil_scoped_release>())
      .def(
          "beginning",
          [](const Foreseer& f, const Foresight& seen) { return Pose(f.person().figure, beginning(f.person(), seen)); },
          nb::arg("seen"), nb::call_guard<nb::gil_scoped_release>())
      .def(
          "is_there",
          [](const Foreseer& f, const Foresight& old, const Foresight& next) {
            return is_there(f.person(), old, next);
          },
          nb::arg("old"), nb::arg("next"))
      .def(
          "eased",
          [](const Foreseer& f, const Foresight& old, const Foresight& next, double share) {
            return eased(f.person(), old, next, share);
          },
          nb::arg("old"), nb::arg("next"), nb::arg("share"))
      .def(
          "criterion",
          [](const Foreseer& f, const std::optional<Foresight>& seen) {
            return std::make_shared<CriterionSum>(preferred(f.person(), seen));
          },
          nb::arg("seen").none())
      .def(
          "renew",
          [](const Foreseer& f, CriterionSum& criterion, const std::optional<Foresight>& seen) {
            criterion.set_parts(preferred(f.person(), seen));
          },
          nb::arg("criterion"), nb::arg("seen").none());
}

}  // namespace

void bind_natural(nb::module_& m) {
  nb::class_<Net>(m, "Net")
      .def(
          "__init__",
          [](Net* self, const nb::bytes& data) { new (self) Net(std::string_view(data.c_str(), data.size())); },
          nb::arg("data"))
      .def_prop_ro("inputs", &Net::inputs)
      .def_prop_ro("outputs", &Net::outputs)
      .def("evaluate", &answers, nb::arg("questions"));
  nb::class_<Saying>(m, "Saying")
      .def("__init__", &make_saying, nb::arg("part"), nb::arg("place") = nb::none(), nb::arg("turn") = nb::none(),
           nb::arg("gaze") = nb::none())
      .def(
          "of", [](const Saying& saying, const Numbers& point) { return saying.of(vector3(point)); }, nb::arg("point"));
  nb::class_<Told>(m, "Told")
      .def(nb::init<>())
      .def_prop_ro("knows", &Told::knows)
      .def(
          "hear", [](Told& told, const Saying& saying) { hear(saying, told); }, nb::arg("saying"))
      .def("face", [](Told& told, const Numbers& ahead) { told.facing = vector3(ahead); }, nb::arg("ahead"));
  m.def("told_by", &told_by, nb::arg("pose"), nb::arg("pelvis"), nb::arg("kept"), nb::arg("sayings"));
  m.def(
      "features",
      [](const Told& told, double leg, const In1& proportions, const In1& origin, const In2& heading) {
        using Rows = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
        return array1(
            features(told, proportions_of(leg, proportions), vector3(origin), Eigen::Map<const Rows>(heading.data())));
      },
      nb::arg("told"), nb::arg("leg"), nb::arg("proportions"), nb::arg("origin"), nb::arg("heading"));
  m.def(
      "foreseen",
      [](const Net& net, double leg, const In1& proportions, const Told& told, bool mirrored) {
        const Said said = foreseen(net, proportions_of(leg, proportions), told, mirrored);
        return std::make_tuple(array1(said.place), array2(said.turn), array1(said.numbers), array1(said.spread));
      },
      nb::arg("net"), nb::arg("leg"), nb::arg("proportions"), nb::arg("told"), nb::arg("mirrored") = true);
  bind_foresight(m);
}

}  // namespace poise::python
