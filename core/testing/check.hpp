// The few words our C++ tests need: TEST("name") { CHECK(…); CHECK_NEAR(a, b, tolerance); }
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <vector>

#include "math/rotation.hpp"

namespace poise::test {

struct Case {
  const char* name;
  std::function<void()> body;
};

inline std::vector<Case>& cases() {
  static std::vector<Case> all;
  return all;
}

inline int& failures() {
  static int count = 0;
  return count;
}

struct Register {
  Register(const char* name, std::function<void()> body) { cases().push_back({name, std::move(body)}); }
};

inline void report(bool held, const char* text, const char* file, int line) {
  if (held) return;
  ++failures();
  std::printf("  %s:%d: %s does not hold\n", file, line, text);
}

inline double distance(double a, double b) { return std::abs(a - b); }
template <typename A, typename B>
double distance(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
  return (a - b).cwiseAbs().maxCoeff();
}
inline double distance(const Quat& a, const Quat& b) {  // q and −q are the same rotation
  return std::min((a.coeffs() - b.coeffs()).norm(), (a.coeffs() + b.coeffs()).norm());
}

// Repeatable random values.
class Dice {
 public:
  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  Vec3 vector(double size) { return Vec3(uniform(-size, size), uniform(-size, size), uniform(-size, size)); }
  Vec3 direction() {
    std::normal_distribution<double> normal;
    return Vec3(normal(engine_), normal(engine_), normal(engine_)).normalized();
  }
  Quat rotation() {
    std::normal_distribution<double> normal;
    return Quat(normal(engine_), normal(engine_), normal(engine_), normal(engine_)).normalized();
  }

 private:
  std::mt19937_64 engine_{1};
};

}  // namespace poise::test

#define POISE_JOIN_(a, b) a##b
#define POISE_JOIN(a, b) POISE_JOIN_(a, b)
#define TEST(name)                                                                                       \
  static void POISE_JOIN(test_, __LINE__)();                                                             \
  static const poise::test::Register POISE_JOIN(register_, __LINE__)(name, POISE_JOIN(test_, __LINE__)); \
  static void POISE_JOIN(test_, __LINE__)()
#define CHECK(condition) poise::test::report(static_cast<bool>(condition), #condition, __FILE__, __LINE__)
#define CHECK_NEAR(a, b, tolerance) \
  poise::test::report(poise::test::distance(a, b) <= (tolerance), #a " ≈ " #b " (" #tolerance ")", __FILE__, __LINE__)
