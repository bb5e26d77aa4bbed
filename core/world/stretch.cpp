#include "world/stretch.hpp"

#include <algorithm>
#include <cmath>

namespace poise {

namespace {

constexpr double kFlat = 0.25;        // of the way along: what goes up or down more crosses rather than lies
constexpr double kNoStretch = 1e-12;  // m: shorter has no direction; share of an axis: nearer to its end is the end

// The place t, where the axis passes a brink with direction e.
void add_end(const Round& round, double t, const Vec3& e, const NearnessOf& nearness, double inside, Stretch& found) {
  if (!(t > kNoStretch && t < 1.0 - kNoStretch)) return;
  const Vec3 axis = round.b - round.a, along = e / e.dot(axis);
  const Nearness near = nearness(round.center(t));
  if (near.distance <= inside + kNoStretch) return;
  const double slope = near.outward.dot(axis) - (round.rb - round.ra);
  if (std::abs(slope) * along.norm() > kFlat) return;
  found.add({t, near.distance - round.radius(t), near.outward, near.outward - slope * along, along, 0.0});
}

}  // namespace

Stretch stretch_between(const Round& round, const std::vector<Brink>& brinks, const NearnessOf& nearness,
                        double inside) {
  const Vec3 axis = round.b - round.a;
  double low = 0.0, high = 1.0;
  const Brink *first = nullptr, *last = nullptr;
  for (const Brink& brink : brinks) {
    const double speed = brink.first.dot(axis), room = brink.second - brink.first.dot(round.a);
    if (std::abs(speed) < kNoStretch) {
      if (room < 0.0) return {};
    } else if (speed > 0.0 && room / speed < high) {
      high = room / speed;
      last = &brink;
    } else if (speed < 0.0 && room / speed > low) {
      low = room / speed;
      first = &brink;
    }
  }
  Stretch found;
  if (low >= high) return found;
  if (first != nullptr) add_end(round, low, first->first, nearness, inside, found);
  if (last != nullptr) add_end(round, high, last->first, nearness, inside, found);
  return found;
}

Stretch stretch_over_disc(const Round& round, double radius, const NearnessOf& nearness, double inside) {
  const Vec3 axis = round.b - round.a, across(axis.x(), axis.y(), 0.0), from(round.a.x(), round.a.y(), 0.0);
  const double a = across.squaredNorm(), b = from.dot(across), c = from.squaredNorm() - radius * radius;
  Stretch found;
  if (a < kNoStretch * kNoStretch || b * b - a * c <= 0.0) return found;
  const double root = std::sqrt(b * b - a * c);
  for (const double t : {(-b - root) / a, (-b + root) / a})
    add_end(round, t, (from + t * across) / radius, nearness, inside, found);
  return found;
}

Stretch stretch_along(const Round& round, const Round& other) {
  Stretch found;
  const Vec3 axis = round.b - round.a;
  if ((other.b - other.a).norm() < kNoStretch || axis.norm() < kNoStretch) return found;
  for (const auto& [end, radius] : {std::pair{other.a, other.ra}, std::pair{other.b, other.rb}}) {
    const Nearness near = nearness(round, end);
    const Vec3& to_end = near.outward;
    const double t = ((end - round.a).dot(axis) - (near.distance + round.ra) * to_end.dot(axis)) /
                     (axis.squaredNorm() + (round.rb - round.ra) * to_end.dot(axis));
    if (!(t > kNoStretch && t < 1.0 - kNoStretch)) continue;
    const double away = (end - round.center(t)).norm();
    found.add({t, near.distance - radius, -to_end, -to_end, Vec3::Zero(), 1.0 / std::max(away, kNoStretch)});
  }
  return found;
}

}  // namespace poise
