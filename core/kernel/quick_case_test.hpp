// Random problems for the tests of the quick way, and the general way's answer to them.
#pragma once

#include <algorithm>
#include <cmath>

#include "kernel/general_method.hpp"
#include "kernel/quick_method.hpp"
#include "testing/check.hpp"

namespace poise::quick_case {

constexpr int kFreedoms = 24;

struct Case {
  std::vector<LevelRows> levels;
  Bounds bounds;
  Objective objective;
};

inline MatX random(test::Dice& dice, int rows, int columns) {
  return MatX::NullaryExpr(rows, columns, [&] { return dice.uniform(-1.0, 1.0); });
}

inline StepRequest request(Case& c, std::vector<ActiveBound>& active) {
  return {&c.levels, c.levels.size(), &c.bounds, &active, &c.objective, nullptr};
}

enum class Last { kNothing, kPosture, kWeighedPosture, kObjective, kByJoint, kDense, kOverTree };

// Blocks of a base that does not matter and of joints with one to three degrees of freedom, over variables in another
// order.
inline TreeMatrix joints(test::Dice& dice) {
  std::vector<TreeNode> nodes = {{-1, 0, 6}};
  for (int first = 6, k = 0; first < kFreedoms; ++k) {
    const int size = std::min(1 + k % 3, kFreedoms - first);
    nodes.push_back({0, first, size});
    first += size;
  }
  TreeMatrix H(nodes);
  for (const TreeNode& node : nodes) {
    if (node.size == 6) continue;
    const MatX roots = random(dice, node.size, node.size + 1);
    H.block(node.first, node.first, node.size, node.size) = roots * roots.transpose();
  }
  std::vector<int> place;
  for (int i = 0; i < kFreedoms; ++i) place.push_back(i < 6 ? i : kFreedoms + 5 - i);
  H.take(place, VecX::Constant(kFreedoms, 0.9));
  return H;
}

// Entries along the ways to the root of a tree in which every variable carries two others, in some other order.
inline void prefer_over_tree(test::Dice& dice, Objective& objective) {
  std::vector<int> variable(kFreedoms);
  for (int i = 0; i < kFreedoms; ++i) variable[static_cast<std::size_t>(i)] = (7 * i + 3) % kFreedoms;
  objective.gradient = random(dice, kFreedoms, 1).col(0);
  objective.hessian = MatX::Zero(kFreedoms, kFreedoms);
  for (int i = 0; i < kFreedoms; ++i) {
    VecX way = VecX::Zero(kFreedoms);
    for (int above = i; above >= 0; above = above > 0 ? (above - 1) / 2 : -1)
      way[variable[static_cast<std::size_t>(above)]] = dice.uniform(0.5, 1.0);
    objective.hessian += way * way.transpose();
  }
  objective.leaves_first = {variable.rbegin(), variable.rend()};
}

inline Case make(test::Dice& dice, double room, Last last, double damping = 0.0) {
  Case c;
  for (const int m : {3, 2, 4}) {
    LevelRows level;
    level.Jt = random(dice, kFreedoms, m);
    level.e = random(dice, m, 1).col(0);
    level.damping = damping;
    c.levels.push_back(level);
  }
  if (last == Last::kPosture || last == Last::kWeighedPosture) {
    LevelRows level;
    level.diagonal = VecX::Constant(kFreedoms, 0.7);
    if (last == Last::kWeighedPosture)
      for (double& weight : level.diagonal) weight = dice.uniform(0.1, 1.0);
    level.diagonal.head(3).setZero();
    level.e = 0.5 * random(dice, kFreedoms, 1).col(0);
    level.e.head(3).setZero();
    c.levels.push_back(level);
  }
  if (last == Last::kObjective) {
    c.objective.gradient = random(dice, kFreedoms, 1).col(0);
    c.objective.stiffness = 1.7;
  }
  if (last == Last::kByJoint) {
    c.objective.gradient = random(dice, kFreedoms, 1).col(0);
    c.objective.gradient.head(6).setZero();
    c.objective.tree = joints(dice);
  }
  if (last == Last::kOverTree) prefer_over_tree(dice, c.objective);
  if (last == Last::kDense) {
    const MatX roots = random(dice, kFreedoms, kFreedoms);
    c.objective.gradient = random(dice, kFreedoms, 1).col(0);
    c.objective.hessian = MatX::Identity(kFreedoms, kFreedoms) + roots * roots.transpose();
  }
  for (int k = 3; k < kFreedoms; ++k) {
    BoundRow& bound = c.bounds.add({k});
    c.bounds.factor(bound.begin) = dice.uniform(0.0, 1.0) < 0.5 ? 1.0 : -0.6;
    bound.lower = -room * dice.uniform(0.0, 1.0);
    bound.upper = room * dice.uniform(0.0, 1.0);
  }
  return c;
}

// A level of inequalities after the first level: the room of each is up to `room`; `broken`: the first one lacks that.
inline void add_area(test::Dice& dice, double room, double broken, Case& c) {
  LevelRows level;
  level.Jt = random(dice, kFreedoms, 5);
  level.low = VecX::Constant(5, -kUnbounded);
  level.high.resize(5);
  for (double& end : level.high) end = room * dice.uniform(0.0, 1.0);
  if (broken > 0.0) level.high[0] = -broken;
  level.e = level.high.cwiseMin(0.0);
  c.levels.insert(c.levels.begin() + 1, level);
  c.levels.front().e.setZero();
}

inline std::size_t slots(const Case& c) {
  std::size_t count = c.bounds.size();
  for (const LevelRows& level : c.levels) count += static_cast<std::size_t>(level.low.size());
  return count;
}

inline VecX generally(Case c) {
  GeneralMethod general;
  if (c.objective.tree.exists()) c.objective.hessian = c.objective.tree.dense();
  c.objective.tree = {};
  std::vector<ActiveBound> active(slots(c));
  general.step(request(c, active));
  return general.found();
}

}  // namespace poise::quick_case
