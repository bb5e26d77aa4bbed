#include "direct/joint_optimum.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "body/joint_step.hpp"
#include "body/kinematics.hpp"
#include "limits/limits.hpp"

namespace poise {

namespace {

constexpr double kSameValue = 1e-12;  // share of the largest number: eigenvalues that differ by less are one
constexpr int kSamples = 48;          // around the circle: a wave of the second order has at most two valleys
constexpr double kUnlimited = 1e299;  // ranges without an end reach farther
constexpr double kWorthClimb = 1e-9;  // share of the largest number: a climb that gains less is the last
constexpr int kClimbs = 6;            // steps along the limits of a joint; two or three do in most poses

// ---- one angle

struct Candidate {
  double angle, value;
};

// Keeps the better one; of equally good ones the nearer to `now`.
void keep_better(const Candidate& other, double now, double scale, Candidate& best) {
  const double gain = best.value - other.value;
  const bool as_good = std::abs(gain) <= kSameValue * scale;
  if (as_good ? std::abs(other.angle - now) < std::abs(best.angle - now) : gain > 0.0) best = other;
}

// The angle plus full turns that is inside the range and nearest to `now`; NaN when none is inside.
double turned_into(const Range& range, double angle, double now) {
  const double turn = 2.0 * kPi;
  const double nearest = angle + turn * std::round((now - angle) / turn);
  if (range.violation(nearest) == 0.0) return nearest;
  const double from_min = angle + turn * std::ceil((range.min - angle) / turn);
  const double from_max = angle + turn * std::floor((range.max - angle) / turn);
  const double inside = std::abs(from_min - now) < std::abs(from_max - now) ? from_min : from_max;
  return range.violation(inside) == 0.0 ? inside : std::nan("");
}

// Where a slope that is ≤ 0 at `low` and ≥ 0 at `high` vanishes: regula falsi that halves a bound which stays (the
// Illinois rule).
template <typename Slope>
double valley_between(double low, double high, Slope&& slope) {
  double at_low = slope(low), at_high = slope(high);
  for (int i = 0, stayed = 0; i < 80 && high - low > 1e-15 * (1.0 + std::abs(low)); ++i) {
    const double between = at_high > at_low ? (low * at_high - high * at_low) / (at_high - at_low) : 0.5 * (low + high);
    const double x = std::clamp(between, low, high), s = slope(x);
    if (s == 0.0 || x == low || x == high) return x;
    if (s < 0.0) {
      low = x;
      at_low = s;
      if (stayed < 0) at_high *= 0.5;
      stayed = -1;
    } else {
      high = x;
      at_high = s;
      if (stayed > 0) at_low *= 0.5;
      stayed = 1;
    }
  }
  return 0.5 * (low + high);
}

// ---- elbow

// What a twist makes of an elbow's G: base + a cos f + b sin f, which is to become large.
struct Flexion {
  double base, a, b;

  Flexion(const Mat3& G, double c, double s) {  // cosine and sine of the twist
    base = c * G(0, 0) - s * G(0, 1);
    a = G(2, 2) + s * G(1, 0) + c * G(1, 1);
    b = -G(1, 2) + s * G(2, 0) + c * G(2, 1);
  }
  Flexion(const Mat3& G, double twist) : Flexion(G, std::cos(twist), std::sin(twist)) {}
  double best(const Range& range, double now) const { return best_angle({-a, -b, 0.0, 0.0}, range, now); }
  double value(double f) const { return base + a * std::cos(f) + b * std::sin(f); }
};

// Cosine and sine of the best flexion, for the slope alone: which of two equally good ones does not matter there.
class QuickFlexion {
 public:
  explicit QuickFlexion(const Range& range)
      : free_(range.max - range.min >= 2.0 * kPi),
        low_(std::cos(range.min), std::sin(range.min)),
        high_(std::cos(range.max), std::sin(range.max)),
        middle_(std::cos(0.5 * (range.min + range.max)), std::sin(0.5 * (range.min + range.max))),
        reach_(std::cos(0.5 * (range.max - range.min))) {}

  Vec2 best(double a, double b) const {
    const Vec2 way(a, b);
    const double length = way.norm();
    if (length == 0.0) return low_;
    if (free_ || way.dot(middle_) >= reach_ * length) return way / length;
    return way.dot(low_) > way.dot(high_) ? low_ : high_;
  }

