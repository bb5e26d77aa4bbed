#include "world/proximity.hpp"

#include <algorithm>
#include <limits>

namespace poise {

namespace {

constexpr double kClearlyNearer = 1e-7;  // m: by less, the nearest place between two ends is no news

Round end_of(const Round& round, int end) {
  return end == 0 ? Round{round.a, round.a, round.ra, round.ra} : Round{round.b, round.b, round.rb, round.rb};
}

bool has_length(const Round& round) { return (round.b - round.a).squaredNorm() > 1e-18; }

NearPair pair_at(const Round& first, const Closest& at, int place) {
  NearPair pair;
  pair.center = first.center(at.t);
  pair.place = place;
  pair.distance = at.distance;
  pair.normal = at.normal;
  pair.on_first = at.on_first;
  pair.on_second = at.on_second;
  return pair;
}

Extent box_around(const Round& ball) {
  return {(ball.a.array() - ball.ra).matrix(), (ball.a.array() + ball.ra).matrix()};
}

bool are_apart(const Ball& a, const Ball& b, double reach) {
  const double far = a.radius + b.radius + reach;
  return far < 0.0 || (a.center - b.center).squaredNorm() > far * far;
}

// The rows of two rounds: `whole` is their nearest place. Ends of either against the other, and what lies between.
// Ends that are farther than `reach` from the box around the other one are left out.
template <typename Add>
void rows_of_rounds(const Part& a, const Round& first, const Extent& around_first, const Part& b, const Round& second,
                    const Extent& around_second, const Closest& whole, double reach, Add&& add) {
  double least = std::numeric_limits<double>::infinity();
  const bool lengths[] = {has_length(first), has_length(second)};
  for (int end = 0; end < 4; ++end) {
    const bool own = end < 2;
    const Round& axis = own ? first : second;
    if (!lengths[own ? 0 : 1] && end % 2 == 1) continue;
    const Round ball = end_of(axis, end % 2);
    if (are_apart(box_around(ball), own ? around_second : around_first, reach)) continue;
    const Closest at = own ? closest(ball, second) : closest(first, ball);
    least = std::min(least, at.distance);
    if ((own ? a : b).ends[static_cast<std::size_t>(end % 2)]) add(pair_at(own ? ball : first, at, end));
  }
  if (whole.distance < least - kClearlyNearer) add(pair_at(first, whole, 4));
}

// The same of a round and a solid, in the solid's frame.
template <typename Add>
void rows_of_solid(const Part& part, const Round& round, const Solid& solid, const Closest& whole, Add&& add) {
  double least = std::numeric_limits<double>::infinity();
  for (int end = 0; end < (has_length(round) ? 2 : 1); ++end) {
    const Round ball = end_of(round, end);
    const Closest at = solid.against(ball);
    least = std::min(least, at.distance);
    if (part.ends[static_cast<std::size_t>(end)]) add(pair_at(ball, at, end));
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
    for (const int obstacle : near_) {
      for (int segment = 0; segment < body.segments(); ++segment)
        look_at_obstacle(body, *world, obstacle, segment, lookout);
    }
  }
  if (lookout.self) {
    for (const SelfPair& pair : body.pairs()) look_at_self(body, pair, lookout);
  }
  return found_;
}

void Proximity::look_at_obstacle(const BodyShape& body, const World& world, int index, int segment,
                                 const Lookout& lookout) {
  const Ball& ball = placed_.balls[static_cast<std::size_t>(segment)];
  if (ball.radius < 0.0) return;
  const Obstacle& obstacle = world.obstacles()[static_cast<std::size_t>(index)];
  const double reach = lookout.world_zone + world.claim(static_cast<std::size_t>(index), lookout.ahead);
  const Extent& own = world.extent(static_cast<std::size_t>(index));
  if (are_apart(placed_.around[static_cast<std::size_t>(segment)], own, reach)) return;
  const Mat3 back = obstacle.frame.R.transpose();
  const Placement inverse{back, -(back * obstacle.frame.p)};
  const Vec3 center = inverse.R * ball.center + inverse.p;
  if (obstacle.solid->nearness(center).distance - ball.radius > reach) return;
  const std::size_t begin = found_.size();
  for (int i = body.first(segment); i < body.first(segment + 1); ++i) {
    if (are_apart(placed_.boxes[static_cast<std::size_t>(i)], own, reach)) continue;
    const Round round = placed_.rounds[static_cast<std::size_t>(i)].moved(inverse);
    const Closest whole = obstacle.solid->against(round);
    if (whole.distance > reach) continue;
    rows_of_solid(body.parts()[static_cast<std::size_t>(i)], round, *obstacle.solid, whole, [&](NearPair pair) {
      pair.part = i;
      pair.other = index;
      pair.normal = obstacle.frame.R * pair.normal;
      pair.on_first = obstacle.frame.R * pair.on_first + obstacle.frame.p;
      pair.on_second = obstacle.frame.R * pair.on_second + obstacle.frame.p;
      pair.center = obstacle.frame.R * pair.center + obstacle.frame.p;
      const double nearing = std::max(0.0, pair.normal.dot(obstacle.velocity_at(pair.on_second)));
      pair.room = pair.distance - obstacle.margin - lookout.ahead * nearing;
      found_.push_back(pair);
    });
  }
  keep_nearest(begin, lookout.world_zone);
}

void Proximity::look_at_self(const BodyShape& body, const SelfPair& segments, const Lookout& lookout) {
  const auto first = static_cast<std::size_t>(segments.first), second = static_cast<std::size_t>(segments.second);
  const double reach = lookout.self_zone - segments.depth;
  if (are_apart(placed_.around[first], placed_.around[second], reach)) return;
  if (are_apart(placed_.balls[first], placed_.balls[second], reach)) return;
  const std::size_t begin = found_.size();
  find_candidates(body, segments, reach);
  double least = reach;
  for (const auto& [i, j] : candidates_) {
    const Part &a = body.parts()[static_cast<std::size_t>(i)], &b = body.parts()[static_cast<std::size_t>(j)];
    const Round &one = placed_.rounds[static_cast<std::size_t>(i)], &two = placed_.rounds[static_cast<std::size_t>(j)];
    const Closest whole = closest(one, two);
    if (whole.distance > reach) continue;
    least = std::min(least, whole.distance);
    const double wanted = std::min(reach, std::max(least, -segments.depth) + kBehindNearest);  // see keep_nearest
    if (whole.distance > wanted) continue;
    rows_of_rounds(a, one, placed_.boxes[static_cast<std::size_t>(i)], b, two,
                   placed_.boxes[static_cast<std::size_t>(j)], whole, wanted, [&, part = i, other = j](NearPair pair) {
                     pair.part = part;
                     pair.other = other;
                     pair.self = true;
                     pair.room = pair.distance + segments.depth;
                     found_.push_back(pair);
                   });
  }
  keep_nearest(begin, lookout.self_zone);
}

// The pairs of parts of two segments that may be nearly as near as the nearest of them.
void Proximity::find_candidates(const BodyShape& body, const SelfPair& segments, double reach) {
  candidates_.clear();
  nearest_.clear();
  const Extent& others = placed_.around[static_cast<std::size_t>(segments.second)];
  double least = reach;
  for (int i = body.first(segments.first); i < body.first(segments.first + 1); ++i) {
    const Extent& own = placed_.boxes[static_cast<std::size_t>(i)];
    if (are_apart(own, others, reach)) continue;
    for (int j = body.first(segments.second); j < body.first(segments.second + 1); ++j) {
      if (are_apart(own, placed_.boxes[static_cast<std::size_t>(j)], reach)) continue;
      const DistanceRange range =
          distance_range(placed_.rounds[static_cast<std::size_t>(i)], placed_.rounds[static_cast<std::size_t>(j)]);
      if (range.least > reach) continue;
      least = std::min(least, range.most);
      candidates_.emplace_back(i, j);
      nearest_.push_back(range.least);
    }
  }
  const double most = std::max(least, -segments.depth) + kBehindNearest;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < candidates_.size(); ++k) {
    if (nearest_[k] <= most) candidates_[kept++] = candidates_[k];
  }
  candidates_.resize(kept);
}

// Of the rows from `begin` on, those that matter, in the order they came: all that have no room left, and of the others
// the nearest.
void Proximity::keep_nearest(std::size_t begin, double zone) {
  const auto drop = [&](double limit) {
    const auto first = found_.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto roomy = [&](const NearPair& pair) { return pair.room > limit; };
    found_.erase(std::remove_if(first, found_.end(), roomy), found_.end());
  };
  double least = zone;
  for (std::size_t i = begin; i < found_.size(); ++i) least = std::min(least, found_[i].room);
  drop(std::min(zone, std::max(0.0, least) + kBehindNearest));
  if (found_.size() <= begin + kMostRows) return;
  rooms_.clear();
  for (std::size_t i = begin; i < found_.size(); ++i) rooms_.push_back(found_[i].room);
  std::nth_element(rooms_.begin(), rooms_.begin() + (kMostRows - 1), rooms_.end());
  drop(std::max(0.0, rooms_[kMostRows - 1]));
}

}  // namespace poise
