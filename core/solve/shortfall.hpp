// What a pose lacks: the first level that is short of its goals, and whether another pose serves that one better.
#pragma once

#include "solve/evaluation.hpp"

namespace poise {

// Whether a level is at its goals, whatever the tolerances of its tasks are: those decide what is reported as met.
bool is_met(const Evaluation& evaluation, double residual);

// The first level that is short of its goals; the number of levels when none is.
std::size_t first_short(const Evaluation& evaluation);

// Whether a level is preferred rather than reached, as criteria and postures for all joints are: it is served from
// where the levels above have led, and no other start is tried for its sake.
bool is_preferred(const Evaluation& evaluation, std::size_t level);

// Whether residuals by level are better than others down to a level, which must have gained enough, and none above it
// is short that was not.
bool serves_better(const Evaluation& evaluation, const VecX& residuals, const VecX& others, std::size_t level,
                   double enough);

}  // namespace poise