 private:
  bool free_;
  Vec2 low_, high_, middle_;
  double reach_;
};

double twist_slope(const Mat3& G, double c, double s, const Vec2& flexed) {
  return -s * G(0, 0) - c * G(0, 1) + flexed[0] * (c * G(1, 0) - s * G(1, 1)) + flexed[1] * (c * G(2, 0) - s * G(2, 1));
}

// Cosines and sines around the circle.
const std::array<Vec2, kSamples + 1>& circle() {
  static const std::array<Vec2, kSamples + 1> points = [] {
    std::array<Vec2, kSamples + 1> made;
    for (int i = 0; i <= kSamples; ++i) {
      const double angle = i * 2.0 * kPi / kSamples;
      made[static_cast<std::size_t>(i)] = Vec2(std::cos(angle), std::sin(angle));
    }
    return made;
  }();
  return points;
}

// ---- swing and ball

// Davenport's matrix, over (w, x, y, z): R(q) = (w² − v·v) 1 + 2 v vᵀ + 2 w [v]×.
Eigen::Matrix4d davenport(const Mat3& G) {
  const Vec3 skew(G(2, 1) - G(1, 2), G(0, 2) - G(2, 0), G(1, 0) - G(0, 1));
  Eigen::Matrix4d N;
  N(0, 0) = G.trace();
  N.block<1, 3>(0, 1) = skew.transpose();
  N.block<3, 1>(1, 0) = skew;
  N.block<3, 3>(1, 1) = G + G.transpose() - G.trace() * Mat3::Identity();
  return N;
}

// The unit vector of the largest eigenvalue; where several share it, that of their space nearest to `now`.
template <int kSize>
Eigen::Matrix<double, kSize, 1> top_vector(const Eigen::Matrix<double, kSize, kSize>& N,
                                           const Eigen::Matrix<double, kSize, 1>& now) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, kSize, kSize>> solver(N);
  const auto& values = solver.eigenvalues();
  const auto& vectors = solver.eigenvectors();
  const double scale = std::max(std::abs(values[0]), std::abs(values[kSize - 1]));
  Eigen::Matrix<double, kSize, 1> found = Eigen::Matrix<double, kSize, 1>::Zero();
  for (int i = kSize - 1; i >= 0 && values[i] >= values[kSize - 1] - kSameValue * scale; --i)
    found += vectors.col(i).dot(now) * vectors.col(i);
  return found.norm() > 1e-6 ? found.normalized() : vectors.col(kSize - 1);
}

Mat3 turn_of(const Joint& joint, const VecX& q) { return joint_motion(joint, q).R; }

// The gradient of tr(Mᵀ G) by the joint's own degrees of freedom, at M: of a body rate ω it is ω · skew(Mᵀ G).
VecX slope_at(const Joint& joint, const Mat3& G, const VecX& q) {
  const Mat3 A = turn_of(joint, q).transpose() * G;
  const Vec3 skew(A(2, 1) - A(1, 2), A(0, 2) - A(2, 0), A(1, 0) - A(0, 1));
  if (joint.model == Model::kBall) return skew;
  return swing_body_rates(q.segment<2>(joint.q)).transpose() * skew;
}

// Up the slope of a joint, clamped after every step, as long as that gains.
void climb(const Joint& joint, const Mat3& G, double scale, VecX& q, VecX& tried) {
  double value = agreement(turn_of(joint, q), G);
  double length = 1.0 / scale;  // the curvature is about as large as G: Newton's step
  for (int i = 0, failed = 0; i < kClimbs && failed < 3; ++i) {
    step_joint(joint, q, length * slope_at(joint, G, q), tried);
    clamp_joint(joint, nullptr, tried);
    const double after = agreement(turn_of(joint, tried), G);
    if (after > value + kSameValue * scale) {
      const bool done = after < value + kWorthClimb * scale;
      value = after;
      q = tried;
      if (done) return;
    } else {
      length *= 0.25;
      ++failed;
    }
  }
}

}  // namespace

double Waves::operator()(double phi) const {
  const double c = std::cos(phi), s = std::sin(phi);
  return alpha * c + beta * s + gamma * (c * c - s * s) + 2.0 * delta * s * c;
}

double best_angle(const Waves& waves, const Range& range, double now) {
  const double first = std::hypot(waves.alpha, waves.beta), second = std::hypot(waves.gamma, waves.delta);
  const double scale = first + second;
  if (scale == 0.0) return now;
  Candidate best{now, waves(now)};
  const auto consider = [&](double angle) {
    const double inside = turned_into(range, angle, now);
    if (!std::isnan(inside)) keep_better({inside, waves(inside)}, now, scale, best);
  };
  for (const double end : {range.min, range.max}) {
    if (std::abs(end) < kUnlimited) keep_better({end, waves(end)}, now, scale, best);
  }
  if (second <= kSameValue * first) {
    consider(std::atan2(-waves.beta, -waves.alpha));
    return best.angle;
  }
  const auto slope = [&](double phi) {
    const double c = std::cos(phi), s = std::sin(phi);
    return -waves.alpha * s + waves.beta * c - 4.0 * waves.gamma * s * c + 2.0 * waves.delta * (c * c - s * s);
  };
  const double width = 2.0 * kPi / kSamples;
  double before = slope(0.0);
  for (int i = 0; i < kSamples; ++i) {
    const double after = slope((i + 1) * width);
    if (before <= 0.0 && after >= 0.0) consider(valley_between(i * width, (i + 1) * width, slope));
    before = after;
  }
  return best.angle;
}

