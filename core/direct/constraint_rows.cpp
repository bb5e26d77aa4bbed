#include "direct/constraint_rows.hpp"

#include <algorithm>
#include <cmath>

namespace poise {

ConstraintRows constraint_rows(Evaluation& evaluation, const Pull& pull, const std::vector<LevelRows>& levels,
                               const VecX& q, bool of_direction) {
  const Eigen::Index n = pull.gains().size();
  std::vector<VecX> equal, between;
  std::vector<double> wanted, low, high;
  const auto end = [&](double room) {
    return of_direction ? (std::abs(room) <= kAtLimit ? 0.0 : std::copysign(kUnbounded, room)) : room;
  };
  for (std::size_t k = 0; k + 1 < levels.size(); ++k) {
    const LevelRows& level = levels[k];
    const MatX Jt = rows_of(level);
    for (Eigen::Index i = 0; i < level.e.size(); ++i) {
      const double unit = pull.units(k)[i];
      const VecX row = unit * pull.gains().cwiseProduct(Jt.col(i));
      const bool inequality = level.low.size() > 0 && level.low[i] < level.high[i];
      if (inequality) {
        between.push_back(row);
        low.push_back(
            end(std::min(unit * level.low[i], 0.0) + (of_direction ? 0.0 : std::max(unit * level.low[i], 0.0))));
        high.push_back(
            end(std::max(unit * level.high[i], 0.0) + (of_direction ? 0.0 : std::min(unit * level.high[i], 0.0))));
      } else {
        equal.push_back(row);
        wanted.push_back(of_direction ? 0.0 : unit * level.e[i]);
      }
    }
  }
  const Bounds& bounds = evaluation.bounds_at(q);
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    if (bounds[i].upper >= kUnbounded && bounds[i].lower <= -kUnbounded) continue;
    if (of_direction && bounds[i].upper > kAtLimit && bounds[i].lower < -kAtLimit) continue;
    VecX row(n);
    bounds.write(i, static_cast<int>(n), row.data());
    between.push_back(pull.gains().cwiseProduct(row));
    low.push_back(end(bounds[i].lower));
    high.push_back(end(bounds[i].upper));
  }
  ConstraintRows rows{MatX(n, static_cast<Eigen::Index>(equal.size())),
                      Eigen::Map<const VecX>(wanted.data(), static_cast<Eigen::Index>(wanted.size())),
                      MatX(n, static_cast<Eigen::Index>(between.size())),
                      Eigen::Map<const VecX>(low.data(), static_cast<Eigen::Index>(low.size())),
                      Eigen::Map<const VecX>(high.data(), static_cast<Eigen::Index>(high.size()))};
  for (std::size_t i = 0; i < equal.size(); ++i) rows.Jt.col(static_cast<Eigen::Index>(i)) = equal[i];
  for (std::size_t i = 0; i < between.size(); ++i) rows.Nt.col(static_cast<Eigen::Index>(i)) = between[i];
  return rows;
}

bool are_equalities(const std::vector<LevelRows>& levels) {
  return std::all_of(levels.begin(), levels.end() - 1, [](const LevelRows& level) { return level.low.size() == 0; });
}

void write_equalities(const Pull& pull, const std::vector<LevelRows>& levels, MatX& Jt) {
  Eigen::Index count = 0;
  for (std::size_t k = 0; k + 1 < levels.size(); ++k) count += levels[k].e.size();
  Jt.resize(pull.gains().size(), count);
  Eigen::Index at = 0;
  for (std::size_t k = 0; k + 1 < levels.size(); ++k) {
    const LevelRows& level = levels[k];
    if (level.is_posture())
      Jt.middleCols(at, level.e.size()) = rows_of(level);
    else
      Jt.middleCols(at, level.e.size()) = level.Jt;
    for (Eigen::Index i = 0; i < level.e.size(); ++i) Jt.col(at + i).array() *= pull.units(k)[i] * pull.gains().array();
    at += level.e.size();
  }
}

VecX lacks(const Pull& pull, const std::vector<LevelRows>& levels) {
  Eigen::Index count = 0;
  for (std::size_t k = 0; k + 1 < levels.size(); ++k) count += levels[k].e.size();
  VecX lack(count);
  Eigen::Index at = 0;
  for (std::size_t k = 0; k + 1 < levels.size(); ++k) {
    lack.segment(at, levels[k].e.size()) = pull.units(k).cwiseProduct(levels[k].e);
    at += levels[k].e.size();
  }
  return lack;
}

}  // namespace poise
