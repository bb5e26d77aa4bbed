// How fast a motion passes its keys: velocities, and accelerations where they are wanted to be continuous.
//
// Symbols: h_i the time from key i to the next, Δ_i the way, d_i = Δ_i/h_i, m_i the velocity at key i, a_i the
// acceleration. Ways and velocities of rotations are vectors in the moving frame, where the way to the next key and the
// way from the last one have the same axis at both ends: so they are combined as numbers are.
#pragma once

#include "motion/curve_keys.hpp"

namespace poise {

// A column a key. A key may be left faster than it is reached, where its continuity is not 0.
struct KeyRates {
  MatX reached, left;  // m_i, ways × n
  MatX bent;           // a_i; empty when a curve has no need of it
};

// Tension, continuity and bias of every key (Kochanek and Bartels 1984, eqs. 8, 9), with their correction for keys that
// are not equally far apart in time, which makes the speed continuous: m_i is 2/(h_{i−1} + h_i) times their tangent.
// All three zero is Catmull and Rom's spline. The first and last key are passed without acceleration.
struct KeyShape {
  VecX tension, continuity, bias;
};
KeyRates shaped_rates(const CurveKeys& keys, const KeyShape& shape);

// The natural cubic spline: velocities for which accelerations from both sides agree, zero at the ends.
//   h_i m_{i−1} + 2 (h_{i−1} + h_i) m_i + h_{i−1} m_{i+1} = 3 (h_i d_{i−1} + h_{i−1} d_i)
KeyRates natural_rates(const CurveKeys& keys);

}  // namespace poise