Vec2 best_elbow(const Mat3& G, const Range& flexion, const Range& twist, const Vec2& now) {
  const double scale = G.cwiseAbs().sum();
  if (scale == 0.0) return now;
  const auto flexed = [&](double t) { return Flexion(G, t).best(flexion, now[0]); };
  Candidate best{now[1], -Flexion(G, now[1]).value(flexed(now[1]))};
  const auto consider = [&](double angle) {
    const double t = turned_into(twist, angle, now[1]);
    if (!std::isnan(t)) keep_better({t, -Flexion(G, t).value(flexed(t))}, now[1], scale, best);
  };
  for (const double end : {twist.min, twist.max}) {
    if (std::abs(end) < kUnlimited) consider(end);
  }
  // The best flexion's value, as a function of the twist, is an envelope: its slope is that at the flexion as it is.
  const QuickFlexion quick(flexion);
  const auto slope_at_point = [&](double c, double s) {
    const Flexion here(G, c, s);
    return -twist_slope(G, c, s, quick.best(here.a, here.b));
  };
  const auto slope = [&](double t) { return slope_at_point(std::cos(t), std::sin(t)); };
  const double width = 2.0 * kPi / kSamples;
  double before = slope_at_point(1.0, 0.0);
  for (int i = 0; i < kSamples; ++i) {
    const Vec2& next = circle()[static_cast<std::size_t>(i) + 1];
    const double after = slope_at_point(next[0], next[1]);
    if (before <= 0.0 && after >= 0.0) consider(valley_between(i * width, (i + 1) * width, slope));
    before = after;
  }
  return {flexed(best.angle), best.angle};
}

Quat best_swing(const Mat3& G, const Quat& now) {
  if (G.cwiseAbs().maxCoeff() == 0.0) return now;
  const Mat3 N = davenport(G).topLeftCorner<3, 3>();
  const Vec3 q = top_vector<3>(N, Vec3(now.w(), now.x(), now.y()));
  return Quat(q[0], q[1], q[2], 0.0);
}

Quat best_ball(const Mat3& G, const Quat& now) {
  if (G.cwiseAbs().maxCoeff() == 0.0) return now;
  // One pair of vectors, d rᵀ: the direct turn, in a tenth of the time.
  Eigen::Index largest = 0;
  const double column = G.colwise().norm().maxCoeff(&largest);
  const Vec3 d = G.col(largest) / column, r = G.transpose() * d;
  if ((G - d * r.transpose()).cwiseAbs().maxCoeff() <= kSameValue * column)
    return (direct_rotation(now * r.normalized(), d) * now).normalized();
  const Eigen::Vector4d q = top_vector<4>(davenport(G), Eigen::Vector4d(now.w(), now.x(), now.y(), now.z()));
  return Quat(q[0], q[1], q[2], q[3]);
}

void go_part_of_the_way(const Joint& joint, const VecX& from, double share, VecX& to) {
  if (has_ranges(joint.model)) {
    const int size = size_of(joint.model).stored;
    to.segment(joint.q, size) = (1.0 - share) * from.segment(joint.q, size) + share * to.segment(joint.q, size);
  } else if (joint.model == Model::kSwing) {
    const Quat a = rotation_of_swing(from.segment<2>(joint.q)), b = rotation_of_swing(to.segment<2>(joint.q));
    const Quat between = a.slerp(share, b);
    to.segment<2>(joint.q) = swing_of(between * Vec3::UnitZ());
  } else {
    store_rotation(joint, stored_rotation(joint, from).slerp(share, stored_rotation(joint, to)).normalized(), to);
    if (joint.model == Model::kFree)
      to.segment<3>(joint.q) += (1.0 - share) * (from.segment<3>(joint.q) - to.segment<3>(joint.q));
  }
}

void improve_turn(const Joint& joint, const Mat3& G, VecX& q) {
  if (joint.model == Model::kElbow) {
    const Vec2 now = q.segment<2>(joint.q);
    q.segment<2>(joint.q) = best_elbow(G, joint.limit.ranges[0], joint.limit.ranges[1], now);
    return;
  }
  const double scale = G.cwiseAbs().sum();
  thread_local VecX best, free, tried;  // as long as q: joints are visited all the time
  best = free = q;
  double value = agreement(turn_of(joint, q), G);
  if (joint.model == Model::kSwing)
    free.segment<2>(joint.q) = swing_of(best_swing(G, rotation_of_swing(q.segment<2>(joint.q))) * Vec3::UnitZ());
  else
    store_rotation(joint, best_ball(G, stored_rotation(joint, q)), free);
  tried = free;
  clamp_joint(joint, nullptr, tried);
  const int size = size_of(joint.model).stored;
  const bool limited =
      (tried.segment(joint.q, size) - free.segment(joint.q, size)).cwiseAbs().maxCoeff() > kLimitTolerance;
  for (double share = 1.0; share > 0.1; share *= 0.5) {
    if (share < 1.0) {
      tried = free;
      go_part_of_the_way(joint, q, share, tried);
      clamp_joint(joint, nullptr, tried);
    }
    const double after = agreement(turn_of(joint, tried), G);
    if (after > value + kSameValue * scale) {
      value = after;
      best = tried;
    }
    if (!limited) break;
  }
  if (limited) climb(joint, G, scale, best, tried);
  q = best;
}

}  // namespace poise
