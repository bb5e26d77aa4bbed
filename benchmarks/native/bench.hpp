// What benchmarks time inside the core, without Python in between.
#pragma once

#include <nanobind/nanobind.h>

namespace poise::python {

void bind_avoid(nanobind::module_& m);
void bind_kernel(nanobind::module_& m);
void bind_sweep(nanobind::module_& m);

}  // namespace poise::python
