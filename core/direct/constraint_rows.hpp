// What the levels above the pulling one, and the limits, say about a step: rows in variables in which K = 1.
#pragma once

#include "direct/constrained_pull.hpp"
#include "direct/pull.hpp"

namespace poise {

constexpr double kAtLimit = 1e-9;  // rad, m: limits this near bound the direction of a step

// Constraints and limits as rows on a step from q. Of a direction only limits that are reached count, and constraints
// shall not change; else all, and constraints shall be met.
ConstraintRows constraint_rows(Evaluation& evaluation, const Pull& pull, const std::vector<LevelRows>& levels,
                               const VecX& q, bool of_direction);

// The constraints alone, where none of them is an inequality: rows as columns, and what they lack.
bool are_equalities(const std::vector<LevelRows>& levels);
void write_equalities(const Pull& pull, const std::vector<LevelRows>& levels, MatX& Jt);
VecX lacks(const Pull& pull, const std::vector<LevelRows>& levels);

}  // namespace poise
