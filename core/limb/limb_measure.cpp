#include "limb/limb_measure.hpp"

#include <cmath>

namespace poise {

namespace {

constexpr double kClosest = 1e-9;  // metres: nearer than this nothing is aimed at

}  // namespace

double LimbMeasure::value(const LimbPlace& place) const {
  if (kind == Kind::kDistance) return 0.5 * (place.site - point).squaredNorm();
  if (kind == Kind::kTurn) return 0.25 * (place.hand - hand).squaredNorm();
  const Vec3 shown = place.hand * axis;
  if (kind == Kind::kDirection) return 0.5 * (shown - direction).squaredNorm();
  const Vec3 way = point - place.site;
  return 0.5 * (shown - way / std::max(way.norm(), kClosest)).squaredNorm();
}

Vec7 LimbMeasure::slope(const LimbPlace& place) const {
  if (kind == Kind::kDistance) return place.slope(place.site - point, Vec3::Zero());
  if (kind == Kind::kTurn) {
    Vec3 moment = Vec3::Zero();
    for (int k = 0; k < 3; ++k) moment -= 0.5 * place.hand.col(k).cross(hand.col(k));
    return place.slope(Vec3::Zero(), moment);
  }
  const Vec3 shown = place.hand * axis;
  if (kind == Kind::kDirection) return place.slope(Vec3::Zero(), -shown.cross(direction));
  const double length = std::max((point - place.site).norm(), kClosest);
  const Vec3 way = (point - place.site) / length;
  return place.slope((shown - way * way.dot(shown)) / length, -shown.cross(way));
}

LimbMeasure::Linear LimbMeasure::linear(const LimbPlace& place) const {
  Linear out;
  if (kind == Kind::kDistance) {
    for (int k = 0; k < 3; ++k) out.rows.col(k) = place.slope(Vec3::Unit(k), Vec3::Zero());
    out.error = place.site - point;
    return out;
  }
  const Vec3 shown = place.hand * axis;
  if (kind != Kind::kAim) {
    out.rows = place.turns.transpose();
    out.error = -shown.cross(direction);
    if (kind == Kind::kDirection) return out;
    out.error.setZero();
    for (int k = 0; k < 3; ++k) out.error -= 0.5 * place.hand.col(k).cross(hand.col(k));
    return out;
  }
  const double length = std::max((point - place.site).norm(), kClosest);
  const Vec3 way = (point - place.site) / length;
  for (int k = 0; k < 3; ++k) {
    const Vec3 unit = Vec3::Unit(k);
    out.rows.col(k) = place.slope((unit - way * way[k]) / length, shown.cross(unit));
  }
  out.error = shown - way;
  return out;
}

double LimbMeasure::error(const LimbPlace& place) const {
  const double v = value(place);
  if (kind == Kind::kDistance) return std::sqrt(2.0 * v);
  return 2.0 * std::asin(std::min(1.0, std::sqrt(v / 2.0)));  // 1 − cos α = 2 sin²(α/2)
}

LimbAims aims_of(const LimbStance& stance, const LimbGoal& goal) {
  const Limb& limb = *stance.limb;
  const Mat3 home = stance.base.R.transpose();
  LimbMeasure place, turn;
  place.point = turn.point = home * (goal.point - stance.base.p) - limb.shoulder;
  turn.hand = home * goal.axes * limb.site_axes.transpose();
  turn.axis = limb.site_axes * goal.axis;
  turn.direction = home * goal.direction;
  const bool whole = goal.kind == GoalKind::kPlacement || goal.kind == GoalKind::kOrient;
  turn.kind = whole                         ? LimbMeasure::Kind::kTurn
              : goal.kind == GoalKind::kAim ? LimbMeasure::Kind::kAim
                                            : LimbMeasure::Kind::kDirection;
  if (goal.kind == GoalKind::kPosition) return {place, place, false};
  if (goal.kind == GoalKind::kAim || goal.kind == GoalKind::kOrient) return {turn, turn, false};
  return {place, turn, true};
}

}  // namespace poise
