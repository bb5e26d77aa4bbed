// A curve through the keys of a motion, on every joint's own manifold.
//
// From key to key a curve is a cumulative Bézier curve of degree D (Kim, Kim and Shin 1995): with s from 0 to 1,
//   x(s) = x_0 + Σ β_k(s) c_k          numbers
//   R(s) = R_0 Π exp(β_k(s) c_k)       rotations, k = 1 … D
// where β_k(s) = Σ_{j ≥ k} B_j(s) sums Bernstein polynomials. It goes from key to key exactly, with
//   velocity D c_1/h at its beginning and D c_D/h at its end,
//   acceleration D (D − 1)(c_2 − c_1)/h² and D (D − 1)(c_D − exp(−c_D) c_{D−1})/h².
// D = 1 is linear, D = 3 has given velocities at the keys, D = 5 given accelerations, too. The c_k are made once:
// between keys there is no logarithm, hence nothing that could flip.
#pragma once

#include <array>
#include <memory>

#include "motion/curve_keys.hpp"
#include "motion/key_rates.hpp"

namespace poise {

// How s goes with time from one key to the next: held at the key, or a cubic with these slopes at its ends, which are 1
// for an even pace and 0 for a soft start or end.
struct Timing {
  bool held = false;
  double start = 1.0, end = 1.0;
};

// Where a curve is at a time: stored coordinates, tangent and its rate of change.
struct CurvePoint {
  VecX q, velocity, acceleration;
};

class PoseCurve {
 public:
  static constexpr int kMostDegree = 5;

  // `rates` without velocities make a linear curve; without accelerations, a cubic one. `timing`: of every interval.
  PoseCurve(std::shared_ptr<const Figure> figure, CurveKeys keys, const KeyRates& rates, std::vector<Timing> timing);

  const Figure& figure() const { return *figure_; }
  const CurveKeys& keys() const { return keys_; }

  // Stored coordinates at a time; before the first key and after the last one, those of that key. Keys are met bit for
  // bit.
  void place(double t, Eigen::Ref<VecX> q) const;

  // The same with rates, which are exact derivatives; at a key, those of what follows, at the last key of what was
  // before.
  void point(double t, CurvePoint& out) const;

 private:
  // β_k and its derivatives by s at one s.
  struct Basis {
    std::array<double, kMostDegree> value, slope, bend;
  };
  // Where a time falls.
  struct Spot {
    Eigen::Index interval;
    double s, pace, change;  // s, ds/dt, d²s/dt²
  };
  struct Turn {
    Vec3 axis;
    double angle;
  };

  Spot spot(double t) const;
  Basis basis(double s) const;
  void fill_lines(const KeyRates& rates);
  void fill_turns(const KeyRates& rates);
  const Turn* turns_of(Eigen::Index interval) const;
  void store(const VecX& lines, const std::vector<Quat>& turns, Eigen::Ref<VecX> q) const;

  std::shared_ptr<const Figure> figure_;
  CurveKeys keys_;
  std::vector<Timing> timing_;
  int degree_;
  std::vector<MatX> lines_;  // c_k of the numbers, lines × (n − 1) for every k
  std::vector<Turn> turns_;  // c_k of the rotations, by interval, rotation and k
};

}  // namespace poise
