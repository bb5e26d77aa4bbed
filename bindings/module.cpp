// The compiled core of Poise as a Python module: conversion only, no logic.
#include "module.hpp"

NB_MODULE(_core, m) {
  m.doc() = "The compiled core of Poise. Use it through the poise package, which checks and explains.";
  poise::python::bind_figure(m);
  poise::python::bind_pose(m);
}
