// The benchmarks' own Python module, built on demand (make kernel, make bench) and not shipped.
#include "bench.hpp"

NB_MODULE(_bench, m) {
  m.doc() = "Times inside the compiled core of Poise, and its kernel on bare matrices.";
  nanobind::module_::import_("poise._core");  // its figures are arguments here
  poise::python::bind_avoid(m);
  poise::python::bind_kernel(m);
  poise::python::bind_sweep(m);
}
