// Statics of a posed figure: the contact forces that hold it.
//
// This folder is for forces at rest: contacts, loads, torques, regions of balance, and the tasks and criteria about
// them. It may know criteria, tasks, limits, body and math; the solver sees its tasks and criteria as any others, and
// the bindings ask it directly.
#pragma once

#include "statics/contact_forces.hpp"
#include "tasks/task.hpp"

namespace poise {

// Units of a scene, in which forces and lengths are of order one.
struct Scale {
  double force;   // N
  double length;  // m
};
Scale scale_of(const TaskView& body, const std::vector<Load>& loads, const std::vector<Contact>& contacts);

// `problem` in those units: contacts that must give the wrench −`load` (N, N m, about `center`).
ForceProblem scaled_problem(const Vec3& center, const Vec6& load, const std::vector<Contact>& contacts,
                            const Scale& scale);

// Contact forces (N) that hold the pose against its weight and the loads.
//   price > 0: least Σ τ² + price² Σ |f|² over joint torques τ and contact forces f; `price` in metres
//   price = 0: least Σ |f|²
// Where no forces will do, those are given that leave least missing. `missing` and `motion` are about the centre of
// mass; a proof is turned the way the body would fall, −y, and has length one.
ForceAnswer supporting_forces(const TaskView& body, const std::vector<Load>& loads,
                              const std::vector<Contact>& contacts, double price);

// Where a search for contact forces may begin: the answer for a pose near by, in the units of the scene.
struct ForceGuess {
  Vec6 motion = Vec6::Zero();
  Eigen::Matrix3Xd forces;  // empty: nothing is known
};

// What holding a pose costs, and how that changes with it. The forces are those of `supporting_forces`, but where none
// will do, what is missing is charged for. `weights` w (dof) of the squared torques. For a free base.
struct Effort {
  double value = 0.0;       // ½ (Σ w τ² + price² Σ |f|²), N² m²
  VecX multipliers;         // w τ of the joints; of the base what is missing, times its price: ∂value/∂q = Jᵀ · this
  std::vector<Load> loads;  // the contact forces
  ForceGuess guess;         // for poses near by
};
Effort least_effort(const TaskView& body, const std::vector<Load>& loads, const std::vector<Contact>& contacts,
                    const VecX& weights, double price, const ForceGuess& guess = {});

// Forces (world, N) at contacts as loads on the segments they touch.
std::vector<Load> contact_loads(const TaskView& body, const std::vector<Contact>& contacts,
                                const Eigen::Matrix3Xd& forces);

}  // namespace poise
