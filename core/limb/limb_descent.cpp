#include "limb/limb_descent.hpp"

#include <cmath>

#include "limb/held_slope.hpp"
#include "math/dense.hpp"
#include "math/small_solve.hpp"

namespace poise {

namespace {

constexpr double kFlat = 1e-13;    // slopes (m² or 1 − cos, by radians) below which nothing is to be gained
constexpr double kSecant = 1e-6;   // radians; the slopes are exact, so that their change keeps half of its digits
constexpr double kNoCurve = 1e-7;  // share of the largest curvature below which a direction counts as flat
constexpr double kKept = 1e-12;    // metres that the second function may cost the first
constexpr double kNoGain = 1e-10;  // share of the second function that is not worth another step
constexpr double kLeastDamping = 1e-9, kMostDamping = 1e3;

// The smallest step that goes so far along each of the columns.
Vec7 least_step(const Columns& columns, const Numbers& ends) {
  if (ends.isZero(0.0)) return Vec7::Zero();
  return columns * solve_gram(columns, ends, 1e-14);  // columns may be nearly the same
}

// As far as the limit, from now on.
void hold(const LimbBound& bound, Columns& held, Numbers& ends) {
  append(held, bound.normal);
  ends.conservativeResize(held.cols());
  ends[held.cols() - 1] = bound.slack;
}

// The change of slope(x) + Σ λ dc/dx with x, by differences.
template <typename Slope>
Mat7 curvature(const LimbSpace& space, const BoundList& bounds, const HeldSlope& held, const Vec7& x, Slope&& slope) {
  const auto lagrangian = [&](const Vec7& at) {
    Vec7 sum = slope(place_limb(space.limb, at));
    for (int i = 0; i < bounds.count; ++i) {
      const double multiplier = held.multipliers[static_cast<std::size_t>(i)];
      if (multiplier > 0.0) sum += multiplier * bent_slope(space, bounds[i], at);
    }
    return sum;
  };
  const Vec7 here = lagrangian(x);
  Mat7 out;
  for (int k = 0; k < 7; ++k) out.col(k) = (lagrangian(x + kSecant * Vec7::Unit(k)) - here) / kSecant;
  return 0.5 * (out + out.transpose());
}

// The limit that a step crosses most, or −1.
int crossed_by(const Vec7& step, const BoundList& bounds) {
  int crossed = -1;
  double most = 1e-10 * step.norm();
  for (int i = 0; i < bounds.count; ++i) {
    const double beyond = bounds[i].normal.dot(step) - bounds[i].slack;
    if (beyond <= most) continue;
    most = beyond;
    crossed = i;
  }
  return crossed;
}

// Newton's step across `held`, and up to every limit that it would cross. False when the damped curvature is not
// positive.
bool newton_step(const Mat7& curve, const Vec7& slope, const BoundList& bounds, Columns held, double damping,
                 Vec7& step) {
  Numbers ends = Numbers::Zero(held.cols());
  for (;;) {
    const Columns free = across(held);
    step = least_step(held, ends);
    if (free.cols() == 0) return true;
    const auto count = static_cast<int>(free.cols());
    const Vec7 left = slope + curve * step;
    SmallSystem<7> newton(count);
    for (int i = 0; i < count; ++i) {
      const Vec7 bent = curve * free.col(i);
      for (int j = 0; j <= i; ++j) newton.A(i, j) = free.col(j).dot(bent) + (i == j ? damping : 0.0);
      newton.b(i) = free.col(i).dot(left);
    }
    if (!newton.solve()) return false;
    for (int i = 0; i < count; ++i) step -= newton.b(i) * free.col(i);
    const int crossed = crossed_by(step, bounds);
    if (crossed < 0) return true;
    hold(bounds[crossed], held, ends);
  }
}

Columns normals_that_hold(const BoundList& bounds, const HeldSlope& held) {
  Columns normals(7, 0);
  for (int i = 0; i < bounds.count; ++i)
    if (held.multipliers[static_cast<std::size_t>(i)] > 0.0) append(normals, bounds[i].normal);
  return normals;
}

// Levenberg's damping: more of it until a step is better, less after one that was.
template <typename Try>
bool damped(double& damping, Try&& attempt) {
  for (; damping <= kMostDamping; damping *= 100.0) {
    if (!attempt(damping)) continue;
    damping = std::max(kLeastDamping, damping / 100.0);
    return true;
  }
  return false;
}

// Jᵀ of the site.
Columns site_rows(const LimbPlace& place) {
  Columns rows(7, 3);
  for (int k = 0; k < 3; ++k) rows.col(k) = place.slope(Vec3::Unit(k), Vec3::Zero());
  return rows;
}

// The way back to a site: the smallest step, across the limits that are touched and in its way.
bool restore_site(const LimbSpace& space, const Vec3& site, Vec7& x) {
  constexpr int kRounds = 6;
  for (int round = 0; round < kRounds; ++round) {
    const LimbPlace place = place_limb(space.limb, x);
    const Vec3 away = place.site - site;
    if (away.norm() <= 0.1 * kKept) return true;
    const Columns rows = site_rows(place);
    const BoundList bounds = near_bounds(space, x, rows * away);
    Columns held = rows;
    Numbers ends = -away;
    Vec7 step = least_step(held, ends);
    for (int k = crossed_by(step, bounds); k >= 0 && held.cols() < 7; k = crossed_by(step, bounds)) {
      hold(bounds[k], held, ends);
      step = least_step(held, ends);
    }
    x += step;
    if (!clamp_limb(space, x)) return false;
  }
  return (place_limb(space.limb, x).site - site).norm() <= kKept;
}

// The directions in which poses that are best in the first function go on being so.
struct Beside {
  Columns kept;  // across which to stay
  bool site;     // whether it is the site's place that is kept, and nothing else
};

Beside beside(const LimbSpace& space, const LimbMeasure& first, bool reached, const Vec7& x) {
  const LimbPlace place = place_limb(space.limb, x);
  if (reached) return {site_rows(place), true};
  const Vec7 slope = first.slope(place);
  const BoundList bounds = near_bounds(space, x, slope);
  const HeldSlope held = held_slope(slope, bounds);
  Columns kept = normals_that_hold(bounds, held);
  const Columns free = across(kept);
  if (free.cols() == 0) return {kept, false};
  const Mat7 curve = curvature(space, bounds, held, x, [&](const LimbPlace& p) { return first.slope(p); });
  MatX seen(free.cols(), free.cols());  // of what is free, the curvature
  for (Eigen::Index i = 0; i < free.cols(); ++i) {
    const Vec7 bent = curve * free.col(i);
    for (Eigen::Index j = 0; j < free.cols(); ++j) seen(j, i) = free.col(j).dot(bent);
  }
  const Spectrum modes = spectrum(seen);
  const double flat = kNoCurve * modes.values.cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < free.cols(); ++i)
    if (std::abs(modes.values[i]) > flat) append(kept, free * Numbers(modes.vectors.col(i)));
  return {kept, false};
}

}  // namespace

