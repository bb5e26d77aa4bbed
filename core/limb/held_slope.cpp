#include "limb/held_slope.hpp"

#include <cmath>

#include "math/small_solve.hpp"

namespace poise {

namespace {

// A column less its part along the k-th reflection, twice.
void reflect_from(int k, double twice, const Columns& reflections, int column, Columns& columns) {
  double along = 0.0;
  for (int i = k; i < 7; ++i) along += reflections(i, k) * columns(i, column);
  for (int i = k; i < 7; ++i) columns(i, column) -= twice * along * reflections(i, k);
}

}  // namespace

// Q of the QR decomposition of the columns, by reflections (Householder), without the part that they span.
Columns across(const Columns& columns) {
  const auto count = static_cast<int>(columns.cols());
  Columns R = columns;
  std::array<double, 7> twice{};  // 2 / |h|² of the reflections, whose h stand in R below and on the diagonal
  for (int k = 0; k < count; ++k) {
    double square = 0.0;
    for (int i = k; i < 7; ++i) square += R(i, k) * R(i, k);
    const double before = R(k, k), end = before > 0.0 ? -std::sqrt(square) : std::sqrt(square);
    R(k, k) -= end;
    const double length = square - before * before + R(k, k) * R(k, k);
    twice[static_cast<std::size_t>(k)] = length > 0.0 ? 2.0 / length : 0.0;
    for (int j = k + 1; j < count; ++j) reflect_from(k, twice[static_cast<std::size_t>(k)], R, j, R);
  }
  Columns free = Columns::Zero(7, 7 - count);
  for (int j = 0; j < 7 - count; ++j) {
    free(count + j, j) = 1.0;
    for (int k = count - 1; k >= 0; --k) reflect_from(k, twice[static_cast<std::size_t>(k)], R, j, free);
  }
  return free;
}

Numbers solve_gram(const Columns& A, const Numbers& b, double more) {
  const auto count = static_cast<int>(A.cols());
  SmallSystem<7> system(count);
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j <= i; ++j) system.A(i, j) = A.col(i).dot(A.col(j)) + (i == j ? more : 0.0);
    system.b(i) = b[i];
  }
  system.solve_pivoted();
  Numbers x(count);
  for (int i = 0; i < count; ++i) x[i] = system.b(i);
  return x;
}

HeldSlope held_slope(const Vec7& slope, const BoundList& bounds, const Columns* free) {
  constexpr double kNone = 1e-14;
  const auto seen = [&](const Vec7& v) { return free == nullptr ? v : Vec7(*free * (free->transpose() * v)); };
  HeldSlope held;
  held.rest = seen(slope);
  const Vec7 start = held.rest;
  std::array<Vec7, kMostBounds> normals;
  for (int i = 0; i < bounds.count; ++i) normals[static_cast<std::size_t>(i)] = seen(bounds[i].normal);
  std::array<int, 7> used{};
  int count = 0;
  for (int round = 0; round < 3 * kMostBounds && count < 7; ++round) {
    int worst = -1;
    double most = kNone + 1e-10 * start.norm();
    for (int i = 0; i < bounds.count; ++i) {
      const Vec7& a = normals[static_cast<std::size_t>(i)];
      if (std::find(used.begin(), used.begin() + count, i) != used.begin() + count || a.norm() < 1e-9) continue;
      if (bounds[i].slack > kTouch) continue;
      if (-a.dot(held.rest) / a.norm() <= most) continue;
      most = -a.dot(held.rest) / a.norm();
      worst = i;
    }
    if (worst < 0) break;
    used[static_cast<std::size_t>(count++)] = worst;
    for (bool feasible = false; !feasible && count > 0;) {
      Columns chosen(7, count);
      for (int k = 0; k < count; ++k)
        chosen.col(k) = normals[static_cast<std::size_t>(used[static_cast<std::size_t>(k)])];
      Numbers against(count);
      for (int k = 0; k < count; ++k) against[k] = -chosen.col(k).dot(start);
      const Numbers wanted = solve_gram(chosen, against);
      double share = 1.0;
      int leaving = -1;
      for (int k = 0; k < count; ++k) {
        const double now = held.multipliers[static_cast<std::size_t>(used[static_cast<std::size_t>(k)])];
        if (wanted[k] > 0.0 || now - wanted[k] <= 0.0) continue;
        if (now / (now - wanted[k]) < share) {
          share = now / (now - wanted[k]);
          leaving = k;
        }
      }
      feasible = leaving < 0;
      held.rest = start;
      for (int k = 0; k < count; ++k) {
        double& now = held.multipliers[static_cast<std::size_t>(used[static_cast<std::size_t>(k)])];
        now = std::max(0.0, now + share * (wanted[k] - now));
        if (k == leaving) now = 0.0;
        held.rest += now * chosen.col(k);
      }
      if (leaving < 0) continue;
      for (int k = leaving; k + 1 < count; ++k)
        used[static_cast<std::size_t>(k)] = used[static_cast<std::size_t>(k + 1)];
      --count;
    }
  }
  return held;
}

}  // namespace poise
