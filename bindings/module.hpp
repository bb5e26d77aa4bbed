#pragma once

#include <nanobind/nanobind.h>

namespace poise::python {

void bind_figure(nanobind::module_& m);
void bind_limb(nanobind::module_& m);
void bind_limb_stance(nanobind::module_& m);
void bind_motion(nanobind::module_& m);
void bind_natural(nanobind::module_& m);
void bind_picture(nanobind::module_& m);
void bind_pose(nanobind::module_& m);
void bind_criteria(nanobind::module_& m);
void bind_problem(nanobind::module_& m);
void bind_rotation(nanobind::module_& m);
void bind_solver(nanobind::module_& m);
void bind_statics(nanobind::module_& m);
void bind_text(nanobind::module_& m);
void bind_world(nanobind::module_& m);

}  // namespace poise::python
