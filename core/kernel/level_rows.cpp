#include "kernel/level_rows.hpp"

#include <algorithm>
#include <cmath>

namespace poise {

MatX rows_of(const LevelRows& level) {
  if (level.diagonal.size() == 0) return level.Jt;
  return MatX(level.diagonal.asDiagonal());
}

VecX lacking(const LevelRows& level, const VecX& v) {
  if (level.is_posture()) return level.e - level.diagonal.cwiseProduct(v);
  VecX lack = level.e - level.Jt.transpose() * v;
  for (Eigen::Index i = 0; i < level.low.size(); ++i) {
    if (level.low[i] == level.high[i]) continue;
    const double value = level.Jt.col(i).dot(v);
    lack[i] = value < level.low[i] ? level.low[i] - value : (value > level.high[i] ? level.high[i] - value : 0.0);
  }
  return lack;
}

double predicted_residual(const LevelRows& level, const VecX& v) {
  const VecX lack = lacking(level, v);
  if (!level.second_order || !level.curvature.exists()) return lack.norm();
  return std::sqrt(std::max(0.0, lack.squaredNorm() + level.curvature.along(v)));
}

}  // namespace poise
