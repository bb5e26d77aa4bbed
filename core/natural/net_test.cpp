#include "natural/net.hpp"

#include <cstring>
#include <stdexcept>
#include <string>

#include "testing/check.hpp"

using poise::Net;

namespace {

void put(std::string& bytes, unsigned value, int size) {
  for (int i = 0; i < size; ++i) bytes.push_back(static_cast<char>(value >> (8 * i) & 255));
}

// Widths, then bits of halves: 0x3c00 is 1, 0xc000 −2, 0x3800 ½, 0x0001 2⁻²⁴.
std::string file(const std::vector<unsigned>& widths, const std::vector<unsigned>& halves) {
  std::string bytes = "POISENN1";
  put(bytes, static_cast<unsigned>(widths.size()) - 1, 4);
  for (unsigned width : widths) put(bytes, width, 4);
  for (unsigned half : halves) put(bytes, half, 2);
  return bytes;
}

// 2 → 2 → 2 → 1.
std::string small() {
  return file({2, 2, 2, 1}, {0x3c00, 0xc000, 0x3800, 0x3c00, 0x0000, 0x3c00,  // W₁ = [1 −2; ½ 1], b₁ = (0, 1)
                             0x3c00, 0x3c00, 0xc000, 0x0000, 0xbc00, 0x3800,  // W₂ = [1 1; −2 0], b₂ = (−1, ½)
                             0x3c00, 0x3800, 0x0001});                        // W₃ = [1 ½], b₃ = 2⁻²⁴
}

std::string complaint(const std::string& bytes) {
  try {
    const Net net(bytes);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST("a net computes what its layers say, by hand") {
  const Net net(small());
  CHECK(net.inputs() == 2 && net.outputs() == 1);
  const double x[2] = {4.0, 1.0};
  double y = 0.0;
  net.evaluate(x, &y);
  // h = relu(2, 4) = (2, 4); h += relu(2 + 4 − 1, −4 + ½) → (7, 4); y = 7 + 2 + 2⁻²⁴, rounded to single precision
  CHECK_NEAR(y, 9.0, 1e-6);
  const double none[2] = {0.0, 0.0};
  net.evaluate(none, &y);  // h = (0, 1); h += (0, ½) → (0, 1.5)
  CHECK_NEAR(y, 0.75 + std::ldexp(1.0, -24), 1e-12);
}

TEST("a net is the same bits every time") {
  const Net net(small());
  const double x[2] = {0.1, -0.7};
  double y = 0.0, again = 0.0;
  net.evaluate(x, &y);
  net.evaluate(x, &again);
  CHECK(std::memcmp(&y, &again, sizeof y) == 0);
}

TEST("two questions at once are answered bit for bit as alone") {
  const Net net(small());
  const double x[2] = {0.1, -0.7}, x2[2] = {0.0, 0.3};
  double y = 0.0, y2 = 0.0, alone = 0.0, alone2 = 0.0;
  net.evaluate(x, x2, &y, &y2);
  net.evaluate(x, &alone);
  net.evaluate(x2, &alone2);
  CHECK(std::memcmp(&y, &alone, sizeof y) == 0 && std::memcmp(&y2, &alone2, sizeof y) == 0);
}

TEST("bytes that are no net are refused") {
  CHECK(complaint(small()).empty());
  CHECK(complaint("") == "does not begin with POISENN1");
  CHECK(complaint("POISENN2" + small().substr(8)) == "does not begin with POISENN1");
  CHECK(complaint(small().substr(0, 10)) == "ends too early");
  CHECK(complaint(small() + "x") == "has 31 bytes of weights, not 30");
  CHECK(complaint(small().substr(0, small().size() - 2)) == "has 28 bytes of weights, not 30");
  CHECK(complaint(file({2}, {})) == "has 0 layers");
  CHECK(complaint(file({2, 0, 1}, {})) == "has a layer 0 numbers wide");
  CHECK(complaint(file({1, 1, 2, 1}, {})) == "has layers between of unlike widths");
  CHECK(complaint(file({1, 1, 1}, {0x7c00, 0, 0, 0})) == "has a weight that is not finite");
}
