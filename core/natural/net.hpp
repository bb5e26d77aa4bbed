// A small net of layers, read from the bytes of its file: what captured people do, learnt by tools/train_natural.
//
// It knows nothing of figures: what the numbers mean is said in layout.hpp. Sums are taken in one order, in single
// precision and without fused steps, so that every machine finds the same bits.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "natural/half_columns.hpp"

namespace poise {

// h = relu(W₁ x + b₁), h ← h + relu(Wᵢ h + bᵢ) for the layers between, y = Wₙ h + bₙ.
class Net {
 public:
  // Little-endian: 8 bytes "POISENN1"; uint32 number of layers n; uint32 × (n + 1) widths; then as float16 for every
  // layer its weights row by row (out × in) and its biases. Throws std::invalid_argument, which says what is wrong.
  explicit Net(std::string_view bytes);

  std::size_t inputs() const { return layers_.front().in; }
  std::size_t outputs() const { return layers_.back().out; }

  // y from x, of `inputs` and `outputs` numbers.
  void evaluate(const double* x, double* y) const;
  // The same of two questions at once, which takes little longer: most of the time goes into reading the weights.
  void evaluate(const double* x, const double* x2, double* y, double* y2) const;

 private:
  struct Layer {
    std::size_t in, out;
    HalfColumns weights;
    std::vector<float> biases;  // padded as the weights are
  };
  std::vector<Layer> layers_;
};

}  // namespace poise
