// Limbs for Python: built once from a figure, or refused with the joint that does not fit.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "limb/limb_solve.hpp"
#include "module.hpp"

namespace poise::python {

void bind_limb(nb::module_& m) {
  nb::class_<Limb>(m, "Limb")
      .def_static(
          "make",
          [](const std::shared_ptr<Figure>& figure, int root, int middle, int end, int site,
             const In1& rest) -> std::variant<std::shared_ptr<Limb>, std::tuple<int, std::string>> {
            auto made = make_limb(figure, root, middle, end, site, vector(rest, figure->size(), "coordinates"));
            if (const auto* misfit = std::get_if<Misfit>(&made)) return std::make_tuple(misfit->joint, misfit->why);
            return std::make_shared<Limb>(std::get<Limb>(std::move(made)));
          },
          nb::arg("figure"), nb::arg("root"), nb::arg("middle"), nb::arg("end"), nb::arg("site"), nb::arg("rest"),
          "The limb, or the joint that does not fit and why.")
      .def_prop_ro("slots", [](const Limb& l) { return l.slots; })
      .def_prop_ro("upper", [](const Limb& l) { return l.upper.norm(); })
      .def_prop_ro("lower", [](const Limb& l) { return l.lower.norm(); })
      .def_prop_ro("hinge", [](const Limb& l) { return std::make_tuple(l.hinge.min, l.hinge.max); });

  nb::class_<LimbAnswer>(m, "LimbAnswer")
      .def_prop_ro("verdict", [](const LimbAnswer& a) { return static_cast<int>(a.verdict); })
      .def_ro("certain", &LimbAnswer::certain)
      .def_ro("lack", &LimbAnswer::lack)
      .def_ro("branch", &LimbAnswer::branch)
      .def_ro("swivel", &LimbAnswer::swivel)
      .def_ro("second", &LimbAnswer::second)
      .def_ro("hinge", &LimbAnswer::hinge)
      .def("elbow", [](const LimbAnswer& a) { return array1(a.elbow); });
  bind_limb_stance(m);
}

}  // namespace poise::python
