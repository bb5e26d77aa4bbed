#include "text/number_rows.hpp"

#include <cmath>
#include <cstdlib>
#include <random>
#include <string>

#include "testing/check.hpp"
#include "text/number.hpp"

using namespace poise;

namespace {

NumberFound number(const std::string& text) { return read_number(text.data(), text.data() + text.size()); }

}  // namespace

TEST("numbers are the nearest doubles") {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    char text[64];
    const double value = std::ldexp(static_cast<double>(random()) - 9e18, static_cast<int>(random() % 160) - 130);
    std::snprintf(text, sizeof text, i % 2 ? "%.*e" : "%.*f", static_cast<int>(random() % 20), value);
    const NumberFound found = number(text);
    CHECK(found.fault == NumberFault::kNone);
    CHECK(found.value == std::strtod(text, nullptr));  // the C library is the oracle
  }
}

TEST("odd spellings of numbers") {
  for (const char* text : {"0", "-0", ".5", "5.", "+5", "-.5e1", "1E+02", "2e-3", "000012", "1e-400", "-1e-400",
                           "123456789012345678901234567890", "0.000000000000000000000000000001234567890123456789"}) {
    const NumberFound found = number(text);
    CHECK(found.fault == NumberFault::kNone);
    CHECK(found.value == std::strtod(text, nullptr));
  }
  CHECK(std::signbit(number("-0.0").value));
  CHECK(number("1 2").stop[0] == ' ');
}

TEST("what is no number") {
  for (const char* text : {"nan", "-nan", "NaN(7)", "inf", "-Infinity", "1.#IND", "-1.#QNAN0", "1e999", "-1e999"})
    CHECK(number(text).fault == NumberFault::kNotFinite);
  for (const char* text : {"", "-", "+", ".", "e5", "1,5", "1.2.3", "0x10", "--1", "+-1", "1e", "1e+", "12a"})
    CHECK(number(text).fault == NumberFault::kNotANumber);
}

TEST("rows with any line end") {
  for (const char* text : {"1 2\n3 4\n", "1 2\r\n3 4", "1\t2\r3 4\r", "\n\n 1 2 \n\n3 4\n\n"}) {
    const NumberRows rows = read_rows(text, 2, 10);
    CHECK(rows.fault == RowFault::kNone);
    CHECK(rows.rows == 2);
    CHECK(rows.values == std::vector<double>({1, 2, 3, 4}));
    CHECK(rows.wrapped == 0);
  }
}

TEST("rows that wrap and rows that are wrong") {
  const NumberRows wrapped = read_rows("1 2\n3 4\n5\n6\n", 4, 1000000000);
  CHECK(wrapped.rows == 1);
  CHECK(wrapped.fault == RowFault::kShortRow);
  CHECK(wrapped.line == 3);
  CHECK(wrapped.number == 1);
  CHECK(read_rows("1 2\n3 4\n5 6\n7 8", 4, 9).wrapped == 1);
  const NumberRows shorter = read_rows("1 2 3\n4 5\n7 8 9\n", 3, 9);
  CHECK(shorter.rows == 1);
  CHECK(shorter.line == 2);
  CHECK(shorter.number == 2);
  const NumberRows longer = read_rows("1 2 3\n4 5 6 7\n", 3, 9);
  CHECK(longer.fault == RowFault::kLongRow);
  CHECK(longer.line == 2);
  CHECK(longer.column == 7);
  const NumberRows wrong = read_rows("1 2 3\n4 -nan 6\n", 3, 9);
  CHECK(wrong.fault == RowFault::kNotFinite);
  CHECK(wrong.line == 2);
  CHECK(wrong.column == 3);
  CHECK(wrong.number == 1);
  const NumberRows some = read_rows("1\n2\n3\n", 1, 2);
  CHECK(some.rows == 2);
  CHECK(some.end == 4);
}
