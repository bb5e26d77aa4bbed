#include "world/proximity.hpp"

#include <algorithm>
#include <limits>

namespace poise {

namespace {

Round end_of(const Round& round, int end) {
  return end == 0 ? Round{round.a, round.a, round.ra, round.ra} : Round{round.b, round.b, round.rb, round.rb};
}

bool has_length(const Round& round) { return (round.b - round.a).squaredNorm() > 1e-18; }

// What a nearest place and an end of a stretch have in common.
template <typename Place>
NearPair begun_at(const Round& first, const Place& at, int place) {
  NearPair pair;
  pair.center = first.center(at.t);
  pair.place = place;
  pair.distance = at.distance;
  return pair;
}

NearPair pair_at(const Round& first, const Closest& at, int place) {
  NearPair pair = begun_at(first, at, place);
  pair.normal = at.normal;
  pair.on_first = at.on_first;
  pair.on_second = at.on_second;
  return pair;
}

NearPair pair_at(const Round& first, const StretchEnd& at, int place) {
  NearPair pair = begun_at(first, at, place);
  pair.normal = at.gradient;
  pair.along = at.along;
  pair.bend = at.bend;
  pair.on_first = pair.center - first.radius(at.t) * at.outward;
  pair.on_second = pair.on_first - at.distance * at.outward;
  return pair;
}

// The rows of a round and a solid, in the solid's frame: `whole` is their nearest place. Ends of the round against the
// solid, those of the stretch along it, and what lies between.
template <typename Add>
void rows_of_solid(const Part& part, const Round& round, const Solid& solid, const Closest& whole, Add&& add) {
  double least = std::numeric_limits<double>::infinity();
  for (int end = 0; end < (has_length(round) ? 2 : 1); ++end) {
    const Round ball = end_of(round, end);
    const Closest at = solid.against(ball);
    least = std::min(least, at.distance);
    if (part.ends[static_cast<std::size_t>(end)]) add(pair_at(ball, at, end));
  }
  if (has_length(round)) {
    const Stretch stretch = solid.stretch(round, whole);
    for (int i = 0; i < stretch.count; ++i) {
      const StretchEnd& end = stretch.ends[static_cast<std::size_t>(i)];
      least = std::min(least, end.distance);
      add(pair_at(round, end, 2 + i));
    }
  }
  if (whole.distance < least - kClearlyNearer) add(pair_at(round, whole, 4));
}

}  // namespace

const std::vector<NearPair>& Proximity::look(const BodyShape& body, const World* world, const Kinematics& kinematics,
                                             const Lookout& lookout) {
  placed_.update(body, kinematics);
  found_.clear();
  if (world != nullptr) {
    Extent whole = Extent::nothing();
    for (const Extent& box : placed_.around) whole.take_in(box);
    world->near(whole, lookout.world_zone, lookout.ahead, near_);
    for (const int i : near_) {
      const Obstacle& obstacle = world->obstacles()[static_cast<std::size_t>(i)];
      look_at_obstacle(body, *world, i, obstacle, false, lookout);
      if (lookout.ahead > 0.0 && obstacle.is_turning())
        look_at_obstacle(body, *world, i, obstacle.later(lookout.ahead), true, lookout);
    }
  }
  if (lookout.self) self_.look(body, placed_, lookout.self_zone, found_);
  return found_;
}

struct Proximity::Seen {
  int index;
  const Extent* around;  // of the obstacle now
  double reach;          // m from it now: how near parts are looked at
  bool later;
  const Lookout& lookout;
};

void Proximity::look_at_obstacle(const BodyShape& body, const World& world, int index, const Obstacle& obstacle,
                                 bool later, const Lookout& lookout) {
  const auto i = static_cast<std::size_t>(index);
  const Seen seen{index, &world.extent(i), lookout.world_zone + world.claim(i, lookout.ahead), later, lookout};
  const Placement inverse = obstacle.frame.inverse();
  for (int segment = 0; segment < body.segments(); ++segment) {
    const Ball& ball = placed_.balls[static_cast<std::size_t>(segment)];
    if (ball.radius < 0.0) continue;
    if (are_apart(placed_.around[static_cast<std::size_t>(segment)], *seen.around, seen.reach)) continue;
    if (obstacle.solid->nearness(inverse.R * ball.center + inverse.p).distance - ball.radius > seen.reach) continue;
    look_at_segment(body, obstacle, inverse, segment, seen);
  }
}

// What moves straight on comes nearer along the normal by less than its first derivative says: distances from convex
// solids are convex. What turns may come nearer by more, and is looked at where it will be as well.
void Proximity::look_at_segment(const BodyShape& body, const Obstacle& obstacle, const Placement& inverse, int segment,
                                const Seen& seen) {
  const std::size_t begin = found_.size();
  for (int i = body.first(segment); i < body.first(segment + 1); ++i) {
    if (are_apart(placed_.boxes[static_cast<std::size_t>(i)], *seen.around, seen.reach)) continue;
    const Round round = placed_.rounds[static_cast<std::size_t>(i)].moved(inverse);
    const Closest whole = obstacle.solid->against(round);
    if (whole.distance > seen.reach) continue;
    rows_of_solid(body.parts()[static_cast<std::size_t>(i)], round, *obstacle.solid, whole, [&](NearPair pair) {
      pair.part = i;
      pair.other = seen.index;
      pair.later = seen.later;
      pair.normal = obstacle.frame.R * pair.normal;
      pair.along = obstacle.frame.R * pair.along;
      pair.on_first = obstacle.frame.R * pair.on_first + obstacle.frame.p;
      pair.on_second = obstacle.frame.R * pair.on_second + obstacle.frame.p;
      pair.center = obstacle.frame.R * pair.center + obstacle.frame.p;
      const double nearing = std::max(0.0, pair.normal.dot(obstacle.velocity_at(pair.on_second)));
      pair.room = pair.distance - obstacle.margin - (seen.later ? 0.0 : seen.lookout.ahead * nearing);
      found_.push_back(pair);
    });
  }
  nearest_rows_.keep(found_, begin, seen.lookout.world_zone);
}

}  // namespace poise
