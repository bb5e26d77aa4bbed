// All methods by one function.
//
// This folder is for direct manipulation: pulling on a body (Welman). It knows the solver's interface, its evaluation
// of tasks and its run (core/solve), tasks, limits and the body; the bindings use it.
#pragma once

#include <memory>

#include "solve/stepper.hpp"

namespace poise {

// The method that a problem asks for: those of this folder, and of core/solve.
std::unique_ptr<Stepper> make_method(std::shared_ptr<const Problem> problem, const VecX& start);

}  // namespace poise
