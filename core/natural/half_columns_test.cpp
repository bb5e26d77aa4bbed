#include "natural/half_columns.hpp"

#include <cmath>
#include <cstring>
#include <random>

#include "testing/check.hpp"

using poise::can_widen;
using poise::HalfColumns;
using poise::widened;
using poise::Widening;

namespace {

constexpr std::size_t kRows = 131, kColumns = 37;

struct Sums {
  std::vector<float> of_x, of_x2;
};

// Weights drawn at random, denormal ones and zeros among them, of columns of which some are left out.
Sums added(Widening widening) {
  std::mt19937 rng(7);
  HalfColumns weights(kRows, kColumns, widening);
  for (std::size_t row = 0; row < kRows; ++row) {
    for (std::size_t k = 0; k < kColumns; ++k) {
      const auto bits = static_cast<std::uint16_t>(rng() & 0xffff);
      weights.set(row, k, (bits >> 10 & 31) == 31 ? 0 : bits);  // no infinities
    }
  }
  std::vector<float> x(kColumns), x2(kColumns);
  for (std::size_t k = 0; k < kColumns; ++k) {
    x[k] = 0.001f * static_cast<float>(rng() % 1000);
    x2[k] = 0.003f * static_cast<float>(rng() % 1000);
  }
  Sums sums{std::vector<float>(weights.padded_rows(), 0.5f), std::vector<float>(weights.padded_rows(), -0.25f)};
  weights.add({0, 3, 4, 11, 12, 13, 30, 36}, x.data(), x2.data(), sums.of_x.data(), sums.of_x2.data());
  return sums;
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

}  // namespace

TEST("halves stand for the numbers that IEEE 754 says") {
  CHECK(widened(0x3c00) == 1.0f && widened(0xc000) == -2.0f && widened(0x3555) == 0.333251953125f);
  CHECK(widened(0x7bff) == 65504.0f && widened(0x0400) == std::ldexp(1.0f, -14));
  CHECK(widened(0x0001) == std::ldexp(1.0f, -24) && widened(0x8000) == 0.0f && std::signbit(widened(0x8000)));
}

TEST("columns are added up by hand") {
  HalfColumns weights(2, 3);
  weights.set(0, 0, 0x3c00);  // [1 0 −2; 0 ½ 0]
  weights.set(0, 2, 0xc000);
  weights.set(1, 1, 0x3800);
  std::vector<float> sums(weights.padded_rows(), 1.0f), sums2 = sums;
  const float x[] = {3.0f, 4.0f, 5.0f}, x2[] = {1.0f, 2.0f, 0.0f};
  weights.add({0, 1, 2}, x, x2, sums.data(), sums2.data());
  CHECK(sums[0] == -6.0f && sums[1] == 3.0f && sums2[0] == 2.0f && sums2[1] == 2.0f);
}

TEST("every way to widen has the same bits") {
  const Sums plain = added(Widening::kNone);
  for (const Widening widening : {Widening::kBySixteen, Widening::kByEight}) {
    if (!can_widen(widening)) continue;
    const Sums found = added(widening);
    CHECK(same_bits(found.of_x, plain.of_x));
    CHECK(same_bits(found.of_x2, plain.of_x2));
  }
}
