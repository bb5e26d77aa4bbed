#include "text/number.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <system_error>

namespace poise {

namespace {

// Powers of ten that a double holds exactly. A whole number below 2⁵³ times or divided by one of them is rounded once,
// so the result is the double nearest to what is written (Clinger 1990).
constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                              1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr int kLargestPower = 22;
constexpr std::uint64_t kExact = std::uint64_t{1} << 53;
constexpr int kMostDigits = 18;  // any number of so many digits fits into 64 bits
constexpr int kFarExponent = 100000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

const char* word_end(const char* p, const char* end) {
  while (p != end && !is_blank(*p)) ++p;
  return p;
}

// nan, inf and what old compilers write for them: 1.#IND, -1.#QNAN.
bool is_no_finite_number(const char* p, const char* stop) {
  if (p != stop && (*p == '-' || *p == '+')) ++p;
  if (p == stop) return false;
  const char first = static_cast<char>(*p | 0x20);
  if (first == 'n' || first == 'i') return true;
  while (p != stop && *p != '#') ++p;
  return p != stop;
}

// Of what is no number in the usual form, or has too many digits for it.
NumberFound read_slowly(const char* begin, const char* end, int exponent) {
  const char* stop = word_end(begin, end);
  const char* first = begin != stop && *begin == '+' ? begin + 1 : begin;
  double value = 0.0;
  const auto [rest, fault] = std::from_chars(first, stop, value);
  const bool whole = rest == stop && first != stop && (first == begin || *first != '-');
  if (whole && fault == std::errc::result_out_of_range && exponent < 0) return {0.0, stop, NumberFault::kNone};
  if (whole && fault == std::errc{} && std::isfinite(value)) return {value, stop, NumberFault::kNone};
  const bool not_finite = is_no_finite_number(begin, stop) || (whole && fault == std::errc::result_out_of_range);
  return {0.0, stop, not_finite ? NumberFault::kNotFinite : NumberFault::kNotANumber};
}

// Digits as a whole number; `count` counts them, leading zeros left out.
const char* read_digits(const char* p, const char* end, std::uint64_t& digits, int& count) {
  for (; p != end && is_digit(*p); ++p) {
    digits = 10 * digits + static_cast<std::uint64_t>(*p - '0');  // beyond 18 digits it is not used
    count += digits != 0;
  }
  return p;
}

// The power of ten behind an e; `p` stays where it is when there is none.
const char* read_exponent(const char* p, const char* end, int& exponent) {
  if (p == end || (*p != 'e' && *p != 'E')) return p;
  const char* q = p + 1;
  const bool negative = q != end && *q == '-';
  if (q != end && (*q == '-' || *q == '+')) ++q;
  if (q == end || !is_digit(*q)) return p;
  int power = 0;
  for (; q != end && is_digit(*q); ++q) power = power < kFarExponent ? 10 * power + (*q - '0') : power;
  exponent += negative ? -power : power;
  return q;
}

}  // namespace

NumberFound read_number(const char* begin, const char* end) {
  const char* p = begin;
  const bool negative = p != end && *p == '-';
  if (p != end && (*p == '-' || *p == '+')) ++p;
  std::uint64_t digits = 0;
  int count = 0, exponent = 0;
  const char* const whole = p;
  p = read_digits(p, end, digits, count);
  std::ptrdiff_t written = p - whole;
  if (p != end && *p == '.') {
    const char* const fraction = ++p;
    p = read_digits(p, end, digits, count);
    written += p - fraction;
    exponent = static_cast<int>(fraction - p);
  }
  if (written > 0) p = read_exponent(p, end, exponent);
  const bool usual = written > 0 && written < kFarExponent && (p == end || is_blank(*p)) && count <= kMostDigits;
  if (!usual || digits >= kExact || std::abs(exponent) > kLargestPower) {
    if (usual && digits == 0) return {negative ? -0.0 : 0.0, p, NumberFault::kNone};
    return read_slowly(begin, end, exponent + count);
  }
  const double power = kPowers[std::abs(exponent)];
  const double value = exponent < 0 ? static_cast<double>(digits) / power : static_cast<double>(digits) * power;
  return {negative ? -value : value, p, NumberFault::kNone};
}

}  // namespace poise
