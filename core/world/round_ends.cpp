#include "world/round_ends.hpp"

#include <algorithm>
#include <cmath>

#include "math/four.hpp"
#include "math/wide.hpp"

namespace poise {

namespace {

constexpr double kSamePlace = 1e-12;  // m: nearer centres have no direction between them

// Of four numbers at once, by reference as four.hpp has it.
inline void root(const Four& x, Four& out) {
  out = Four{std::sqrt(x[0]), std::sqrt(x[1]), std::sqrt(x[2]), std::sqrt(x[3])};
}
inline void size(const Four& x, Four& out) {
  out = Four{std::fabs(x[0]), std::fabs(x[1]), std::fabs(x[2]), std::fabs(x[3])};
}
inline void write(const Four& from, std::array<double, 4>& to) { write_four(from, to.data()); }

inline void read_axis(const Round& p, const Round& q, int c, Four& from, Four& axis) {
  const double u = p.b[c] - p.a[c], v = q.b[c] - q.a[c];
  from = Four{p.a[c] - q.a[c], p.b[c] - q.a[c], q.a[c] - p.a[c], q.b[c] - p.a[c]};
  axis = Four{v, v, u, u};
}

// As `nearness(round, point)` says it, for four balls at once and without a branch: a number is held between 0 and 1 by
// ½ (|t| − |t − 1| + 1).
POISE_BY_MACHINE void sweep_ends(const Round* rounds, const RoundForm* forms, const std::pair<int, int>* pairs,
                                 std::size_t count, RoundEnds* found) {
  const Four one = {1.0, 1.0, 1.0, 1.0}, half = {0.5, 0.5, 0.5, 0.5};
  for (std::size_t n = 0; n < count; ++n) {
    const auto [i, j] = pairs[n];
    const Round &p = rounds[i], &q = rounds[j];
    Four x, y, z, u, v, w;  // from the other round's first end to each end; along the other round
    read_axis(p, q, 0, x, u);
    read_axis(p, q, 1, y, v);
    read_axis(p, q, 2, z, w);
    const double pl = forms[i].per_length, ql = forms[j].per_length, pk = forms[i].lean, qk = forms[j].lean;
    const Four per_length = {ql, ql, pl, pl}, lean = {qk, qk, pk, pk}, own = {p.ra, p.rb, q.ra, q.rb};
    const double dp = p.rb - p.ra, dq = q.rb - q.ra;
    const Four radius = {q.ra, q.ra, p.ra, p.ra}, wider = {dq, dq, dp, dp};
    const Four foot = (x * u + y * v + z * w) * per_length;
    Four beside = x * x + y * y + z * z - foot * foot, off, low, high, gap;
    size(beside, beside);  // below zero by rounding alone
    root(beside, off);
    const Four t = (foot + lean * off) * per_length;
    size(t, low);
    size(t - one, high);
    const Four share = half * (low - high + one);
    const Four ax = x - share * u, ay = y - share * v, az = z - share * w;
    root(ax * ax + ay * ay + az * az, gap);
    RoundEnds& out = found[n];
    write(ax, out.away[0]);
    write(ay, out.away[1]);
    write(az, out.away[2]);
    write(share, out.share);
    write(gap, out.gap);
    write(gap - (radius + share * wider) - own, out.distance);
  }
}

}  // namespace

RoundForm RoundForm::of(const Round& round) {
  const double length = (round.b - round.a).norm();
  if (length <= kSamePlace) return {};
  const double k = (round.rb - round.ra) / length;
  return {1.0 / length, k / std::sqrt(std::max(1e-12, 1.0 - k * k))};
}

int RoundEnds::nearest() const {
  return static_cast<int>(std::min_element(distance.begin(), distance.end()) - distance.begin());
}

double RoundEnds::slope_inwards(const Round& first, const Round& second, int lane) const {
  const Round& own = lane < 2 ? first : second;
  const Vec3 axis = own.b - own.a;
  const double from_a = away_at(lane).dot(axis) / gap[static_cast<std::size_t>(lane)] - (own.rb - own.ra);
  return lane % 2 == 0 ? from_a : -from_a;
}

Closest RoundEnds::at(const Round& first, const Round& second, int lane) const {
  const auto k = static_cast<std::size_t>(lane);
  const Round &own = lane < 2 ? first : second, &other = lane < 2 ? second : first;
  const Vec3 &center = lane % 2 == 0 ? own.a : own.b, apart = away_at(lane);
  const double radius = lane % 2 == 0 ? own.ra : own.rb, room = distance[k] + radius;
  const Vec3 across = other.b - other.a;
  Vec3 outward;
  if (gap[k] > kSamePlace)
    outward = apart / gap[k];
  else
    outward = across.norm() > kSamePlace ? Vec3(across.unitOrthogonal()) : Vec3(Vec3::UnitZ());
  const Vec3 on_own = center - radius * outward, on_other = center - room * outward;
  if (lane < 2) return {distance[k], outward, on_own, on_other, lane % 2 == 0 ? 0.0 : 1.0};
  return {distance[k], -outward, on_other, on_own, share[k]};
}

void find_ends(const std::vector<Round>& rounds, const std::vector<RoundForm>& forms,
               const std::vector<std::pair<int, int>>& pairs, std::vector<RoundEnds>& found) {
  found.resize(pairs.size());
  sweep_ends(rounds.data(), forms.data(), pairs.data(), pairs.size(), found.data());
}

}  // namespace poise
