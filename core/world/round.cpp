#include "world/round.hpp"

#include <algorithm>
#include <cmath>

namespace poise {

namespace {

constexpr double kNoLength = 1e-12;  // m: shorter is a point, and has no direction; m² where lengths are squared

double unit_clamp(double t) { return std::min(1.0, std::max(0.0, t)); }

// What `closest` minimises over the square of both axes: |w| − r₁(s) − r₂(t), w = w₀ + s u − t v, and the evenness.
struct AxisPair {
  Vec3 u, v, w0;
  double du, dv;  // how the radii change along the axes

  Vec3 between(double s, double t) const { return w0 + s * u - t * v; }
  double value(double s, double t) const {
    const double es = s - 0.5, et = t - 0.5;
    return between(s, t).norm() - s * du - t * dv + 0.5 * kEven * (es * es + et * et);
  }
};

// The nearest points of the two axes as if the radii did not change: the start of Newton's method.
Vec2 nearest_on_axes(const AxisPair& pair) {
  const double uu = pair.u.squaredNorm() + kEven * kEven, vv = pair.v.squaredNorm() + kEven * kEven;
  const double uv = pair.u.dot(pair.v), uw = pair.u.dot(pair.w0), vw = pair.v.dot(pair.w0);
  const double determinant = uu * vv - uv * uv;
  double s = determinant > 1e-12 * uu * vv ? unit_clamp((uv * vw - vv * uw) / determinant) : 0.5;
  const double t = unit_clamp((uv * s + vw) / vv);
  s = unit_clamp((uv * t - uw) / uu);
  return {s, t};
}

// A Newton step over those of both parameters that are not held by an end of their axis.
Vec2 newton_step(const AxisPair& pair, const Vec2& at) {
  const Vec3 w = pair.between(at[0], at[1]);
  const double d = w.norm();
  const Vec3 n = w / d;
  const double nu = n.dot(pair.u), nv = n.dot(pair.v);
  Vec2 g(nu - pair.du + kEven * (at[0] - 0.5), -nv - pair.dv + kEven * (at[1] - 0.5));
  const double hss = (pair.u.squaredNorm() - nu * nu) / d + kEven, htt = (pair.v.squaredNorm() - nv * nv) / d + kEven;
  const double hst = -(pair.u.dot(pair.v) - nu * nv) / d;
  const auto leaves = [&](int i, double step) {
    return (at[i] <= 0.0 && step <= 0.0) || (at[i] >= 1.0 && step >= 0.0);
  };
  const Vec2 alone(-g[0] / hss, -g[1] / htt);
  const bool s_held = leaves(0, alone[0]), t_held = leaves(1, alone[1]);
  const double determinant = hss * htt - hst * hst;
  if (s_held || t_held || determinant <= 0.0)
    return {s_held ? 0.0 : alone[0], t_held || (!s_held && determinant <= 0.0) ? 0.0 : alone[1]};
  const Vec2 step((-htt * g[0] + hst * g[1]) / determinant, (-hss * g[1] + hst * g[0]) / determinant);
  if (leaves(0, step[0])) return {0.0, alone[1]};
  if (leaves(1, step[1])) return {alone[0], 0.0};
  return step;
}

// The share of a step after which the first end of an axis is reached, at most 1.
double share_inside(const Vec2& at, const Vec2& step) {
  double share = 1.0;
  for (int i = 0; i < 2; ++i) {
    if (step[i] > 0.0) share = std::min(share, (1.0 - at[i]) / step[i]);
    if (step[i] < 0.0) share = std::min(share, -at[i] / step[i]);
  }
  return share;
}

Vec2 least_on_axes(const AxisPair& pair) {
  constexpr int kMost = 60;
  constexpr double kNoise = 1e-15;  // m: values that differ by less say nothing
  constexpr double kLast = 1e-6;    // a whole step of Newton's method that is shorter leaves its square
  Vec2 at = nearest_on_axes(pair);
  double before = pair.value(at[0], at[1]);
  for (int round = 0; round < kMost; ++round) {
    if (pair.between(at[0], at[1]).squaredNorm() < kNoLength * kNoLength) break;
    const Vec2 step = newton_step(pair, at);
    const double most = share_inside(at, step);
    double share = most, value = before;
    Vec2 next = at;
    for (; share > 1e-4 * most; share *= 0.5) {
      next = {unit_clamp(at[0] + share * step[0]), unit_clamp(at[1] + share * step[1])};
      value = pair.value(next[0], next[1]);
      if (value <= before + kNoise) break;
    }
    const double moved = (next - at).cwiseAbs().maxCoeff();
    if (share <= 1e-4 * most || moved < 1e-13) break;
    at = next;
    before = value;
    if (share == 1.0 && moved < kLast) break;
  }
  return at;
}

}  // namespace

// On the axis the nearest ball lies where the line from its centre to the point meets the cone at a right angle: with
// the sine k of the cone's half angle, behind the foot of the perpendicular by y k/√(1 − k²).
Nearness nearness(const Round& round, const Vec3& point) {
  const Vec3 axis = round.b - round.a, from = point - round.a;
  const double length = axis.norm();
  double t = 0.0;
  if (length > kNoLength) {
    const double x = from.dot(axis) / length, k = (round.rb - round.ra) / length;
    const double y = std::sqrt(std::max(0.0, from.squaredNorm() - x * x));
    t = unit_clamp((x + k * y / std::sqrt(std::max(1e-12, 1.0 - k * k))) / length);
  }
  const Vec3 away = point - round.center(t);
  const double distance = away.norm();
  if (distance > kNoLength) return {distance - round.radius(t), away / distance};
  return {-round.radius(t), length > kNoLength ? Vec3(axis.unitOrthogonal()) : Vec3(Vec3::UnitZ())};
}

namespace {

// A ball against a round, in closed form.
Closest ball_against(const Vec3& center, double radius, const Round& round) {
  const Nearness near = nearness(round, center);
  return {near.distance - radius, near.outward, center - radius * near.outward, center - near.distance * near.outward,
          0.0};
}

}  // namespace

Closest closest(const Round& first, const Round& second) {
  if ((first.b - first.a).squaredNorm() < kNoLength) return ball_against(first.a, first.ra, second);
  if ((second.b - second.a).squaredNorm() < kNoLength) {
    const Closest seen = ball_against(second.a, second.ra, first);
    const Vec3 axis = first.b - first.a;
    const double t = unit_clamp((seen.on_second - first.a).dot(axis) / axis.squaredNorm());
    return {seen.distance, -seen.normal, seen.on_second, seen.on_first, t};
  }
  const AxisPair pair{first.b - first.a, second.b - second.a, first.a - second.a, first.rb - first.ra,
                      second.rb - second.ra};
  const Vec2 at = least_on_axes(pair);
  const Vec3 w = pair.between(at[0], at[1]);
  const double d = w.norm();
  Closest found;
  if (d > kNoLength) {
    found.normal = w / d;
  } else {  // the axes cross: straight off both of them
    const Vec3 across = pair.u.cross(pair.v);
    found.normal = across.norm() > kNoLength ? Vec3(across.normalized()) : Vec3(pair.u + pair.v).unitOrthogonal();
  }
  found.distance = pair.value(at[0], at[1]) - first.ra - second.ra;
  found.t = at[0];
  found.on_first = first.center(at[0]) - first.radius(at[0]) * found.normal;
  found.on_second = second.center(at[1]) + second.radius(at[1]) * found.normal;
  return found;
}

double least_distance(const Round& first, const Round& second) {
  const AxisPair pair{first.b - first.a, second.b - second.a, first.a - second.a, first.rb - first.ra,
                      second.rb - second.ra};
  const Vec2 at = nearest_on_axes(pair);
  return pair.between(at[0], at[1]).norm() - std::max(first.ra, first.rb) - std::max(second.ra, second.rb);
}

}  // namespace poise
