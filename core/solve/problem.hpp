// A problem: what is wanted of a figure, in levels of priority, and what is preferred in the freedom they leave.
#pragma once

#include <memory>
#include <vector>

#include "body/mirror.hpp"
#include "criteria/criterion.hpp"
#include "solve/tolerances.hpp"
#include "tasks/task.hpp"

namespace poise {

struct Demand {
  std::shared_ptr<Task> task;
  double weight = 1.0;
  VecX joints;  // share of every degree of freedom in helping (0 … 1); empty: all of all
  bool enabled = true;
  int revision = 0;  // counts changes of the task or of its goal
};

// The last two are made by core/direct.
enum class Method : int { kPriority, kCascaded, kTranspose, kDescent };

// What the methods of core/direct let one choose.
struct DirectOptions {
  double feedback = 1.0;  // share of what a constraint lacks that a correction makes good, 0 … 1 (Welman 5.2.5)
  bool wang = false;      // weigh positions by how far tip and goal are from each joint (Welman 4.2.1)
};

struct Problem {
  std::shared_ptr<const Figure> figure;
  std::vector<std::vector<int>> levels;  // indices of demands
  std::vector<Demand> demands;
  std::vector<Preference> criteria;
  Method method = Method::kPriority;
  DirectOptions direct;
  bool structural = false;  // the first level is part of the figure: exact in every pose
  VecX mobility;  // how willingly every degree of freedom moves (> 0): steps are short by Σ v²/mobility; empty: all
                  // alike
  std::shared_ptr<const Mirror> mirror;  // of the figure; null: it has none
  VecX upright;  // where the question begins: gives the plane in which it may nearly be its own mirror image; empty:
                 // none
  Tolerances tolerances;
};

}  // namespace poise
