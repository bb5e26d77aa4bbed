// A slope against limits that are touched: which of them hold it, and what is left.
#pragma once

#include "limb/limb_bounds.hpp"

namespace poise {

// Up to seven directions, as columns; and numbers, one for each.
using Columns = Eigen::Matrix<double, 7, Eigen::Dynamic, 0, 7, 7>;
using Numbers = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 7, 1>;

inline void append(Columns& columns, const Vec7& column) {
  if (columns.cols() == 7) return;
  columns.conservativeResize(Eigen::NoChange, columns.cols() + 1);
  columns.col(columns.cols() - 1) = column;
}

// An orthonormal basis of all directions across the columns, which must be independent.
Columns across(const Columns& columns);

// (AᵀA + more)⁻¹ b for the columns A; where they depend on each other, one of the solutions.
Numbers solve_gram(const Columns& A, const Numbers& b, double more = 0.0);

struct HeldSlope {
  std::array<double, kMostBounds> multipliers{};  // ≥ 0
  Vec7 rest;                                      // slope + Σ multiplier · normal: its opposite is allowed by all
};

// min |slope + Σ λ normal| over λ ≥ 0 (Lawson & Hanson), with everything seen across `kept`, an orthonormal basis of
// the directions that may be used.
HeldSlope held_slope(const Vec7& slope, const BoundList& bounds, const Columns* free = nullptr);

}  // namespace poise
