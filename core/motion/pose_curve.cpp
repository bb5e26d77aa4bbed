#include "motion/pose_curve.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "body/coordinates.hpp"
#include "math/sines.hpp"
#include "motion/swing_rates.hpp"

namespace poise {

namespace {

// c_1 … c_D of an interval of length h, but for the middle one, which is what is left of the way.
//   c_1 = h m_0/D, c_2 = c_1 + h² a_0/(D (D − 1)); likewise from the end.
struct Ends {
  VecX first, second, last, last_but_one;
};
Ends ends_of(const KeyRates& rates, Eigen::Index i, double h, int degree) {
  Ends ends{rates.left.col(i) * (h / degree), VecX(), rates.reached.col(i + 1) * (h / degree), VecX()};
  if (degree == 5) {
    ends.second = ends.first + rates.bent.col(i) * (h * h / 20.0);
    ends.last_but_one = rates.bent.col(i + 1) * (h * h / 20.0);  // taken off the last where its frame is known
  }
  return ends;
}

}  // namespace

PoseCurve::PoseCurve(std::shared_ptr<const Figure> figure, CurveKeys keys, const KeyRates& rates,
                     std::vector<Timing> timing)
    : figure_(std::move(figure)), keys_(std::move(keys)), timing_(std::move(timing)) {
  degree_ = rates.left.size() == 0 && rates.bent.size() == 0 ? 1 : rates.bent.size() == 0 ? 3 : 5;
  if (keys_.ways() == 0) degree_ = 1;
  fill_lines(rates);
  fill_turns(rates);
}

void PoseCurve::fill_lines(const KeyRates& rates) {
  const Eigen::Index n = keys_.count() - 1, lines = keys_.lines;
  lines_.assign(static_cast<std::size_t>(degree_), MatX::Zero(lines, n));
  for (Eigen::Index i = 0; i < n; ++i) {
    VecX middle = keys_.way.col(i).head(lines);
    if (degree_ > 1) {
      const Ends ends = ends_of(rates, i, keys_.spans[i], degree_);
      lines_.front().col(i) = ends.first.head(lines);
      lines_.back().col(i) = ends.last.head(lines);
      middle -= ends.first.head(lines) + ends.last.head(lines);
      if (degree_ == 5) {
        lines_[1].col(i) = ends.second.head(lines);
        lines_[3].col(i) = (ends.last - ends.last_but_one).head(lines);
        middle -= lines_[1].col(i) + lines_[3].col(i);
      }
    }
    lines_[static_cast<std::size_t>(degree_ / 2)].col(i) = middle;
  }
}

void PoseCurve::fill_turns(const KeyRates& rates) {
  const Eigen::Index n = keys_.count() - 1;
  turns_.resize(static_cast<std::size_t>(n * keys_.turns * degree_));
  Turn* out = turns_.data();
  for (Eigen::Index i = 0; i < n; ++i) {
    const Ends ends = degree_ > 1 ? ends_of(rates, i, keys_.spans[i], degree_) : Ends{};
    for (Eigen::Index t = 0; t < keys_.turns; ++t, out += degree_) {
      const Eigen::Index at = keys_.lines + 3 * t;
      std::array<Vec3, kMostDegree> c;
      if (degree_ == 1) {
        c[0] = keys_.way.col(i).segment<3>(at);
      } else {
        const auto last = static_cast<std::size_t>(degree_ - 1);
        c[0] = ends.first.segment<3>(at);
        c[last] = ends.last.segment<3>(at);
        Quat before = exp_rotation(c[0]), after = exp_rotation(c[last]);
        if (degree_ == 5) {
          c[1] = ends.second.segment<3>(at);
          c[3] = c[4] - after * Vec3(ends.last_but_one.segment<3>(at));
          before = before * exp_rotation(c[1]);
          after = exp_rotation(c[3]) * after;
        }
        const Quat whole = exp_rotation(keys_.way.col(i).segment<3>(at));
        c[last / 2] = log_rotation(before.conjugate() * whole * after.conjugate());
      }
      for (int k = 0; k < degree_; ++k) {
        const Vec3& v = c[static_cast<std::size_t>(k)];
        const double angle = v.norm();
        out[k] = {angle > 0.0 ? Vec3(v / angle) : Vec3(Vec3::UnitZ()), angle};
      }
    }
  }
}

const PoseCurve::Turn* PoseCurve::turns_of(Eigen::Index interval) const {
  return turns_.data() + interval * keys_.turns * degree_;
}

PoseCurve::Spot PoseCurve::spot(double t) const {
  const VecX& times = keys_.times;
  const Eigen::Index n = times.size();
  const double* after = std::upper_bound(times.data(), times.data() + n, t);
  const Eigen::Index i = std::clamp<Eigen::Index>(after - times.data() - 1, 0, n - 2);
  const double h = keys_.spans[i], u = std::clamp((t - times[i]) / h, 0.0, 1.0);
  const Timing& timing = timing_[static_cast<std::size_t>(i)];
  if (timing.held) return {i, t >= times[n - 1] ? 1.0 : 0.0, 0.0, 0.0};
  // s(u) = u + u (1 − u)((a − 1)(1 − u) + (1 − b) u) with slopes a and b: exactly u when both are 1.
  const double a = timing.start - 1.0, b = 1.0 - timing.end, c3 = a - b, c2 = b - 2.0 * a;
  return {i, u + u * (1.0 - u) * (a * (1.0 - u) + b * u), (1.0 + a + u * (2.0 * c2 + 3.0 * c3 * u)) / h,
          (2.0 * c2 + 6.0 * c3 * u) / (h * h)};
}

PoseCurve::Basis PoseCurve::basis(double s) const {
  Basis b;
  const double r = 1.0 - s;
  if (degree_ == 1) {
    b = {{s}, {1.0}, {0.0}};
  } else if (degree_ == 3) {
    b = {{1.0 - r * r * r, s * s * (3.0 - 2.0 * s), s * s * s},
         {3.0 * r * r, 6.0 * s * r, 3.0 * s * s},
         {-6.0 * r, 6.0 - 12.0 * s, 6.0 * s}};
  } else {
    const double s2 = s * s, r2 = r * r;
    b = {{1.0 - r2 * r2 * r, 1.0 - r2 * r2 * (1.0 + 4.0 * s), s2 * s * (10.0 - 15.0 * s + 6.0 * s2),
          s2 * s2 * (5.0 - 4.0 * s), s2 * s2 * s},
         {5.0 * r2 * r2, 20.0 * s * r2 * r, 30.0 * s2 * r2, 20.0 * s2 * s * r, 5.0 * s2 * s2},
         {-20.0 * r2 * r, 20.0 * r2 * (r - 3.0 * s), 60.0 * s * r * (r - s), 20.0 * s2 * (3.0 * r - s), 20.0 * s2 * s}};
  }
  return b;
}

void PoseCurve::store(const VecX& lines, const std::vector<Quat>& turns, Eigen::Ref<VecX> q) const {
  for (const CurvePart& part : keys_.parts) {
    const int numbers = part.model == Model::kFree ? 3 : size_of(part.model).stored;
    if (part.line >= 0) q.segment(part.q, numbers) = lines.segment(part.line, numbers);
    if (part.turn < 0) continue;
    const Quat& R = turns[static_cast<std::size_t>(part.turn)];
    if (part.model == Model::kSwing)
      q.segment<2>(part.q) = swing_of(R * Vec3::UnitZ());
    else
      q.segment<4>(part.q + (part.model == Model::kFree ? 3 : 0)) = normalized(R).coeffs();
  }
}

void PoseCurve::place(double t, Eigen::Ref<VecX> q) const {
  if (keys_.count() == 1) {
    q = keys_.stored.col(0);
    return;
  }
  const Spot at = spot(t);
  const Eigen::Index i = at.interval;
  if (at.s == 0.0 || at.s == 1.0) {
    q = keys_.stored.col(at.s == 0.0 ? i : i + 1);
    return;
  }
  const Basis b = basis(at.s);
  VecX lines = keys_.line_keys.col(i);
  for (std::size_t k = 0; k < lines_.size(); ++k) lines += b.value[k] * lines_[k].col(i);
  // All half angles first: their sines come at once.
  const Turn* c = turns_of(i);
  const Eigen::Index count = keys_.turns * degree_;
  Eigen::ArrayX3d angles(count, 3);
  for (Eigen::Index j = 0; j < count; ++j)
    angles(j, 0) = 0.5 * c[j].angle * b.value[static_cast<std::size_t>(j % degree_)];
  sines_of(angles.data(), static_cast<int>(count), angles.col(1).data(), angles.col(2).data());
  std::vector<Quat> turns(static_cast<std::size_t>(keys_.turns));
  for (std::size_t r = 0, j = 0; r < turns.size(); ++r) {
    turns[r] = keys_.turn_keys[r][static_cast<std::size_t>(i)];
    for (int k = 0; k < degree_; ++k, ++j) {
      const auto row = static_cast<Eigen::Index>(j);
      const double s = angles(row, 1);
      turns[r] = turns[r] * Quat(angles(row, 2), s * c[j].axis.x(), s * c[j].axis.y(), s * c[j].axis.z());
    }
  }
  store(lines, turns, q);
}

void PoseCurve::point(double t, CurvePoint& out) const {
  out.q.resize(figure_->size());
  out.velocity.setZero(figure_->dof());
  out.acceleration.setZero(figure_->dof());
  place(t, out.q);
  if (keys_.count() == 1) return;
  const Spot at = spot(t);
  const Eigen::Index i = at.interval;
  const Basis b = basis(at.s);
  VecX x1 = VecX::Zero(keys_.lines), x2 = VecX::Zero(keys_.lines);
  for (std::size_t k = 0; k < lines_.size(); ++k) {
    x1 += b.slope[k] * lines_[k].col(i);
    x2 += b.bend[k] * lines_[k].col(i);
  }
  // By time from by s: ẋ = x' ṡ, ẍ = x'' ṡ² + x' s̈.
  x2 = x2 * (at.pace * at.pace) + x1 * at.change;
  x1 *= at.pace;
  for (const CurvePart& part : keys_.parts) {
    const ModelSize size = size_of(part.model);
    if (part.turn < 0) {
      out.velocity.segment(part.v, size.dof) = x1.segment(part.line, size.dof);
      out.acceleration.segment(part.v, size.dof) = x2.segment(part.line, size.dof);
      continue;
    }
    const Turn* c = turns_of(i) + part.turn * degree_;
    Quat R = keys_.turn_keys[static_cast<std::size_t>(part.turn)][static_cast<std::size_t>(i)];
    Vec3 omega = Vec3::Zero(), change = Vec3::Zero();
    // With E = exp(β c): ω becomes Eᵀω + β'c, and its rate Eᵀω' + (Eᵀω) × β'c + β''c.
    for (int k = 0; k < degree_; ++k) {
      const auto n = static_cast<std::size_t>(k);
      const Quat E = about(c[k].axis, c[k].angle * b.value[n]);
      const Vec3 way = c[k].angle * c[k].axis, seen = E.conjugate() * omega;
      change = E.conjugate() * change + seen.cross(b.slope[n] * way) + b.bend[n] * way;
      omega = seen + b.slope[n] * way;
      R = R * E;
    }
    change = change * (at.pace * at.pace) + omega * at.change;
    omega *= at.pace;
    if (part.model == Model::kSwing) {
      const SwingRates rates = swing_rates(out.q.segment<2>(part.q), R, omega, change);
      out.velocity.segment<2>(part.v) = rates.first;
      out.acceleration.segment<2>(part.v) = rates.second;
      continue;
    }
    out.velocity.segment<3>(part.v + size.dof - 3) = omega;
    out.acceleration.segment<3>(part.v + size.dof - 3) = change;
    if (part.model == Model::kFree) {  // in the moving frame: v = Rᵀẋ, dv/dt = Rᵀẍ − ω × v
      const Vec3 v = R.conjugate() * Vec3(x1.segment<3>(part.line));
      out.velocity.segment<3>(part.v) = v;
      out.acceleration.segment<3>(part.v) = R.conjugate() * Vec3(x2.segment<3>(part.line)) - omega.cross(v);
    }
  }
}

}  // namespace poise
