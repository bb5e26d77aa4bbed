// The compiled core of Poise as a Python module: conversion only, no logic.
#include "module.hpp"

NB_MODULE(_core, m) {
  m.doc() = "The compiled core of Poise. Use it through the poise package, which checks and explains.";
  // Figures kept in caches and globals outlive the interpreter's clean-up; that is no leak worth a warning.
  nanobind::set_leak_warnings(false);
  poise::python::bind_figure(m);
  poise::python::bind_limb(m);
  poise::python::bind_pose(m);
  poise::python::bind_picture(m);
  poise::python::bind_motion(m);
  poise::python::bind_natural(m);
  poise::python::bind_criteria(m);
  poise::python::bind_problem(m);
  poise::python::bind_rotation(m);
  poise::python::bind_solver(m);
  poise::python::bind_statics(m);
  poise::python::bind_text(m);
  poise::python::bind_world(m);
}
