#include "natural/half_columns.hpp"

#include <cmath>

#if defined(__x86_64__) && defined(__GNUC__)
#define POISE_WIDENS 1
#include <immintrin.h>
#else
#define POISE_WIDENS 0
#endif

namespace poise {

namespace {

constexpr std::size_t kTile = HalfColumns::kTile;

// Columns, and what they are multiplied by for two questions.
struct Terms {
  const std::vector<int>& columns;
  const float *x, *x2;
};

#if POISE_WIDENS

// A product and a sum are two steps each: a fused one would have other bits.
__attribute__((target("avx512f"))) void add_by_sixteen(const std::uint16_t* tile, const Terms& terms, float* sums,
                                                       float* sums2) {
  constexpr std::size_t kWide = 16, kParts = kTile / kWide;
  constexpr __mmask16 kAll = 0xffff;  // without a mask GCC 12 warns of its own header (its bug 105593)
  __m512 a[kParts], b[kParts];
  for (std::size_t i = 0; i < kParts; ++i) {
    a[i] = _mm512_loadu_ps(sums + i * kWide);
    b[i] = _mm512_loadu_ps(sums2 + i * kWide);
  }
  for (const int k : terms.columns) {
    const std::uint16_t* column = tile + static_cast<std::size_t>(k) * kTile;
    const __m512 x = _mm512_set1_ps(terms.x[k]), x2 = _mm512_set1_ps(terms.x2[k]);
    for (std::size_t i = 0; i < kParts; ++i) {
      const __m512 w =
          _mm512_maskz_cvtph_ps(kAll, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(column + i * kWide)));
      a[i] = _mm512_add_ps(a[i], _mm512_mul_ps(w, x));
      b[i] = _mm512_add_ps(b[i], _mm512_mul_ps(w, x2));
    }
  }
  for (std::size_t i = 0; i < kParts; ++i) {
    _mm512_storeu_ps(sums + i * kWide, a[i]);
    _mm512_storeu_ps(sums2 + i * kWide, b[i]);
  }
}

// In two goes: eight registers of sums each.
__attribute__((target("avx2,f16c"))) void add_by_eight(const std::uint16_t* tile, const Terms& terms, float* sums,
                                                       float* sums2) {
  constexpr std::size_t kWide = 8, kParts = 4;
  for (std::size_t row = 0; row < kTile; row += kWide * kParts) {
    __m256 a[kParts], b[kParts];
    for (std::size_t i = 0; i < kParts; ++i) {
      a[i] = _mm256_loadu_ps(sums + row + i * kWide);
      b[i] = _mm256_loadu_ps(sums2 + row + i * kWide);
    }
    for (const int k : terms.columns) {
      const std::uint16_t* column = tile + static_cast<std::size_t>(k) * kTile + row;
      const __m256 x = _mm256_set1_ps(terms.x[k]), x2 = _mm256_set1_ps(terms.x2[k]);
      for (std::size_t i = 0; i < kParts; ++i) {
        const __m256 w = _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(column + i * kWide)));
        a[i] = _mm256_add_ps(a[i], _mm256_mul_ps(w, x));
        b[i] = _mm256_add_ps(b[i], _mm256_mul_ps(w, x2));
      }
    }
    for (std::size_t i = 0; i < kParts; ++i) {
      _mm256_storeu_ps(sums + row + i * kWide, a[i]);
      _mm256_storeu_ps(sums2 + row + i * kWide, b[i]);
    }
  }
}

#endif

void add_widened(const float* tile, const Terms& terms, float* sums, float* sums2) {
  for (const int k : terms.columns) {
    const float* column = tile + static_cast<std::size_t>(k) * kTile;
    const float x = terms.x[k], x2 = terms.x2[k];
#pragma omp simd
    for (std::size_t i = 0; i < kTile; ++i) {
      sums[i] += column[i] * x;
      sums2[i] += column[i] * x2;
    }
  }
}

}  // namespace

#if POISE_WIDENS

bool can_widen(Widening widening) {
  if (widening == Widening::kNone) return true;
  __builtin_cpu_init();
  if (widening == Widening::kBySixteen) return __builtin_cpu_supports("avx512f") != 0;
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("f16c") != 0;
}

#else

bool can_widen(Widening widening) { return widening == Widening::kNone; }

#endif

Widening widest() {
  for (const Widening widening : {Widening::kBySixteen, Widening::kByEight})
    if (can_widen(widening)) return widening;
  return Widening::kNone;
}

HalfColumns::HalfColumns(std::size_t rows, std::size_t columns, Widening widening)
    : widening_(widening), tiles_((rows + kTile - 1) / kTile), columns_(columns) {
  const std::size_t numbers = tiles_ * columns_ * kTile;
  if (widening == Widening::kNone)
    wide_.resize(numbers);
  else
    halves_.resize(numbers);
}

void HalfColumns::set(std::size_t row, std::size_t column, std::uint16_t bits) {
  const std::size_t at = (row / kTile * columns_ + column) * kTile + row % kTile;
  if (widening_ == Widening::kNone)
    wide_[at] = widened(bits);
  else
    halves_[at] = bits;
}

void HalfColumns::add(const std::vector<int>& columns, const float* x, const float* x2, float* sums,
                      float* sums2) const {
  const Terms terms{columns, x, x2};
  for (std::size_t t = 0; t < tiles_; ++t, sums += kTile, sums2 += kTile) {
    const std::size_t first = t * columns_ * kTile;
#if POISE_WIDENS
    if (widening_ == Widening::kBySixteen) add_by_sixteen(halves_.data() + first, terms, sums, sums2);
    if (widening_ == Widening::kByEight) add_by_eight(halves_.data() + first, terms, sums, sums2);
#endif
    if (widening_ == Widening::kNone) add_widened(wide_.data() + first, terms, sums, sums2);
  }
}

float widened(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
  const float size = exponent == 0 ? std::ldexp(static_cast<float>(mantissa), -24)
                                   : std::ldexp(static_cast<float>(mantissa + 1024), exponent - 25);
  return bits >> 15 ? -size : size;
}

}  // namespace poise
