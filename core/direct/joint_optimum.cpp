#include "direct/joint_optimum.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "math/dense.hpp"

namespace poise {

namespace {

constexpr double kSameValue = 1e-12;  // share of the largest number: eigenvalues that differ by less are one
constexpr double kRounding = 1e-14;   // share of the largest number: values that differ by less are one
constexpr int kSamples = 48;          // around the circle: a wave of the second order has at most two valleys
constexpr double kUnlimited = 1e299;  // ranges without an end reach farther
constexpr double kSameAngle = 1e-9;   // rad: a valley this well known; its depth is known twice as well
constexpr double kApart = 1e-3;       // share of the largest eigenvalue: nearer ones are left to the general method

// ---- one angle

struct Candidate {
  double angle, value;
};

// Keeps the better one; of equally good ones the nearer to `now`.
void keep_better(const Candidate& other, double now, double scale, Candidate& best) {
  const double gain = best.value - other.value;
  const bool as_good = std::abs(gain) <= kRounding * scale;
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
  double at_low = slope(low), at_high = slope(high), last = low;
  for (int i = 0, stayed = 0; i < 80 && high - low > 1e-15 * (1.0 + std::abs(low)); ++i) {
    const double between = at_high > at_low ? (low * at_high - high * at_low) / (at_high - at_low) : 0.5 * (low + high);
    const double x = std::clamp(between, low, high), s = slope(x);
    if (s == 0.0 || x == low || x == high || (i > 2 && std::abs(x - last) < kSameAngle)) return x;
    last = x;
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

// What the best flexion makes of a twist with cosine c and sine s: tr(Mᵀ G) = base + a cos f + b sin f.
class Elbow {
 public:
  Elbow(const Mat3& G, const Range& range)
      : G_(G),
        free_(range.max - range.min >= 2.0 * kPi),
        low_(std::cos(range.min), std::sin(range.min)),
        high_(std::cos(range.max), std::sin(range.max)),
        middle_(std::cos(0.5 * (range.min + range.max)), std::sin(0.5 * (range.min + range.max))),
        reach_(std::cos(0.5 * (range.max - range.min))) {}

  // What is to become small, and its slope by the twist. The best flexion's value, as a function of the twist, is an
  // envelope: its slope is that at the flexion as it is.
  struct Twisted {
    double value, slope;
  };
  Twisted at(double c, double s) const {
    const Vec2 way = pull(c, s), flexed = best(way);
    const double base = c * G_(0, 0) - s * G_(0, 1);
    return {-base - way.dot(flexed), s * G_(0, 0) + c * G_(0, 1) - flexed[0] * (c * G_(1, 0) - s * G_(1, 1)) -
                                         flexed[1] * (c * G_(2, 0) - s * G_(2, 1))};
  }
  Twisted at(double t) const { return at(std::cos(t), std::sin(t)); }
  // No slope is steeper.
  double steepest() const { return G_.row(0).head<2>().norm() + G_.bottomLeftCorner<2, 2>().norm(); }

  double flexion(double t, const Range& range, double now) const {
    const Vec2 way = pull(std::cos(t), std::sin(t));
    return best_angle({-way[0], -way[1], 0.0, 0.0}, range, now);
  }

 private:
  // a and b.
  Vec2 pull(double c, double s) const {
    return {G_(2, 2) + s * G_(1, 0) + c * G_(1, 1), -G_(1, 2) + s * G_(2, 0) + c * G_(2, 1)};
  }
  // Cosine and sine of the best flexion; which of two equally good ones does not matter here.
  Vec2 best(const Vec2& way) const {
    const double length = way.norm();
    if (length == 0.0) return low_;
    if (free_ || way.dot(middle_) >= reach_ * length) return way / length;
    return way.dot(low_) > way.dot(high_) ? low_ : high_;
  }

  const Mat3& G_;
  bool free_;
  Vec2 low_, high_, middle_;
  double reach_;
};

// ---- swing and ball

// The unit vector of the largest eigenvalue; where several share it, that of their space nearest to `now`.
template <int kSize>
Eigen::Matrix<double, kSize, 1> top_vector(const Eigen::Matrix<double, kSize, kSize>& N,
                                           const Eigen::Matrix<double, kSize, 1>& now) {
  const auto [values, vectors, converged] = spectrum(N);
  const double scale = std::max(std::abs(values[0]), std::abs(values[kSize - 1]));
  Eigen::Matrix<double, kSize, 1> found = Eigen::Matrix<double, kSize, 1>::Zero();
  for (int i = kSize - 1; i >= 0 && values[i] >= values[kSize - 1] - kSameValue * scale; --i)
    found += vectors.col(i).dot(now) * vectors.col(i);
  return found.norm() > 1e-6 ? found.normalized() : vectors.col(kSize - 1);
}

// The same of a ball's matrix in a tenth of the time, where the largest eigenvalue stands apart; else zero. With the
// singular values of G its characteristic polynomial is λ⁴ − 2|G|² λ² − 8 det(G) λ + |G|⁴ − 4|adj G|², whose largest
// root Newton's method finds from above (Theobald 2005); the vector is a column of adj(N − λ 1).
Eigen::Vector4d lone_top_vector(const Mat3& G, const Eigen::Matrix4d& N) {
  Mat3 adjugate;
  for (int i = 0; i < 3; ++i) adjugate.row(i) = G.col((i + 1) % 3).cross(G.col((i + 2) % 3));
  const double square = G.squaredNorm(), determinant = G.col(0).dot(adjugate.row(0));
  const double constant = square * square - 4.0 * adjugate.squaredNorm();
  double lambda = std::sqrt(3.0 * square);
  for (int i = 0; i < 30; ++i) {
    const double l2 = lambda * lambda;
    const double value = (l2 - 2.0 * square) * l2 - 8.0 * determinant * lambda + constant;
    const double slope = 4.0 * lambda * (l2 - square) - 8.0 * determinant;
    if (!(slope > 0.0)) return Eigen::Vector4d::Zero();
    const double step = value / slope;
    lambda -= step;
    if (std::abs(step) <= 1e-14 * lambda) break;
  }
  const Eigen::Matrix4d A = N - lambda * Eigen::Matrix4d::Identity();
  const auto minor_of = [&](int r, int c) {
    const int r0 = r == 0, r1 = r <= 1 ? 2 : 1, r2 = r <= 2 ? 3 : 2, c0 = c == 0, c1 = c <= 1 ? 2 : 1,
              c2 = c <= 2 ? 3 : 2;
    return A(r0, c0) * (A(r1, c1) * A(r2, c2) - A(r1, c2) * A(r2, c1)) -
           A(r0, c1) * (A(r1, c0) * A(r2, c2) - A(r1, c2) * A(r2, c0)) +
           A(r0, c2) * (A(r1, c0) * A(r2, c1) - A(r1, c1) * A(r2, c0));
  };
  int column = 0;
  double most = 0.0;
  for (int i = 0; i < 4; ++i) {
    if (const double minor = std::abs(minor_of(i, i)); minor > most) {
      most = minor;
      column = i;
    }
  }
  if (most < kApart * lambda * lambda * lambda) return Eigen::Vector4d::Zero();
  Eigen::Vector4d found;
  for (int i = 0; i < 4; ++i) found[i] = ((i + column) % 2 == 0 ? 1.0 : -1.0) * minor_of(i, column);
  return found.normalized();
}

}  // namespace

Eigen::Matrix4d davenport(const Mat3& G) {
  const Vec3 skew(G(2, 1) - G(1, 2), G(0, 2) - G(2, 0), G(1, 0) - G(0, 1));
  Eigen::Matrix4d N;
  N(0, 0) = G.trace();
  N.block<1, 3>(0, 1) = skew.transpose();
  N.block<3, 1>(1, 0) = skew;
  N.block<3, 3>(1, 1) = G + G.transpose() - G.trace() * Mat3::Identity();
  return N;
}

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

// The twists of a range, or all of them, are looked at side by side; between two of them is a valley where the slope
// changes its sign, and it is looked for where it can be the deepest.
Vec2 best_elbow(const Mat3& G, const Range& flexion, const Range& twist, const Vec2& now) {
  const double scale = G.cwiseAbs().sum();
  if (scale == 0.0) return now;
  const Elbow elbow(G, flexion);
  const bool around = twist.max - twist.min >= 2.0 * kPi;
  const double begin = around ? now[1] - kPi : twist.min, extent = around ? 2.0 * kPi : twist.max - twist.min;
  const int count = std::max(1, static_cast<int>(std::ceil(extent * (kSamples / (2.0 * kPi)))));
  const double width = extent / count;
  std::array<Elbow::Twisted, kSamples + 1> samples;
  Candidate best{now[1], elbow.at(now[1]).value};
  Vec2 place(std::cos(begin), std::sin(begin));
  const Vec2 turn(std::cos(width), std::sin(width));
  for (int i = 0; i <= count; ++i) {
    samples[static_cast<std::size_t>(i)] = elbow.at(place[0], place[1]);
    keep_better({begin + i * width, samples[static_cast<std::size_t>(i)].value}, now[1], scale, best);
    place = Vec2(place[0] * turn[0] - place[1] * turn[1], place[1] * turn[0] + place[0] * turn[1]);
  }
  const double fall = 0.5 * width * elbow.steepest();
  for (int i = 0; i < count; ++i) {
    const Elbow::Twisted &low = samples[static_cast<std::size_t>(i)], &high = samples[static_cast<std::size_t>(i) + 1];
    if (low.slope > 0.0 || high.slope < 0.0 || 0.5 * (low.value + high.value) - fall > best.value) continue;
    const double t =
        valley_between(begin + i * width, begin + (i + 1) * width, [&](double x) { return elbow.at(x).slope; });
    keep_better({t, elbow.at(t).value}, now[1], scale, best);
  }
  const double t = around ? turned_into(twist, best.angle, now[1]) : twist.nearest(best.angle);  // but for rounding
  return {elbow.flexion(t, flexion, now[0]), t};
}

Quat best_swing(const Mat3& G, const Quat& now) {
  if (G.cwiseAbs().maxCoeff() == 0.0) return now;
  const Mat3 N = davenport(G).topLeftCorner<3, 3>();
  Eigen::SelfAdjointEigenSolver<Mat3> solver;
  solver.computeDirect(N);  // in a tenth of the time, and with half the digits where eigenvalues are near each other
  const Vec3& values = solver.eigenvalues();
  const bool apart = values[2] - values[1] > kApart * (values[2] - values[0]);
  const Vec3 q = apart ? Vec3(solver.eigenvectors().col(2)) : top_vector<3>(N, Vec3(now.w(), now.x(), now.y()));
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
  const Eigen::Matrix4d N = davenport(G);
  Eigen::Vector4d q = lone_top_vector(G, N);
  if (q.isZero()) q = top_vector<4>(N, Eigen::Vector4d(now.w(), now.x(), now.y(), now.z()));
  return Quat(q[0], q[1], q[2], q[3]);
}

}  // namespace poise