void approach(const LimbSpace& space, const LimbMeasure& measure, int steps, Vec7& x) {
  LimbPlace place = place_limb(space.limb, x);
  double value = measure.value(place), damping = 1e-2;
  for (int i = 0; i < steps && value > 0.0; ++i) {
    LimbMeasure::Linear linear = measure.linear(place);
    const Vec7 slope = linear.rows * linear.error;
    const BoundList bounds = near_bounds(space, x, slope);
    for (int k = 0; k < bounds.count; ++k) {
      const Vec7& normal = bounds[k].normal;
      if (normal.dot(slope) >= 0.0 || bounds[k].slack > kTouch) continue;
      linear.rows -= normal * (normal.transpose() * linear.rows) / normal.squaredNorm();
    }
    Mat3 gram = linear.rows.transpose() * linear.rows;
    gram.diagonal().array() += damping * gram.trace() + 1e-12;
    Vec7 there = x - linear.rows * solve_symmetric(gram, linear.error);
    if (!clamp_limb(space, there)) return;
    const LimbPlace moved = place_limb(space.limb, there);
    const double found = measure.value(moved);
    damping = found < value ? damping * 0.1 : damping * 10.0;
    if (!(found < value)) continue;
    x = there;
    place = moved;
    value = found;
  }
}

void descend(const LimbSpace& space, const LimbMeasure& measure, int most_steps, Vec7& x) {
  LimbPlace place = place_limb(space.limb, x);
  double value = measure.value(place), damping = 1e-5;
  for (int i = 0; i < most_steps && value > 0.0; ++i) {
    const Vec7 slope = measure.slope(place);
    const BoundList bounds = near_bounds(space, x, slope);
    const HeldSlope held = held_slope(slope, bounds);
    if (held.rest.norm() < kFlat) return;
    const Mat7 curve = curvature(space, bounds, held, x, [&](const LimbPlace& p) { return measure.slope(p); });
    const Columns normals = normals_that_hold(bounds, held);
    const bool better = damped(damping, [&](double mu) {
      Vec7 step;
      if (!newton_step(curve, slope, bounds, normals, mu, step)) return false;
      Vec7 there = x + step;
      if (!clamp_limb(space, there)) return false;
      const LimbPlace moved = place_limb(space.limb, there);
      const double found = measure.value(moved);
      if (!(found < value)) return false;
      x = there;
      place = moved;
      value = found;
      return true;
    });
    if (!better) return;
  }
}

void descend_beside(const LimbSpace& space, const LimbMeasure& first, const LimbMeasure& second, int most_steps,
                    Vec7& x) {
  LimbPlace place = place_limb(space.limb, x);
  const double best = first.error(place);
  const bool reached = best <= kKept;
  double value = second.value(place), damping = 1e-4;
  for (int i = 0; i < most_steps && value > 0.0; ++i) {
    const Beside along = beside(space, first, reached, x);
    const Columns free = across(along.kept);
    if (free.cols() == 0) return;
    const Vec7 slope = second.slope(place);
    const BoundList bounds = near_bounds(space, x, slope);
    const HeldSlope held = held_slope(slope, bounds, &free);
    if (held.rest.norm() < kNoGain) return;
    const double before = value;
    Columns kept = along.kept;
    for (int k = 0; k < bounds.count; ++k)
      if (held.multipliers[static_cast<std::size_t>(k)] > 0.0) append(kept, bounds[k].normal);
    Vec3 force = Vec3::Zero();  // the multiplier of the site's place
    if (along.site) force = least_squares(kept, -slope).head<3>();
    const Mat7 curve = curvature(space, bounds, held, x, [&](const LimbPlace& p) {
      return Vec7(second.slope(p) + p.slope(force, Vec3::Zero()));
    });
    const bool better = damped(damping, [&](double mu) {
      Vec7 step;
      if (!newton_step(curve, slope, bounds, kept, mu, step)) return false;
      Vec7 there = x + step;
      if (!clamp_limb(space, there)) return false;
      if (reached ? !restore_site(space, first.point, there) : (descend(space, first, 3, there), false)) return false;
      const LimbPlace moved = place_limb(space.limb, there);
      const double found = second.value(moved);
      if (!(found < value) || first.error(moved) > best + kKept) return false;
      x = there;
      place = moved;
      value = found;
      return true;
    });
    if (!better || before - value <= kNoGain * before) return;
  }
}

}  // namespace poise
