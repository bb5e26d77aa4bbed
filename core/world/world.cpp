#include "world/world.hpp"

#include <cmath>
#include <utility>

namespace poise {

Nearness Obstacle::nearness(const Vec3& point) const {
  const Nearness near = solid->nearness(frame.R.transpose() * (point - frame.p));
  return {near.distance, frame.R * near.outward};
}

// The origin's velocity turns with it: ∫ exp([ω τ]×) dτ v is the left Jacobian, the transpose of the right one.
Obstacle Obstacle::later(double seconds) const {
  const Vec3 turn = seconds * spin;
  const Mat3 R = exp_rotation(turn).toRotationMatrix();
  Obstacle moved = *this;
  moved.frame = {R * frame.R, frame.p + seconds * (right_jacobian(turn).transpose() * velocity)};
  moved.velocity = R * velocity;
  return moved;
}

Mat3 Obstacle::turning(const Vec3& point) const {
  constexpr double kStep = 1e-5;
  const Vec3 at = frame.R.transpose() * (point - frame.p);
  Mat3 turns;
  for (int c = 0; c < 3; ++c) {
    const Vec3 h = kStep * Vec3::Unit(c);
    turns.col(c) = (solid->nearness(at + h).outward - solid->nearness(at - h).outward) / (2.0 * kStep);
  }
  return 0.5 * frame.R * (turns + turns.transpose()) * frame.R.transpose();
}

World::World(std::vector<Obstacle> obstacles)
    : obstacles_(std::move(obstacles)), extents_(obstacles_.size()), speeds_(obstacles_.size()) {
  for (std::size_t i = 0; i < obstacles_.size(); ++i) bound(i);
}

void World::place(std::size_t obstacle, const Placement& frame, const Vec3& velocity, const Vec3& spin) {
  Obstacle& moved = obstacles_[obstacle];
  moved.frame = frame;
  moved.velocity = velocity;
  moved.spin = spin;
  bound(obstacle);
}

// The box around the turned box; of an endless solid, everything.
void World::bound(std::size_t obstacle) {
  const Obstacle& placed = obstacles_[obstacle];
  const Extent own = placed.solid->extent();
  const double radius = own.low.cwiseAbs().cwiseMax(own.high.cwiseAbs()).norm();
  speeds_[obstacle] = placed.velocity.norm() + (placed.spin.isZero() ? 0.0 : placed.spin.norm() * radius);
  if (!own.low.allFinite() || !own.high.allFinite()) {
    extents_[obstacle] = {Vec3::Constant(-kEndless), Vec3::Constant(kEndless)};
    return;
  }
  const Vec3 middle = placed.frame.R * (0.5 * (own.low + own.high)) + placed.frame.p;
  const Vec3 half = placed.frame.R.cwiseAbs() * (0.5 * (own.high - own.low));
  extents_[obstacle] = {middle - half, middle + half};
}

void World::near(const Extent& box, double reach, double ahead, std::vector<int>& found) const {
  found.clear();
  for (std::size_t i = 0; i < extents_.size(); ++i) {
    const double more = reach + claim(i, ahead);
    const Extent& own = extents_[i];
    if (((own.low - box.high).array() < more).all() && ((box.low - own.high).array() < more).all())
      found.push_back(static_cast<int>(i));
  }
}

}  // namespace poise
