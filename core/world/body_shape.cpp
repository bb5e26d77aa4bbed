#include "world/body_shape.hpp"

#include <algorithm>
#include <utility>

namespace poise {

namespace {

bool lies_in(const Vec3& center, double radius, const Vec3& other, double other_radius) {
  return (center - other).norm() + radius <= other_radius + 1e-9;
}

// Whether an end of a part lies in an end of another one; of two that are the same, the later one does.
bool says_nothing_new(const std::vector<Part>& parts, std::size_t i, int end) {
  const Part& part = parts[i];
  const Vec3& center = end == 0 ? part.round.a : part.round.b;
  const double radius = end == 0 ? part.round.ra : part.round.rb;
  for (std::size_t j = 0; j < parts.size(); ++j) {
    if (j == i || parts[j].segment != part.segment) continue;
    for (int k = 0; k < 2; ++k) {
      const Vec3& other = k == 0 ? parts[j].round.a : parts[j].round.b;
      const double other_radius = k == 0 ? parts[j].round.ra : parts[j].round.rb;
      if (!lies_in(center, radius, other, other_radius)) continue;
      if (j < i || !lies_in(other, other_radius, center, radius)) return true;
    }
  }
  return false;
}

Ball around(const std::vector<Part>& parts, int begin, int end) {
  Ball ball;
  if (begin == end) return ball;
  Vec3 low = parts[static_cast<std::size_t>(begin)].round.a, high = low;
  for (int i = begin; i < end; ++i) {
    const Round& round = parts[static_cast<std::size_t>(i)].round;
    low = low.cwiseMin(round.a).cwiseMin(round.b);
    high = high.cwiseMax(round.a).cwiseMax(round.b);
  }
  ball.center = 0.5 * (low + high);
  for (int i = begin; i < end; ++i) {
    const Round& round = parts[static_cast<std::size_t>(i)].round;
    ball.radius =
        std::max({ball.radius, (round.a - ball.center).norm() + round.ra, (round.b - ball.center).norm() + round.rb});
  }
  return ball;
}

}  // namespace

BodyShape::BodyShape(int segments, std::vector<Part> parts, std::vector<SelfPair> pairs)
    : parts_(std::move(parts)), pairs_(std::move(pairs)) {
  std::stable_sort(parts_.begin(), parts_.end(), [](const Part& a, const Part& b) { return a.segment < b.segment; });
  for (std::size_t i = 0; i < parts_.size(); ++i)
    parts_[i].ends = {!says_nothing_new(parts_, i, 0), !says_nothing_new(parts_, i, 1)};
  for (const Part& part : parts_) forms_.push_back(RoundForm::of(part.round));
  first_.assign(static_cast<std::size_t>(segments) + 1, static_cast<int>(parts_.size()));
  for (int i = static_cast<int>(parts_.size()) - 1; i >= 0; --i)
    first_[static_cast<std::size_t>(parts_[static_cast<std::size_t>(i)].segment)] = i;
  for (int s = segments - 1; s >= 0; --s) first_[static_cast<std::size_t>(s)] = std::min(first(s), first(s + 1));
  for (int s = 0; s < segments; ++s) balls_.push_back(around(parts_, first(s), first(s + 1)));
}

void PlacedBody::update(const BodyShape& body, const Kinematics& kinematics) {
  rounds.resize(body.parts().size());
  boxes.resize(rounds.size());
  balls.resize(static_cast<std::size_t>(body.segments()));
  around.assign(balls.size(), Extent::nothing());
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    const Part& part = body.parts()[i];
    const auto segment = static_cast<std::size_t>(part.segment);
    const Round& round = rounds[i] = part.round.moved(kinematics.segments[segment]);
    boxes[i] = {(round.a.array() - round.ra).min(round.b.array() - round.rb).matrix(),
                (round.a.array() + round.ra).max(round.b.array() + round.rb).matrix()};
    around[segment].take_in(boxes[i]);
  }
  for (int s = 0; s < body.segments(); ++s) {
    const Placement& frame = kinematics.segments[static_cast<std::size_t>(s)];
    balls[static_cast<std::size_t>(s)] = {frame.R * body.ball(s).center + frame.p, body.ball(s).radius};
  }
}

}  // namespace poise
