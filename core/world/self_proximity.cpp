#include <limits>

#include "world/proximity.hpp"

namespace poise {

namespace {

constexpr int kBetweenEnds = 4;  // NearPair::place

bool are_apart(const Ball& a, const Ball& b, double reach) {
  const double far = a.radius + b.radius + reach;
  return far < 0.0 || (a.center - b.center).squaredNorm() > far * far;
}

}  // namespace

void SelfProximity::look(const BodyShape& body, const PlacedBody& placed, double zone, std::vector<NearPair>& found) {
  find_candidates(body, placed, zone);
  find_ends(placed.rounds, body.forms(), candidates_, ends_);
  nearest_.resize(candidates_.size());
  inner_.resize(candidates_.size());
  between_.clear();
  for (std::size_t pair = 0; pair < body.pairs().size(); ++pair) {
    if (pairs_[pair] == pairs_[pair + 1]) continue;
    const double depth = body.pairs()[pair].depth, reach = zone - depth;
    measure(body, placed, pair, reach);
    double least = reach;
    for (std::size_t c = pairs_[pair]; c < pairs_[pair + 1]; ++c) least = std::min(least, nearest_[c]);
    const double wanted = std::min(reach, std::max(least, -depth) + kBehindNearest);  // see NearestRows
    rows_.clear();
    for (std::size_t c = pairs_[pair]; c < pairs_[pair + 1]; ++c) add_rows(body, c, wanted, depth);
    nearest_rows_.keep(rows_, 0, zone);
    for (const Row& row : rows_) found.push_back(told(placed, row));
  }
}

void SelfProximity::find_candidates(const BodyShape& body, const PlacedBody& placed, double zone) {
  candidates_.clear();
  pairs_.clear();
  for (const SelfPair& pair : body.pairs()) {
    pairs_.push_back(candidates_.size());
    const auto first = static_cast<std::size_t>(pair.first), second = static_cast<std::size_t>(pair.second);
    const double reach = zone - pair.depth;
    const Extent& others = placed.around[second];
    if (are_apart(placed.around[first], others, reach)) continue;
    if (are_apart(placed.balls[first], placed.balls[second], reach)) continue;
    for (int i = body.first(pair.first); i < body.first(pair.first + 1); ++i) {
      const Extent& own = placed.boxes[static_cast<std::size_t>(i)];
      if (are_apart(own, others, reach)) continue;
      for (int j = body.first(pair.second); j < body.first(pair.second + 1); ++j) {
        if (!are_apart(own, placed.boxes[static_cast<std::size_t>(j)], reach)) candidates_.emplace_back(i, j);
      }
    }
  }
  pairs_.push_back(candidates_.size());
}

// How near the candidates of a pair are: at an end, unless from there the distance falls inwards, and then only where
// they may be among the nearest.
void SelfProximity::measure(const BodyShape& body, const PlacedBody& placed, std::size_t pair, double reach) {
  double least = reach;
  const double depth = body.pairs()[pair].depth;
  for (std::size_t c = pairs_[pair]; c < pairs_[pair + 1]; ++c) {
    const Round &one = placed.rounds[static_cast<std::size_t>(candidates_[c].first)],
                &two = placed.rounds[static_cast<std::size_t>(candidates_[c].second)];
    const RoundEnds& ends = ends_[c];
    const int end = ends.nearest();
    nearest_[c] = ends.distance[static_cast<std::size_t>(end)];
    inner_[c] = -1;
    // Convex: inside it is at most `slope` nearer. A gap of nothing gives no number, and is looked at.
    if (!(ends.slope_inwards(one, two, end) >= -kClearlyNearer)) {
      const double wanted = std::min(reach, std::max(std::min(least, nearest_[c]), -depth) + kBehindNearest);
      nearest_[c] = least_distance(one, two);
      if (nearest_[c] <= wanted) {
        inner_[c] = static_cast<int>(between_.size());
        nearest_[c] = between_.emplace_back(closest(one, two)).distance;
      }
    }
    least = std::min(least, nearest_[c]);
  }
}

// The ends of either part against the other, and what lies between them.
void SelfProximity::add_rows(const BodyShape& body, std::size_t candidate, double wanted, double depth) {
  if (nearest_[candidate] > wanted) return;
  const RoundEnds& ends = ends_[candidate];
  const auto first = static_cast<std::size_t>(candidates_[candidate].first),
             second = static_cast<std::size_t>(candidates_[candidate].second);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t end = 0; end < 4; ++end) {
    const std::size_t part = end < 2 ? first : second;
    const bool is_ball = body.forms()[part].per_length == 0.0;
    if ((is_ball && end % 2 == 1) || ends.distance[end] > wanted) continue;
    least = std::min(least, ends.distance[end]);
    if (body.parts()[part].ends[end % 2])
      rows_.push_back({candidate, static_cast<int>(end), ends.distance[end] + depth});
  }
  if (inner_[candidate] >= 0 && nearest_[candidate] < least - kClearlyNearer)
    rows_.push_back({candidate, kBetweenEnds, nearest_[candidate] + depth});
}

NearPair SelfProximity::told(const PlacedBody& placed, const Row& row) const {
  const auto [part, other] = candidates_[row.candidate];
  const Round &first = placed.rounds[static_cast<std::size_t>(part)],
              &second = placed.rounds[static_cast<std::size_t>(other)];
  const Closest at = row.place == kBetweenEnds ? between_[static_cast<std::size_t>(inner_[row.candidate])]
                                               : ends_[row.candidate].at(first, second, row.place);
  return {part,     other,     true,        false,        row.place,         at.distance,
          row.room, at.normal, at.on_first, at.on_second, first.center(at.t)};
}

}  // namespace poise
