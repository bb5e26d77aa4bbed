// Eight numbers that are calculated with at once, each by itself: one unit of the widest vectors, two of others, and
// the same bits.
#pragma once

#include <cstring>

#include "math/four.hpp"

namespace poise {

#if defined(__GNUC__)
using Eight = double __attribute__((vector_size(64)));
#else
struct Eight {
  Four a, b;
  Eight& operator+=(const Eight& y) { return *this = {a + y.a, b + y.b}; }
  friend Eight operator-(const Eight& x, const Eight& y) { return {x.a - y.a, x.b - y.b}; }
  friend Eight operator*(const Eight& x, const Eight& y) { return {x.a * y.a, x.b * y.b}; }
  friend Eight operator*(const Eight& x, double y) { return {x.a * y, x.b * y}; }
};
#endif

// By reference: how such vectors are passed by value depends on the machine.
inline void read_eight(const double* from, Eight& to) { std::memcpy(&to, from, sizeof(Eight)); }
inline void write_eight(const Eight& from, double* to) { std::memcpy(to, &from, sizeof(Eight)); }

}  // namespace poise
