// Levels whose Jacobian is diagonal: postures, which name a wanted value for every degree of freedom. They come last,
// and most weigh all degrees of freedom alike but for a few that do not matter to them, U (unit vectors):
//
//   min |v − t|² without the components of U, over the null space that the levels above leave
//
// With the columns of Z spanning that null space and A = Uᵀ Z, the normal matrix is 1 − AᵀA. By Woodbury its inverse is
// 1 + Aᵀ (1 − A Aᵀ)⁻¹ A: a system as large as U is small.
#pragma once

#include "kernel/level_rows.hpp"
#include "math/reflections.hpp"

namespace poise {

// Added to the diagonal of the small system: it stays regular where the null space contains an irrelevant direction.
constexpr double kSingular = 1e-9;

// Whether a diagonal weighs all degrees of freedom alike, or not at all.
bool is_uniform(const VecX& diagonal);

// U, a column each.
MatX irrelevant_directions(const VecX& diagonal);

// The coordinates behind the first Q.count(), which stay as they are. `reduced_U`: Qᵀ U.
void serve_uniform_diagonal(const LevelRows& level, const Reflections& Q, const MatX& reduced_U, VecX& y);

}  // namespace poise
