// A matrix of weights in half precision (IEEE 754 binary16), column by column, and what its columns add up to.
//
// A net of a quarter of a million weights spends its time on reading them: by halves, as its file has them, they take
// half as long, where the machine can widen them as it reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace poise {

// How a machine widens halves as it reads them: sixteen or eight at once; or not at all, and they are kept widened.
enum class Widening { kBySixteen, kByEight, kNone };
Widening widest();  // of those this machine can do
bool can_widen(Widening widening);

class HalfColumns {
 public:
  // Rows are kept in tiles of so many, whose sums fit into the registers of a machine with wide vector units.
  static constexpr std::size_t kTile = 64;

  HalfColumns(std::size_t rows, std::size_t columns, Widening widening = widest());

  // Rows with those that fill the last tile up: so many sums there must be room for.
  std::size_t padded_rows() const { return tiles_ * kTile; }

  void set(std::size_t row, std::size_t column, std::uint16_t bits);

  // sums += Σ column k × x[k], and the same of x2, for these columns in their order: the same bits on every machine.
  void add(const std::vector<int>& columns, const float* x, const float* x2, float* sums, float* sums2) const;

 private:
  Widening widening_;
  std::size_t tiles_, columns_;
  // Tile by tile, in each of them column by column; one of the two.
  std::vector<std::uint16_t> halves_;
  std::vector<float> wide_;
};

// The number that 16 bits stand for: sign, 5 bits of exponent, 10 of mantissa.
float widened(std::uint16_t bits);

}  // namespace poise
