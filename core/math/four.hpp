// Four numbers that are calculated with at once; a vector of three uses as many.
#pragma once

#include <cstring>

namespace poise {

#if defined(__GNUC__)
using Four = double __attribute__((vector_size(32)));
#else
struct Four {
  double x[4];
  double operator[](int i) const { return x[i]; }
  Four& operator+=(const Four& b) { return *this = *this + b; }
  friend Four operator+(const Four& a, const Four& b) {
    return {a.x[0] + b.x[0], a.x[1] + b.x[1], a.x[2] + b.x[2], a.x[3] + b.x[3]};
  }
  friend Four operator-(const Four& a, const Four& b) {
    return {a.x[0] - b.x[0], a.x[1] - b.x[1], a.x[2] - b.x[2], a.x[3] - b.x[3]};
  }
  friend Four operator*(const Four& a, const Four& b) {
    return {a.x[0] * b.x[0], a.x[1] * b.x[1], a.x[2] * b.x[2], a.x[3] * b.x[3]};
  }
  friend Four operator*(const Four& a, double b) { return {a.x[0] * b, a.x[1] * b, a.x[2] * b, a.x[3] * b}; }
};
#endif

// By reference: how such vectors are passed by value depends on the machine.
inline void read_three(const double* from, Four& to) { to = Four{from[0], from[1], from[2], 0.0}; }
inline void read_four(const double* from, Four& to) { std::memcpy(&to, from, sizeof(Four)); }
inline void write_four(const Four& from, double* to) { std::memcpy(to, &from, sizeof(Four)); }
inline void write_three(const Four& from, double* to) {
  std::memcpy(to, &from, 2 * sizeof(double));
  to[2] = from[2];
}

}  // namespace poise
