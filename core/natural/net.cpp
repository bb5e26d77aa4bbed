#include "natural/net.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "math/wide.hpp"

namespace poise {

namespace {

constexpr std::string_view kMagic = "POISENN1";
constexpr std::size_t kMostLayers = 64, kWidest = 4096;  // more would be no small net but a damaged file

constexpr std::size_t kAtOnce = 8;  // columns: sums are then read and written seldom

// Reads on through the bytes.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  std::size_t left() const { return bytes_.size() - at_; }

  std::string_view taken(std::size_t count) {
    if (left() < count) throw std::invalid_argument("ends too early");
    at_ += count;
    return bytes_.substr(at_ - count, count);
  }

  std::uint32_t number(std::size_t size) {
    std::uint32_t value = 0;
    const std::string_view part = taken(size);
    for (std::size_t i = size; i-- > 0;) value = value << 8 | static_cast<unsigned char>(part[i]);
    return value;
  }

  // A number in half precision: sign, 5 bits of exponent, 10 of mantissa (IEEE 754 binary16).
  float half() {
    const std::uint32_t bits = number(2), exponent = bits >> 10 & 31, mantissa = bits & 1023;
    if (exponent == 31) throw std::invalid_argument("has a weight that is not finite");
    const float size = exponent == 0 ? std::ldexp(static_cast<float>(mantissa), -24)
                                     : std::ldexp(static_cast<float>(mantissa + 1024), static_cast<int>(exponent) - 25);
    return bits >> 15 ? -size : size;
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

std::vector<std::size_t> widths_of(Reader& reader) {
  if (reader.left() < kMagic.size() || reader.taken(kMagic.size()) != kMagic)
    throw std::invalid_argument("does not begin with " + std::string(kMagic));
  const std::size_t count = reader.number(4);
  if (count < 2 || count > kMostLayers) throw std::invalid_argument("has " + std::to_string(count) + " layers");
  std::vector<std::size_t> widths(count + 1);
  for (std::size_t& width : widths) {
    width = reader.number(4);
    if (width == 0 || width > kWidest)
      throw std::invalid_argument("has a layer " + std::to_string(width) + " numbers wide");
  }
  for (std::size_t i = 2; i < count; ++i)
    if (widths[i] != widths[1]) throw std::invalid_argument("has layers between of unlike widths");
  std::size_t numbers = 0;
  for (std::size_t i = 0; i < count; ++i) numbers += (widths[i] + 1) * widths[i + 1];
  if (reader.left() != 2 * numbers)
    throw std::invalid_argument("has " + std::to_string(reader.left()) + " bytes of weights, not " +
                                std::to_string(2 * numbers));
  return widths;
}

// y += a column × x for eight columns at once, of two questions: every sum grows column by column, however wide the
// vector units are, and weights are read once for both.
POISE_BY_WIDTH void add_eight(const float* columns, std::size_t out, const float* x, const float* x2, float* y,
                              float* y2) {
  const float *a = columns, *b = a + out, *c = b + out, *d = c + out, *e = d + out, *f = e + out, *g = f + out,
              *h = g + out;
  const float xa = x[0], xb = x[1], xc = x[2], xd = x[3], xe = x[4], xf = x[5], xg = x[6], xh = x[7];
  const float za = x2[0], zb = x2[1], zc = x2[2], zd = x2[3], ze = x2[4], zf = x2[5], zg = x2[6], zh = x2[7];
#pragma omp simd
  for (std::size_t i = 0; i < out; ++i) {
    const float half = (((y[i] + a[i] * xa) + b[i] * xb) + c[i] * xc) + d[i] * xd;
    const float half2 = (((y2[i] + a[i] * za) + b[i] * zb) + c[i] * zc) + d[i] * zd;
    y[i] = (((half + e[i] * xe) + f[i] * xf) + g[i] * xg) + h[i] * xh;
    y2[i] = (((half2 + e[i] * ze) + f[i] * zf) + g[i] * zg) + h[i] * zh;
  }
}

void add_one(const float* column, std::size_t out, float x, float* y) {
  for (std::size_t i = 0; i < out; ++i) y[i] += column[i] * x;
}

bool vanish(const float* x) {
  return std::all_of(x, x + kAtOnce, [](float v) { return v == 0.0f; });
}

// What a layer makes of its sums: the first begins anew, those between add to what they were given.
void rectify(bool first, const std::vector<float>& h, std::vector<float>& sum) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = (first ? 0.0f : h[i]) + std::max(sum[i], 0.0f);
}

}  // namespace

Net::Net(std::string_view bytes) {
  Reader reader(bytes);
  const std::vector<std::size_t> widths = widths_of(reader);
  for (std::size_t l = 0; l + 1 < widths.size(); ++l) {
    Layer layer{widths[l], widths[l + 1], std::vector<float>(widths[l] * widths[l + 1]), {}};
    for (std::size_t row = 0; row < layer.out; ++row)
      for (std::size_t k = 0; k < layer.in; ++k) layer.columns[k * layer.out + row] = reader.half();
    for (std::size_t row = 0; row < layer.out; ++row) layer.biases.push_back(reader.half());
    layers_.push_back(std::move(layer));
  }
}

void Net::evaluate(const double* x, double* y) const {
  std::vector<double> other(outputs());
  evaluate(x, x, y, other.data());
}

void Net::evaluate(const double* x, const double* x2, double* y, double* y2) const {
  const auto single = [](double v) { return static_cast<float>(v); };
  std::vector<float> h(inputs()), h2(inputs()), sum, sum2;
  std::transform(x, x + inputs(), h.begin(), single);
  std::transform(x2, x2 + inputs(), h2.begin(), single);
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    const Layer& layer = layers_[l];
    sum = sum2 = layer.biases;
    std::size_t k = 0;
    for (; k + kAtOnce <= layer.in; k += kAtOnce) {  // goals that are not known are zeros
      if (vanish(&h[k]) && vanish(&h2[k])) continue;
      add_eight(&layer.columns[k * layer.out], layer.out, &h[k], &h2[k], sum.data(), sum2.data());
    }
    for (; k < layer.in; ++k) {
      add_one(&layer.columns[k * layer.out], layer.out, h[k], sum.data());
      add_one(&layer.columns[k * layer.out], layer.out, h2[k], sum2.data());
    }
    if (l + 1 < layers_.size()) {
      rectify(l == 0, h, sum);
      rectify(l == 0, h2, sum2);
    }
    h.swap(sum);
    h2.swap(sum2);
  }
  std::copy(h.begin(), h.end(), y);
  std::copy(h2.begin(), h2.end(), y2);
}

}  // namespace poise
