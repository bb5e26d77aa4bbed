#include "natural/net.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace poise {

namespace {

constexpr std::string_view kMagic = "POISENN1";
constexpr std::size_t kMostLayers = 64, kWidest = 4096;  // more would be no small net but a damaged file

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

  // The bits of a number in half precision.
  std::uint16_t half() {
    const std::uint32_t bits = number(2);
    if ((bits >> 10 & 31) == 31) throw std::invalid_argument("has a weight that is not finite");
    return static_cast<std::uint16_t>(bits);
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

// The columns that meet a number other than zero in either question: a third of what a layer says, and goals that are
// not known, are zeros.
void choose_columns(const std::vector<float>& x, const std::vector<float>& x2, std::vector<int>& chosen) {
  chosen.resize(x.size());
  std::size_t count = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    chosen[count] = static_cast<int>(k);
    count += x[k] != 0.0f || x2[k] != 0.0f;
  }
  chosen.resize(count);
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
    Layer layer{widths[l], widths[l + 1], {widths[l + 1], widths[l]}, {}};
    for (std::size_t row = 0; row < layer.out; ++row)
      for (std::size_t k = 0; k < layer.in; ++k) layer.weights.set(row, k, reader.half());
    layer.biases.resize(layer.weights.padded_rows());
    for (std::size_t row = 0; row < layer.out; ++row) layer.biases[row] = widened(reader.half());
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
  std::vector<int> columns;
  std::transform(x, x + inputs(), h.begin(), single);
  std::transform(x2, x2 + inputs(), h2.begin(), single);
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    const Layer& layer = layers_[l];
    sum = sum2 = layer.biases;
    choose_columns(h, h2, columns);
    layer.weights.add(columns, h.data(), h2.data(), sum.data(), sum2.data());
    sum.resize(layer.out);
    sum2.resize(layer.out);
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
